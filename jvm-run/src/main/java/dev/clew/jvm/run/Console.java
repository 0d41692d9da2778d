package dev.clew.jvm.run;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The standard streams of the JVM while programs are executed in it.
 *
 * <p>What a program prints is dropped, except in executions that record details: of those the last
 * 64 KB are kept. What it reads is the same in every execution. Outside executions the streams lead
 * to where they led before; who wants to print while an execution is under way keeps the original
 * ones.
 */
public final class Console implements AutoCloseable {
  private final PrintStream originalOut = System.out;
  private final PrintStream originalErr = System.err;
  private final InputStream originalIn = System.in;
  private final Tail tail = new Tail();
  private final PrintStream out = new ProgramOutput(tail, originalOut);
  private final PrintStream err = new ProgramOutput(tail, originalErr);
  private InputStream in = new ProgramInput(new byte[0], originalIn);

  private Console() {}

  /** Takes the standard streams, for programs that have nothing to read. */
  public static Console install() {
    Console console = new Console();
    console.set();
    return console;
  }

  /** Gives programs something to read, the same in every execution from the next one on. */
  public void setInput(byte[] input) {
    in = new ProgramInput(input.clone(), originalIn);
  }

  private void set() {
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  /** To be called before each execution: what a program changed is as it was. */
  public void begin() {
    tail.clear();
    if (System.out != out || System.err != err || System.in != in) {
      set();
    }
  }

  /** What the program printed in the last execution, the end of it if it is long. */
  public String output() {
    return tail.toString();
  }

  /** Where the standard output went before. */
  public PrintStream originalOut() {
    return originalOut;
  }

  /** Where the standard error output went before. */
  public PrintStream originalErr() {
    return originalErr;
  }

  /** Gives the standard streams back. */
  @Override
  public void close() {
    System.setOut(originalOut);
    System.setErr(originalErr);
    System.setIn(originalIn);
  }
}
