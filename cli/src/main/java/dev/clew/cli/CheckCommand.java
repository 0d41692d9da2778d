package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.report.TextReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code clew check}: searches a program for violations.
 *
 * <p>Its options are described by calls, not by annotations like those of other commands: to read
 * annotations takes a tenth of a second, and this command is the one that people wait for.
 */
final class CheckCommand implements Callable<Integer> {
  static final String NAME = "check";
  static final String DEFAULT_OUT = "clew-out";
  private static final long MOST_STEPS = 100_000_000;

  /** The options that have a meaning for Java programs only. */
  private static final List<String> OF_JAVA =
      List.of(
          "-cp",
          "--source-path",
          "--stdin",
          "--hang",
          "--timeouts",
          "--spurious-wakeups",
          "--fair",
          "--deep");

  /** The options that say how to search, so that nothing else is done besides. */
  private static final List<String> WITHOUT_PLAN =
      List.of(
          "--strategy", "--executions", "--preemptions", "--iterative", "--symmetry", "--prune");

  private static final Set<StrategyKind> WITH_SYMMETRY =
      Set.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR, StrategyKind.NAIVE);

  private static final List<String> WITHOUT_SYMMETRY =
      List.of("--jobs", "--checkpoint", "--preemptions", "--iterative", "--prune", "--fair");

  private final Console console;
  private final CommandSpec spec;
  private final List<String> args;

  /** The command; {@code args} are all words of the command line. */
  CheckCommand(Console console, List<String> args) {
    this.console = console;
    this.args = args;
    this.spec = CommandSpec.wrapWithoutInspection(this);
    describe();
  }

  /** The command, for a command line. */
  CommandSpec spec() {
    return spec;
  }

  /** Where files go that the user did not name. */
  Path out() {
    ParseResult given = spec.commandLine() == null ? null : spec.commandLine().getParseResult();
    return given == null ? Path.of(DEFAULT_OUT) : value(given, "--out", Path.of(DEFAULT_OUT));
  }

  // --- options

  private void describe() {
    spec.name(NAME)
        .usageMessage()
        .header("Explores the interleavings of a program and says whether one violates.")
        .customSynopsis("clew check [options] TARGET [-- program arguments]")
        .sortOptions(false)
        .footer(
            "",
            "Exit code: 0 verified, 1 violation, 2 usage error, 3 inconclusive,",
            "4 clew itself failed.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .type(String.class)
            .paramLabel("TARGET")
            .description("The program: a class with main, Class#method, or a .toy file.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .hidden(true)
            .build());
    addOptions();
  }

  private void addOptions() {
    add(
        option("-cp", "PATH", OptionValues.TEXT)
            .names("-cp", "--class-path")
            .description(
                "Where the classes are: directories, jars, dir/*",
                "(default: $CLASSPATH, or the current directory)."));
    add(
        option("--source-path", "PATH", OptionValues.TEXT)
            .description("Where the sources are, if not beside the classes; for reports."));
    add(
        option("--strategy", "NAME", new OptionValues.Strategy())
            .description(
                "optimal, dpor, source, stateful, naive, cb-dfs or cb-por; random, pct, pos or",
                "surw take samples (default: optimal, and samples if that takes long)."));
    add(
        option("--preemptions", "N", new OptionValues.Preemptions())
            .description(
                "Explores only what can be executed with up to N preemptions:",
                "switches away from a thread that could have gone on."));
    add(
        flag("--iterative")
            .description(
                "Explores what needs 0 preemptions, then 1, 2, and so on, up to",
                "--preemptions if given: a violation is found with the fewest."));
    add(
        option("--jobs", "N", new OptionValues.Count())
            .description("Searches with N processes at the same time (default 1)."));
    add(flag("--await-jobs").hidden(true));
    add(
        flag("--symmetry")
            .description(
                "Of executions that are the same up to a permutation of threads",
                "that are alike, explores one only."));
    add(
        option("--executions", "N", new OptionValues.Count())
            .description("Ends the search after N executions."));
    add(
        option("--time", "TIME", new OptionValues.Time())
            .description("Ends the search after this time: 500ms, 30s, 2m, 1h."));
    add(
        option("--steps", "N", new OptionValues.Count())
            .description(
                "The most events of one execution (default " + Budget.DEFAULT_STEPS + ")."));
    add(
        option("--stdin", "FILE", new OptionValues.PathByName())
            .description("What a Java program reads from its standard input (default: nothing)."));
    add(
        option("--hang", "TIME", new OptionValues.Time())
            .description(
                "How long a thread of a Java program may compute without an",
                "operation that another one could notice (default 10s)."));
    add(
        option("--timeouts", "WHEN", new OptionValues.Timeouts())
            .description(
                "When timed operations of a Java program give up: last (default),",
                "only when nothing else can run; any, at any moment, up to 4 times",
                "in each thread; any:N, up to N times."));
    add(
        option("--spurious-wakeups", "N", new OptionValues.Wakeups())
            .description(
                "How often wait, await and park may end for no reason, in each",
                "thread of a Java program (default 0)."));
    add(
        option("--fair", "N", new OptionValues.Rounds())
            .description(
                "After N rounds of a loop that change nothing a thread of a Java",
                "program lets all others go first. For loops that wait and are",
                "not seen to: they count, or do something else besides."));
    add(
        flag("--deep")
            .description(
                "Explores the code of the JDK's concurrent collections too,",
                "instead of taking each call as one operation."));
    add(
        option("--seed", "N", new OptionValues.WholeNumber())
            .description("Of what is done at random (default 0)."));
    add(
        option("--depth", "N", new OptionValues.Depth())
            .description(
                "How many events have to come in a certain order for the faults that",
                "pct looks for (default " + SearchOptions.Sampling.DEFAULT_DEPTH + ")."));
    add(
        flag("--keep-going")
            .description(
                "Finds all violations, not only the first.",
                "Of several races on one variable one is reported."));
    add(
        option("--races", "WHAT", new OptionValues.RacesByName())
            .description("report (default) or ignore data races."));
    add(
        option("--prune", "races", new OptionValues.Pruning())
            .description(
                "Leaves out what cannot have a data race: decides about data",
                "races only, by dpor."));
    add(
        option("--checkpoint", "FILE", new OptionValues.PathByName())
            .description("Saves the search to FILE, and goes on from there if FILE exists."));
    add(
        option("--json", "FILE", new OptionValues.PathByName())
            .description("Writes the result to FILE, for scripts."));
    add(
        option("--out", "DIR", new OptionValues.PathByName())
            .description("Where replay files go (default " + DEFAULT_OUT + ")."));
    add(flag("--verbose").description("Shows all steps of a violation."));
    add(option("--replay-words", "TEXT", OptionValues.TEXT).hidden(true));
    add(option("--plan-cap", "N", new OptionValues.Count()).hidden(true));
    add(option("--jdk", "PATH", OptionValues.TEXT).description(CommonOptions.JDK));
    add(flag("-h").names("-h", "--help").usageHelp(true).description(CommonOptions.HELP));
  }

  private void add(OptionSpec.Builder option) {
    spec.addOption(option.build());
  }

  private static OptionSpec.Builder option(String name, String label, ITypeConverter<?> converter) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(Object.class)
        .converters(converter);
  }

  private static OptionSpec.Builder flag(String name) {
    return OptionSpec.builder(name).arity("0").type(boolean.class);
  }

  /** The value of an option, or another one if it was not given. */
  private static <T> T value(ParseResult given, String option, T otherwise) {
    return given.matchedOptionValue(option, otherwise);
  }

  private static <T> @Nullable T value(ParseResult given, String option) {
    return given.matchedOptionValue(option, (T) null);
  }

  // --- the call

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    SearchOptions search = searchOptions(given);
    CheckOptions options =
        new CheckOptions(
            search,
            value(given, "--checkpoint"),
            value(given, "--json"),
            out(),
            given.hasMatchedOption("--verbose"),
            jobs(given, search),
            symmetry(given, search.strategy()),
            value(given, "--replay-words", TextReport.REPLAY_COMMAND));
    String target = given.matchedPositionalValue(0, "");
    if (ToyTarget.isNamed(target)) {
      checkOptionsOfToy(given);
      return check(ToyTarget.load(target), options);
    }
    if (options.search().strategy() == StrategyKind.PRUNED) {
      checkCanBePruned(given);
    }
    JavaOptions java = javaOptions(given, target);
    return LargeStack.call(() -> checkJava(java, options));
  }

  private int checkJava(JavaOptions java, CheckOptions options) throws IOException {
    Optional<PostMortem> death = PostMortem.toTell();
    JavaTarget opened = JavaTarget.open(java, console);
    if (death.isPresent()) {
      try (opened) {
        return death.get().ofCheck(opened, options, console).number();
      }
    }
    int limit = options.search().budget().steps();
    try (opened;
        Supervision supervision = opened.supervised(limit, console)) {
      return searchOrWork(opened, options);
    }
  }

  private static StrategyKind strategy(ParseResult given) {
    StrategyKind named = value(given, "--strategy");
    if (!given.hasMatchedOption("--prune")) {
      return named == null ? StrategyKind.OPTIMAL : named;
    }
    if (named != null && named != StrategyKind.DPOR) {
      throw new UsageProblem(
          "--prune is not known to be sound with --strategy " + named.id() + ", use dpor");
    }
    if (given.hasMatchedOption("--checkpoint")) {
      throw new UsageProblem("--checkpoint cannot save a search with --prune, leave one out");
    }
    if (value(given, "--jobs", 1L) > 1) {
      throw new UsageProblem("--jobs has no meaning with --prune, which one process does alone");
    }
    if (value(given, "--races", OptionValues.Races.REPORT) == OptionValues.Races.IGNORE) {
      throw new UsageProblem("--prune races looks for what --races ignore does not want");
    }
    return StrategyKind.PRUNED;
  }

  private static SearchOptions searchOptions(ParseResult given) {
    StrategyKind strategy = strategy(given);
    Long seed = value(given, "--seed");
    Long planCap = value(given, "--plan-cap");
    long steps = value(given, "--steps", (long) Budget.DEFAULT_STEPS);
    boolean isPlan = isPlan(given);
    Integer depth = value(given, "--depth");
    checkCombination(strategy, isPlan, seed, planCap, steps);
    checkDepth(strategy, isPlan, depth);
    if (given.hasMatchedOption("--checkpoint") && !strategy.canBeSaved()) {
      throw new UsageProblem(
          "--checkpoint cannot save a search with --strategy " + strategy.id() + ", leave it out");
    }
    if (strategy == StrategyKind.STATEFUL) {
      checkCanBeStateful(given);
    }
    Budget budget =
        new Budget(
            value(given, "--executions", Long.MAX_VALUE), value(given, "--time"), (int) steps);
    PreemptionBound preemptions = preemptions(given, strategy);
    long plans = planCap == null ? SearchOptions.DEFAULT_PLAN_CAP : planCap;
    return new SearchOptions(
        strategy,
        budget,
        given.hasMatchedOption("--keep-going"),
        value(given, "--races", OptionValues.Races.REPORT) == OptionValues.Races.REPORT,
        seed == null ? 0 : seed,
        (int) plans,
        preemptions,
        new SearchOptions.Sampling(
            depth == null ? SearchOptions.Sampling.DEFAULT_DEPTH : depth, isPlan));
  }

  /** Whether nothing says how to search, so that samples are taken besides if it takes long. */
  private static boolean isPlan(ParseResult given) {
    return WITHOUT_PLAN.stream().noneMatch(option -> given.hasMatchedOption(option))
        && value(given, "--jobs", 1L) == 1;
  }

  private static PreemptionBound preemptions(ParseResult given, StrategyKind strategy) {
    Integer most = value(given, "--preemptions");
    boolean isIterative = given.hasMatchedOption("--iterative");
    String option = isIterative ? "--iterative" : "--preemptions";
    if (most == null && !isIterative) {
      return PreemptionBound.NONE;
    }
    if (!strategy.canBound()) {
      throw new UsageProblem(
          option
              + " has no meaning with --strategy "
              + strategy.id()
              + ", which would lose executions."
              + "\n  Leave it out, or use --strategy optimal, cb-dfs or cb-por.");
    }
    if (given.hasMatchedOption("--checkpoint")) {
      throw new UsageProblem(
          option + " is no search that --checkpoint can save, leave one of them out");
    }
    int largest = most == null ? PreemptionBound.ITERATIVE.most() : most;
    return new PreemptionBound(largest, isIterative);
  }

  private int check(Target opened, CheckOptions options) throws IOException {
    try (opened) {
      return searchOrWork(opened, options);
    }
  }

  private int searchOrWork(Target opened, CheckOptions options) throws IOException {
    String worker = options.jobs().worker();
    if (worker.isEmpty()) {
      return new Check(opened, options, console).run().number();
    }
    new WorkerMain(worker).run(opened.program(), options.search(), console);
    return ExitCode.VERIFIED.number();
  }

  private Jobs jobs(ParseResult given, SearchOptions search) {
    long count = value(given, "--jobs", 1L);
    Jobs.check(count, search, given.hasMatchedOption("--checkpoint"));
    return Jobs.of((int) count, given.hasMatchedOption("--await-jobs"), args);
  }

  private static boolean symmetry(ParseResult given, StrategyKind strategy) {
    if (!given.hasMatchedOption("--symmetry")) {
      return false;
    }
    for (String option : WITHOUT_SYMMETRY) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            "--symmetry cannot be combined with "
                + option
                + ": it was not shown that nothing is lost, leave one of them out");
      }
    }
    if (!WITH_SYMMETRY.contains(strategy)) {
      throw new UsageProblem(
          "--symmetry cannot be combined with --strategy "
              + strategy.id()
              + ": it was not shown that nothing is lost."
              + "\n  Leave it out, or use --strategy optimal, source, dpor or naive.");
    }
    return true;
  }

  private static List<String> arguments(ParseResult given) {
    return given.matchedPositionalValue(1, List.of());
  }

  private static JavaOptions javaOptions(ParseResult given, String target) {
    List<String> words = given.originalArgs();
    List<String> arguments = arguments(given);
    if (!arguments.isEmpty() && words.size() - words.indexOf("--") - 1 != arguments.size()) {
      throw new UsageProblem(
          "unexpected argument '" + arguments.get(0) + "': arguments of the program go after --");
    }
    String environment = System.getenv("CLASSPATH");
    String byDefault = environment == null || environment.isEmpty() ? "." : environment;
    String sourcePath = value(given, "--source-path");
    Path stdin = value(given, "--stdin");
    return new JavaOptions(
        target,
        ClassPathEntries.split(value(given, "-cp", byDefault)),
        sourcePath == null ? List.of() : ClassPathEntries.split(sourcePath),
        arguments,
        stdin == null ? "" : stdin.toString(),
        value(given, "--hang", JavaOptions.DEFAULT_HANG),
        new JavaOptions.Waits(
            value(given, "--timeouts", 0),
            value(given, "--spurious-wakeups", 0),
            value(given, "--fair", 0)),
        given.hasMatchedOption("--deep"),
        strategy(given));
  }

  private static void checkOptionsOfToy(ParseResult given) {
    List<String> arguments = arguments(given);
    if (!arguments.isEmpty()) {
      throw new UsageProblem(
          "unexpected argument '" + arguments.get(0) + "': a toy program takes no arguments");
    }
    for (String option : OF_JAVA) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(option + " has a meaning for Java programs only, leave it out");
      }
    }
  }

  private static void checkCanBeStateful(ParseResult given) {
    for (String option : List.of("--timeouts", "--spurious-wakeups", "--deep")) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            option
                + " and --strategy stateful do not go together: how often threads gave up or woke up,"
                + "\n  and where they are in code of the JDK, would make every state a new one");
      }
    }
  }

  private static void checkCanBePruned(ParseResult given) {
    for (String option : List.of("--timeouts", "--spurious-wakeups", "--deep", "--fair")) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            option
                + " and --prune do not go together: what threads then do is not in the code of the"
                + " program");
      }
    }
  }

  private static void checkDepth(StrategyKind strategy, boolean isPlan, @Nullable Integer depth) {
    if (depth != null && strategy != StrategyKind.PCT && !isPlan) {
      throw new UsageProblem(
          "--depth has a meaning with --strategy pct only, not with " + strategy.id());
    }
  }

  private static void checkCombination(
      StrategyKind strategy,
      boolean isPlan,
      @Nullable Long seed,
      @Nullable Long planCap,
      long steps) {
    if (seed != null && !strategy.samples() && !isPlan) {
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
