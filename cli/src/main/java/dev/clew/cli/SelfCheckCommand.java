package dev.clew.cli;

import dev.clew.testkit.ProgramsTooLarge;
import dev.clew.testkit.SelfCheck;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares every strategy with the oracles on random programs. */
@Command(
    name = "selfcheck",
    header = "Compares every strategy with brute force on random programs.",
    customSynopsis = "clew selfcheck [options]",
    footer = {"", "Exit code: 0 all agree, 1 some differ."})
final class SelfCheckCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--programs",
      paramLabel = "N",
      description = "How many programs (default ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  private int programs;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Determines the programs (default ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "The most threads of a program, 2 to 6 (default ${DEFAULT-VALUE}).",
      defaultValue = "4")
  private int threads;

  @Option(
      names = "--ops",
      paramLabel = "N",
      description = "About the most operations of a thread, 1 to 12 (default ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int ops;

  @Option(names = "--jdk", paramLabel = "PATH", description = "The JDK that runs clew.")
  @SuppressWarnings("UnusedVariable") // the script that starts the tool looks at it
  private String jdk = "";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  @SuppressWarnings("UnusedVariable") // picocli looks at it
  private boolean help;

  SelfCheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    requireWithin("--programs", programs, 1, Integer.MAX_VALUE);
    requireWithin("--threads", threads, 2, 6);
    requireWithin("--ops", ops, 1, 12);
    boolean passed;
    try {
      passed = new SelfCheck(programs, seed, threads, ops, console.out()).run();
    } catch (ProgramsTooLarge e) {
      throw new UsageProblem(String.valueOf(e.getMessage()));
    }
    return (passed ? ExitCode.VERIFIED : ExitCode.VIOLATION).number();
  }

  private static void requireWithin(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageProblem(
          option
              + " is "
              + value
              + ", it must be "
              + least
              + (most == Integer.MAX_VALUE ? " or more" : " to " + most));
    }
  }
}
