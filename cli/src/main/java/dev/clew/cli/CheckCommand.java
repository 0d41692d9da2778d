package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code clew check}: searches a program for violations. */
@Command(
    name = "check",
    header = "Explores the interleavings of a program and says whether one violates.",
    customSynopsis = "clew check [options] TARGET [-- program arguments]",
    sortOptions = false,
    footer = {
      "",
      "Exit code: 0 verified, 1 violation, 2 usage error, 3 inconclusive,",
      "4 clew itself failed."
    })
final class CheckCommand implements Callable<Integer> {
  static final String DEFAULT_OUT = "clew-out";
  private static final long MOST_STEPS = 100_000_000;

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      description = "The program: a class with main, Class#method, or a .toy file.")
  private String target = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "1..*", hidden = true)
  private List<String> arguments = List.of();

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = {
        "Where the classes are: directories, jars, dir/*",
        "(default: $CLASSPATH, or the current directory)."
      })
  private @Nullable String classPath;

  @Option(
      names = "--source-path",
      paramLabel = "PATH",
      description = "Where the sources are, if not beside the classes; for reports.")
  private @Nullable String sourcePath;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      converter = OptionValues.Strategy.class,
      description = "optimal (default), dpor, source, naive or random.")
  private StrategyKind strategy = StrategyKind.OPTIMAL;

  @Option(
      names = "--executions",
      paramLabel = "N",
      converter = OptionValues.Count.class,
      description = "Ends the search after N executions.")
  private long executions = Long.MAX_VALUE;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = OptionValues.Time.class,
      description = "Ends the search after this time: 500ms, 30s, 2m, 1h.")
  private @Nullable Duration time;

  @Option(
      names = "--steps",
      paramLabel = "N",
      converter = OptionValues.Count.class,
      description = "The most events of one execution (default " + Budget.DEFAULT_STEPS + ").")
  private long steps = Budget.DEFAULT_STEPS;

  @Option(
      names = "--stdin",
      paramLabel = "FILE",
      converter = OptionValues.PathByName.class,
      description = "What a Java program reads from its standard input (default: nothing).")
  private @Nullable Path stdin;

  @Option(
      names = "--hang",
      paramLabel = "TIME",
      converter = OptionValues.Time.class,
      description = {
        "How long a thread of a Java program may compute without an",
        "operation that another one could notice (default 10s)."
      })
  private @Nullable Duration hang;

  @Option(
      names = "--timeouts",
      paramLabel = "WHEN",
      converter = OptionValues.Timeouts.class,
      description = {
        "When timed operations of a Java program give up: last (default),",
        "only when nothing else can run; any, at any moment, up to 4 times",
        "in each thread; any:N, up to N times."
      })
  private @Nullable Integer timeouts;

  @Option(
      names = "--spurious-wakeups",
      paramLabel = "N",
      converter = OptionValues.Wakeups.class,
      description = {
        "How often wait, await and park may end for no reason, in each",
        "thread of a Java program (default 0)."
      })
  private @Nullable Integer wakeups;

  @Option(
      names = "--seed",
      paramLabel = "N",
      converter = OptionValues.WholeNumber.class,
      description = "Of the random strategy (default 0).")
  private @Nullable Long seed;

  @Option(
      names = "--keep-going",
      description = {
        "Finds all violations, not only the first.",
        "Of several races on one variable one is reported."
      })
  private boolean keepGoing;

  @Option(
      names = "--races",
      paramLabel = "WHAT",
      converter = OptionValues.RacesByName.class,
      description = "report (default) or ignore data races.")
  private OptionValues.Races races = OptionValues.Races.REPORT;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      converter = OptionValues.PathByName.class,
      description = "Saves the search to FILE, and goes on from there if FILE exists.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      converter = OptionValues.PathByName.class,
      description = "Writes the result to FILE, for scripts.")
  private @Nullable Path json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      converter = OptionValues.PathByName.class,
      description = "Where replay files go (default " + DEFAULT_OUT + ").")
  private Path out = Path.of(DEFAULT_OUT);

  @Option(names = "--verbose", description = "Shows all steps of a violation.")
  private boolean verbose;

  @Option(
      names = "--plan-cap",
      paramLabel = "N",
      hidden = true,
      converter = OptionValues.Count.class)
  private @Nullable Long planCap;

  @Mixin private CommonOptions common = new CommonOptions();

  CheckCommand(Console console) {
    this.console = console;
  }

  /** Where files go that the user did not name. */
  Path out() {
    return out;
  }

  @Override
  public Integer call() throws Exception {
    checkCombination();
    Budget budget = new Budget(executions, time, (int) steps);
    long plans = planCap == null ? SearchOptions.DEFAULT_PLAN_CAP : planCap;
    SearchOptions search =
        new SearchOptions(
            strategy,
            budget,
            keepGoing,
            races == OptionValues.Races.REPORT,
            seed == null ? 0 : seed,
            (int) plans);
    CheckOptions options = new CheckOptions(search, checkpoint, json, out, verbose);
    if (ToyTarget.isNamed(target)) {
      checkOptionsOfToy();
      return check(ToyTarget.load(target), options);
    }
    JavaOptions java = javaOptions();
    return LargeStack.call(() -> check(JavaTarget.open(java, console), options));
  }

  private int check(Target opened, CheckOptions options) throws IOException {
    try (opened) {
      return new Check(opened, options, console).run().number();
    }
  }

  private JavaOptions javaOptions() {
    List<String> words = spec.commandLine().getParseResult().originalArgs();
    if (!arguments.isEmpty() && words.size() - words.indexOf("--") - 1 != arguments.size()) {
      throw new UsageProblem(
          "unexpected argument '" + arguments.get(0) + "': arguments of the program go after --");
    }
    String environment = System.getenv("CLASSPATH");
    String byDefault = environment == null || environment.isEmpty() ? "." : environment;
    return new JavaOptions(
        target,
        ClassPathEntries.split(classPath == null ? byDefault : classPath),
        sourcePath == null ? List.of() : ClassPathEntries.split(sourcePath),
        arguments,
        stdin == null ? "" : stdin.toString(),
        hang == null ? JavaOptions.DEFAULT_HANG : hang,
        new JavaOptions.Waits(timeouts == null ? 0 : timeouts, wakeups == null ? 0 : wakeups));
  }

  private void checkOptionsOfToy() {
    if (!arguments.isEmpty()) {
      throw new UsageProblem(
          "unexpected argument '" + arguments.get(0) + "': a toy program takes no arguments");
    }
    refuseForToy("-cp", classPath);
    refuseForToy("--source-path", sourcePath);
    refuseForToy("--stdin", stdin);
    refuseForToy("--hang", hang);
    refuseForToy("--timeouts", timeouts);
    refuseForToy("--spurious-wakeups", wakeups);
  }

  private static void refuseForToy(String option, @Nullable Object value) {
    if (value != null) {
      throw new UsageProblem(option + " has a meaning for Java programs only, leave it out");
    }
  }

  private void checkCombination() {
    if (seed != null && !strategy.samples()) {
      throw new UsageProblem(
          "--seed has no meaning with --strategy "
              + strategy.id()
              + ", which makes no random choice."
              + "\n  Leave it out, or use --strategy random.");
    }
    if (planCap != null && strategy != StrategyKind.OPTIMAL) {
      throw new UsageProblem("--plan-cap has a meaning with --strategy optimal only");
    }
    if (steps > MOST_STEPS) {
      throw new UsageProblem(
          "--steps: " + steps + " is too large, give " + MOST_STEPS + " or less");
    }
    if (planCap != null && planCap > Integer.MAX_VALUE) {
      throw new UsageProblem("--plan-cap: " + planCap + " is too large");
    }
  }
}
