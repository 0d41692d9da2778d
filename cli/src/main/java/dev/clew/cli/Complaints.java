package dev.clew.cli;

import dev.clew.jvm.program.UnusableProgram;
import dev.clew.report.story.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells the user what went wrong, in words and never with a stack trace; decides the exit code. */
final class Complaints implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final String OUT_OF_MEMORY =
      "give it more with CLEW_JAVA_OPTS=-Xmx8g, or less to do:"
          + " fewer threads in the program, or a smaller number to --steps";

  private final Console console;
  private final List<String> arguments;

  Complaints(Console console, String[] arguments) {
    this.console = console;
    this.arguments = List.of(arguments);
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    String command = line.getCommandSpec().qualifiedName();
    complain("clew: " + message(e));
    if (arguments.isEmpty()) {
      line.usage(console.err());
    } else {
      console.err().println("  See: ./" + command + " --help");
    }
    return told(ExitCode.USAGE, message(e));
  }

  /** Tells scripts too why there is no verdict. */
  private int told(ExitCode code, String reason) {
    if (arguments.contains(CheckCommand.NAME)) {
      FailedResult.write(arguments, code, reason);
    }
    return code.number();
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    if (e instanceof ParameterException parameter) {
      return handleParseException(parameter, new String[0]);
    }
    if (e instanceof UsageProblem problem) {
      complain(problem.text());
      return told(ExitCode.USAGE, String.valueOf(problem.getMessage()));
    }
    if (e instanceof SearchTooLarge large) {
      return outOfMemory(large.getMessage());
    }
    if (e instanceof WorkerDied) {
      complain("clew: " + e.getMessage());
      return told(ExitCode.DEFECT, String.valueOf(e.getMessage()));
    }
    if (e instanceof UnusableProgram || e instanceof dev.clew.foreign.UnusableProgram) {
      complain("clew: " + e.getMessage());
      return told(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
    Path out =
        line.getCommand() instanceof CheckCommand check
            ? check.out()
            : Path.of(CheckCommand.DEFAULT_OUT);
    return crash(e, out);
  }

  /** Writes down a failure of the tool, and says where. */
  int crash(Throwable failure, Path out) {
    if (failure instanceof OutOfMemoryError) {
      return outOfMemory("");
    }
    Optional<String> place = FileTrouble.in(failure);
    if (place.isPresent()) {
      complain("clew: " + place.get());
      return told(ExitCode.USAGE, place.get());
    }
    Optional<Path> file = CrashFile.write(out, arguments, failure);
    String where = file.map(path -> " with the file " + path).orElse("");
    String what =
        failure.getMessage() == null
            ? failure.getClass().getSimpleName()
            : failure.getClass().getSimpleName() + ": " + firstLine(failure.getMessage());
    complain("clew failed: " + what + ", please report this" + where);
    return told(ExitCode.DEFECT, "clew failed: " + what);
  }

  private int outOfMemory(@Nullable String after) {
    console.err().println("clew failed: out of memory" + after + ", " + OUT_OF_MEMORY);
    return told(ExitCode.DEFECT, "out of memory" + after);
  }

  private void complain(String message) {
    console.out().flush();
    console.err().println(Printable.lines(message));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private static String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched);
    }
    if (e instanceof OverwrittenOptionException twice
        && twice.getOverwritten() instanceof OptionSpec option) {
      return option.longestName() + " is given twice";
    }
    String message = String.valueOf(e.getMessage());
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static String unknown(UnmatchedArgumentException e) {
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    String word = e.getUnmatched().get(0);
    if (word.startsWith("-")) {
      String name = word.replaceFirst("=.*", "");
      List<String> options = new ArrayList<>();
      spec.options().stream()
          .filter(option -> !option.hidden())
          .forEach(option -> options.addAll(List.of(option.names())));
      return "unknown option '" + name + "'" + Suggestion.of(name, options);
    }
    if (!spec.subcommands().isEmpty()) {
      String hint = Suggestion.of(word, spec.subcommands().keySet());
      return "unknown command '" + word + "'" + hint;
    }
    return "unexpected argument '" + word + "'";
  }
}
