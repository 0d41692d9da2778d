package dev.clew.jvm.run;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a program prints to: takes no lock, and drops what nobody wants to see.
 *
 * <p>The objects of the program are asked for their text anyhow, because that may be a step of the
 * program.
 */
final class ProgramOutput extends PrintStream {
  private static final String END_OF_LINE = System.lineSeparator();

  private final Tail tail;
  private final PrintStream original;

  ProgramOutput(Tail tail, PrintStream original) {
    super(OutputStream.nullOutputStream());
    this.tail = tail;
    this.original = original;
  }

  /** Whether what is printed now is wanted: in no execution, or in one that records details. */
  private static boolean isWanted() {
    Execution now = Hooks.execution();
    return now == null || now.recordsDetails();
  }

  private void put(String text) {
    if (Hooks.execution() == null) {
      original.print(text);
    } else if (isWanted()) {
      tail.add(text);
    }
  }

  private void putLine(String text) {
    if (Hooks.execution() == null) {
      original.println(text);
    } else if (isWanted()) {
      tail.add(text);
      tail.add(END_OF_LINE);
    }
  }

  // --- bytes

  @Override
  public void write(int value) {
    if (Hooks.execution() == null) {
      original.write(value);
    } else if (isWanted()) {
      tail.add(value);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    java.util.Objects.checkFromIndexSize(from, length, bytes.length);
    if (Hooks.execution() == null) {
      original.write(bytes, from, length);
    } else if (isWanted()) {
      tail.add(bytes, from, length);
    }
  }

  @Override
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void writeBytes(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void flush() {
    if (Hooks.execution() == null) {
      original.flush();
    }
  }

  /** Nothing: the streams of the JVM are not the program's to close. */
  @Override
  public void close() {}

  @Override
  public boolean checkError() {
    return false;
  }

  // --- text

  @Override
  public void print(boolean value) {
    put(value ? "true" : "false");
  }

  @Override
  public void print(char value) {
    if (isWanted()) {
      put(String.valueOf(value));
    }
  }

  @Override
  public void print(int value) {
    if (isWanted()) {
      put(String.valueOf(value));
    }
  }

  @Override
  public void print(long value) {
    if (isWanted()) {
      put(String.valueOf(value));
    }
  }

  @Override
  public void print(float value) {
    if (isWanted()) {
      put(String.valueOf(value));
    }
  }

  @Override
  public void print(double value) {
    if (isWanted()) {
      put(String.valueOf(value));
    }
  }

  @Override
  public void print(char[] value) {
    put(new String(value));
  }

  @Override
  public void print(@Nullable String value) {
    put(String.valueOf(value));
  }

  @Override
  public void print(@Nullable Object value) {
    put(String.valueOf(value));
  }

  @Override
  public void println() {
    putLine("");
  }

  @Override
  public void println(boolean value) {
    putLine(value ? "true" : "false");
  }

  @Override
  public void println(char value) {
    if (isWanted()) {
      putLine(String.valueOf(value));
    }
  }

  @Override
  public void println(int value) {
    if (isWanted()) {
      putLine(String.valueOf(value));
    }
  }

  @Override
  public void println(long value) {
    if (isWanted()) {
      putLine(String.valueOf(value));
    }
  }

  @Override
  public void println(float value) {
    if (isWanted()) {
      putLine(String.valueOf(value));
    }
  }

  @Override
  public void println(double value) {
    if (isWanted()) {
      putLine(String.valueOf(value));
    }
  }

  @Override
  public void println(char[] value) {
    putLine(new String(value));
  }

  @Override
  public void println(@Nullable String value) {
    putLine(String.valueOf(value));
  }

  @Override
  public void println(@Nullable Object value) {
    putLine(String.valueOf(value));
  }

  @Override
  public PrintStream printf(String format, @Nullable Object... arguments) {
    return format(format, arguments);
  }

  @Override
  public PrintStream printf(@Nullable Locale locale, String format, @Nullable Object... arguments) {
    return format(locale, format, arguments);
  }

  @Override
  public PrintStream format(String format, @Nullable Object... arguments) {
    return format(Locale.getDefault(Locale.Category.FORMAT), format, arguments);
  }

  @Override
  public PrintStream format(@Nullable Locale locale, String format, @Nullable Object... arguments) {
    put(String.format(locale, format, arguments));
    return this;
  }

  @Override
  public PrintStream append(@Nullable CharSequence text) {
    put(String.valueOf(text));
    return this;
  }

  @Override
  public PrintStream append(@Nullable CharSequence text, int from, int to) {
    put((text == null ? "null" : text).subSequence(from, to).toString());
    return this;
  }

  @Override
  public PrintStream append(char value) {
    print(value);
    return this;
  }
}
