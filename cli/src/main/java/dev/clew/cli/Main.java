package dev.clew.cli;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The command line tool. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) throws IOException {
    if (args.length == 1 && args[0].equals(Service.NAME)) {
      Service.run(System.in);
      System.exit(ExitCode.VERIFIED.number());
    }
    StopSignal stop = StopSignal.ofProcess(args);
    Console console = new Console(System.out, System.err, Terminal.isStandardError(), stop);
    stop.exit(run(args, console));
  }

  /** Runs a command and returns its exit code; shows no progress and cannot be stopped. */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return run(args, new Console(out, err, false, StopSignal.deaf()));
  }

  static int run(String[] words, Console console) {
    if (CompilerCommand.isNamed(words)) {
      return CompilerCommand.run(words, console);
    }
    String[] args = CompilerWords.marked(words);
    CheckCommand check = new CheckCommand(console, List.of(args));
    Complaints complaints = new Complaints(console, args);
    try {
      return commandLine(args, console, check, complaints).execute(args);
    } catch (Throwable failure) {
      return complaints.crash(failure, check.out());
    } finally {
      if (console.out().checkError()) {
        console.err().println("clew: the report could not be written to standard output");
      }
      console.err().flush();
    }
  }

  static CommandLine commandLine(
      String[] args, Console console, CheckCommand check, Complaints complaints) {
    CommandLine commands;
    if (args.length > 0 && args[0].equals(CheckCommand.NAME)) {
      // To read what other commands are described by takes time.
      CommandSpec clew = CommandSpec.create().name(ClewCommand.NAME);
      commands = new CommandLine(clew.addSubcommand(CheckCommand.NAME, check.spec()));
    } else {
      commands =
          new CommandLine(new ClewCommand())
              .addSubcommand(check.spec())
              .addSubcommand(new ReplayCommand(console))
              .addSubcommand(new CompilerCommand.OfC())
              .addSubcommand(new CompilerCommand.OfCpp())
              .addSubcommand(new SelfCheckCommand(console));
    }
    return commands
        .setOut(writer(console.out()))
        .setErr(writer(console.err()))
        .setParameterExceptionHandler(complaints)
        .setExecutionExceptionHandler(complaints);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
  }
}
