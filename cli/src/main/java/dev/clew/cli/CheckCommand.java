package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.report.TextReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
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

  /** The options that have a meaning for Java programs only. */
  private static final List<String> OF_JAVA = List.of("-cp", "--source-path", "--fair", "--deep");

  /** The options that have none for toy programs. */
  private static final List<String> NOT_OF_TOY =
      List.of("--stdin", "--hang", "--timeouts", "--spurious-wakeups");

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
            .description(
                "The program: a class with main, Class#method, sources in C or",
                "C++, an executable made by clew cc, or a .toy file.")
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
        option("--cflags", "WORDS", OptionValues.TEXT)
            .description(
                "For the C compiler, as -O1 -std=c11 -DN=2; -I, -D, -O, -std= work alone."));
    add(
        option("--libs", "WORDS", OptionValues.TEXT)
            .description("For the linker of a C program, as -lm -lz; -l and -L work alone."));
    add(words(CompilerWords.TO_COMPILER));
    add(words(CompilerWords.TO_LINKER));
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
            .description("What the program reads from its standard input (default: nothing)."));
    add(
        option("--hang", "TIME", new OptionValues.Time())
            .description(
                "How long a thread may compute, in processor time, without an",
                "operation that another one could notice (default 10s)."));
    add(
        option("--timeouts", "WHEN", new OptionValues.Timeouts())
            .description(
                "When timed operations give up: last (default), only when nothing",
                "else can run; any, at any moment, up to 4 times in each thread;",
                "any:N, up to N times."));
    add(
        option("--patience", "TIME", new OptionValues.Time())
            .description(
                "How far sleeping may take a thread ahead of others that can",
                "run, in virtual time: a sleep that is shorter may end at any",
                "moment, others only when nothing else can run (default 1s)."));
    add(
        option("--spurious-wakeups", "N", new OptionValues.Wakeups())
            .description(
                "How often waits at conditions, and park, may end for no reason,",
                "in each thread (default 0)."));
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
        option("--audit", "N", new OptionValues.CountOrNone())
            .description(
                "How many executions at random must turn out to be explored ones before a",
                "program counts as verified (default: a 20th of the search, 20 at least)."));
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

  /** An option that users do not see, and that can be given many times. */
  private static OptionSpec.Builder words(String name) {
    return OptionSpec.builder(name)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .hidden(true);
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
    SearchChoice choice = new SearchChoice(given);
    SearchOptions search = choice.options();
    CheckOptions options =
        new CheckOptions(
            search,
            value(given, "--checkpoint"),
            value(given, "--json"),
            out(),
            given.hasMatchedOption("--verbose"),
            jobs(given, search),
            choice.symmetry(),
            value(given, "--replay-words", TextReport.REPLAY_COMMAND));
    checkTargetIsGiven(given);
    String target = given.matchedPositionalValue(0, "");
    if (ToyTarget.isNamed(target)) {
      checkOptionsOfToy(given);
      return check(ToyTarget.load(target, patienceOfToy(given)), options);
    }
    if (NativeChoice.isNamed(given, target)) {
      List<String> words = new ArrayList<>(List.of(target));
      words.addAll(arguments(given));
      NativeOptions program = new NativeChoice(given).options(words, search.strategy());
      return check(NativeTarget.open(program, console), options);
    }
    choice.checkOfJava();
    JavaOptions java = javaOptions(given, target, search.strategy());
    return LargeStack.call(() -> new JavaCheck(options, console).run(java));
  }

  private int check(Target opened, CheckOptions options) throws IOException {
    try (opened) {
      return JavaCheck.searchOrWork(opened, options, console);
    }
  }

  private Jobs jobs(ParseResult given, SearchOptions search) {
    long count = value(given, "--jobs", 1L);
    Jobs.check(count, search, given.hasMatchedOption("--checkpoint"));
    return Jobs.of((int) count, given.hasMatchedOption("--await-jobs"), args);
  }

  /** What comes after -- is for the program, and names none. */
  private static void checkTargetIsGiven(ParseResult given) {
    List<String> words = given.originalArgs();
    int separator = words.indexOf("--");
    int positional = 1 + arguments(given).size();
    if (separator >= 0 && words.size() - separator - 1 >= positional) {
      CommandSpec spec = given.commandSpec();
      PositionalParamSpec target = spec.positionalParameters().get(0);
      throw new MissingParameterException(
          spec.commandLine(), target, "Missing required parameter: '" + target.paramLabel() + "'");
    }
  }

  private static List<String> arguments(ParseResult given) {
    return given.matchedPositionalValue(1, List.of());
  }

  private static JavaOptions javaOptions(ParseResult given, String target, StrategyKind strategy) {
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
            value(given, "--fair", 0),
            value(given, "--patience", JavaOptions.Waits.PATIENT.sleep())),
        given.hasMatchedOption("--deep"),
        strategy,
        "");
  }

  /** A time of the language is a millisecond. */
  private static OptionalInt patienceOfToy(ParseResult given) {
    Duration patience = value(given, "--patience");
    return patience == null
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.min(patience.toMillis(), Integer.MAX_VALUE / 2));
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
    for (String option : NOT_OF_TOY) {
      if (given.hasMatchedOption(option)) {
        throw new UsageProblem(
            option + " has a meaning for Java and C programs only, leave it out");
      }
    }
  }
}
