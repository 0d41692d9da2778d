package dev.clew.cli;

import dev.clew.foreign.Feature;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import dev.clew.foreign.UnusableProgram;
import dev.clew.foreign.c.CFiles;
import dev.clew.foreign.c.CNames;
import dev.clew.foreign.c.CProgram;
import dev.clew.foreign.c.CSources;
import dev.clew.foreign.c.Symbols;
import dev.clew.foreign.c.Toolchain;
import dev.clew.report.ReplayFile;
import dev.clew.report.story.Phrases;
import dev.clew.trace.Durations;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A C or C++ program, named on the command line by its sources or by its executable. */
final class NativeTarget implements Target {
  private final NativeOptions options;
  private final Path directory;
  private final CProgram compiled;

  /** Whether it is removed with this, if it was compiled for it. */
  private final boolean ownsCompiled;

  private final Symbols symbols;
  private final List<String> libraries;
  private final List<String> levels;
  private final List<String> unwatched;
  private final ForeignProgram program;

  private NativeTarget(
      NativeOptions options, Path directory, CProgram compiled, boolean ownsCompiled)
      throws IOException {
    this.options = options;
    this.ownsCompiled = ownsCompiled;
    this.directory = directory;
    this.compiled = compiled;
    this.libraries = compiled.libraries();
    this.levels = compiled.levels();
    this.unwatched = compiled.unwatched();
    this.symbols = new Symbols(compiled.executable());
    List<String> command = new ArrayList<>(List.of(compiled.executable().toString()));
    command.addAll(options.arguments());
    Launch launch =
        new Launch(
            command,
            stdin(options),
            options.hang(),
            options.early(),
            options.wakeups(),
            options.patience());
    this.program = new ForeignProgram(launch, numbers -> new CNames(numbers, symbols));
  }

  /**
   * The program, compiled and not yet executed.
   *
   * @throws UsageProblem if it cannot be used, with what is wrong
   */
  static NativeTarget open(NativeOptions options, Console console) throws IOException {
    return open(options, Path.of(""), console);
  }

  /** The same with a compiler that is called in a directory. */
  static NativeTarget open(NativeOptions options, Path directory, Console console)
      throws IOException {
    checkStdin(options.stdin());
    CProgram compiled = compile(options, directory, console);
    try {
      return new NativeTarget(options, directory, compiled, true);
    } catch (IOException | RuntimeException e) {
      compiled.close();
      throw e;
    }
  }

  private static CProgram compile(NativeOptions options, Path directory, Console console)
      throws IOException {
    String first = directory.resolve(options.files().get(0)).toString();
    try {
      if (CFiles.isExecutable(first)) {
        return CProgram.open(first);
      }
      CSources sources = new CSources(options.files(), options.cflags(), options.libs(), directory);
      return CProgram.build(sources, Toolchain.of(System.getenv()), notice -> say(notice, console));
    } catch (UnusableProgram e) {
      throw new UsageProblem(String.valueOf(e.getMessage()));
    }
  }

  private static void say(String notice, Console console) {
    if (console.showsProgress()) {
      console.err().println("clew: " + notice);
    }
  }

  private static void checkStdin(String stdin) {
    if (!stdin.isEmpty() && !Files.isRegularFile(Path.of(stdin))) {
      throw new UsageProblem(
          "--stdin: "
              + (Files.exists(Path.of(stdin))
                  ? "'" + stdin + "' is no regular file"
                  : "there is no file '" + stdin + "'"));
    }
  }

  private static Optional<Path> stdin(NativeOptions options) {
    return options.stdin().isEmpty()
        ? Optional.empty()
        : Optional.of(Path.of(options.stdin()).toAbsolutePath());
  }

  // --- the program

  /** The name of the first file, without its extension. */
  @Override
  public String name() {
    String name = String.valueOf(Path.of(options.files().get(0)).getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  @Override
  public Optional<Path> file() {
    return Optional.of(directory.resolve(options.files().get(0)));
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public Program programToReenact() {
    program.hideAll();
    return program;
  }

  @Override
  public void cutOffWhen(BooleanSupplier question) {
    program.cutOffWhen(question);
  }

  @Override
  public String hash() {
    return NativeSubject.hash(options, directory);
  }

  @Override
  public ReplayFile.Subject subject() {
    return NativeSubject.of(options, directory);
  }

  @Override
  public String output() {
    return program.output();
  }

  // --- what a verdict says

  @Override
  public List<String> assumptions() {
    List<String> assumptions = new ArrayList<>();
    assumptions.add("variables that never race are not interleaved");
    assumptions.add("memory is sequentially consistent, whatever order atomic operations ask for");
    addWaits(assumptions);
    if (!libraries.isEmpty()) {
      assumptions.add(
          "code of "
              + Phrases.list(libraries)
              + " shares no memory between threads: it is not seen");
    }
    if (!levels.isEmpty()) {
      assumptions.add(
          "the compiler, called with "
              + Phrases.list(levels)
              + ", has left out no access that others"
              + " would notice (-O1 leaves out none)");
    }
    if (!unwatched.isEmpty()) {
      assumptions.add("not watched: what " + Phrases.list(unwatched) + " reads and writes");
    }
    assumptions.addAll(program.notes());
    return assumptions;
  }

  @Override
  public List<String> inexactTimes() {
    if (options.early() > 0 || isTimely()) {
      return List.of();
    }
    return Timely.inexact(
        program.has(Feature.OUTLASTED_WAITS), patience(), program.has(Feature.TURNS));
  }

  private boolean isTimely() {
    return options.patience().isZero();
  }

  private String patience() {
    return Durations.words(Durations.pack(options.patience().toNanos()));
  }

  @Override
  public Optional<Target> timely() throws IOException {
    return options.patience().equals(Launch.PATIENCE)
        ? Optional.of(new NativeTarget(options.timely(), directory, compiled, false))
        : Optional.empty();
  }

  @Override
  public String extent() {
    return program.has(Feature.ROUNDS) ? "up to 2 rounds of threads that the end stops" : "";
  }

  private void addWaits(List<String> assumptions) {
    if (program.has(Feature.ROUNDS)) {
      assumptions.add(
          "after 2 sleeps or yields a thread that is left when the program ends goes on only when"
              + " nothing else can run and the program may not end");
    }
    if (program.has(Feature.SPINS)) {
      assumptions.add("a round of a loop that changes nothing need not be repeated");
    }
    if (program.has(Feature.POLLS)) {
      assumptions.add(
          "a loop that waits for a change or a time looks again when something changed or nothing"
              + " else can run");
    }
    if (program.has(Feature.SHORT_SLEEPS) && !isTimely()) {
      assumptions.add(
          "a sleep shorter than "
              + patience()
              + " may end at once (--patience 1ms lets each take its time)");
    }
    if (program.has(Feature.LONG_SLEEPS)) {
      assumptions.add(
          isTimely()
              ? "sleeps end only when nothing else can run"
              : "sleeps of "
                  + patience()
                  + " or more end only when nothing else can run (--patience)");
    }
    if (program.has(Feature.ORDER)) {
      assumptions.add("what is due first gives up first");
    }
    if (program.has(Feature.TIMED) && isTimely()) {
      assumptions.add("what is due at the same time ends together");
    }
    if (program.has(Feature.TIMED)) {
      assumptions.add(
          options.early() == 0
              ? "timed operations give up only when nothing else can run"
              : "timed operations give up at any moment, early at most " + times(options.early()));
    }
    if (program.has(Feature.WAITS)) {
      assumptions.add(
          options.wakeups() == 0
              ? "no spurious wakeups"
              : "spurious wakeups: at most " + times(options.wakeups()));
    }
  }

  private static String times(int count) {
    return Phrases.count(count, "time") + " in each thread";
  }

  // --- programs that are not under control

  /** Why a schedule does not fit, in words; what to do about it. */
  String whyDiverged(ReplayFile.Subject subject) {
    List<String> differences = NativeSubject.differences(subject, options, directory);
    if (!differences.isEmpty()) {
      return Phrases.list(differences)
          + " changed since it was made, so the schedule does not fit. Check the program again.";
    }
    return "A header, a library or the compiler may have changed since. Check the program again.";
  }

  @Override
  public RuntimeException unrepeatable(ReplayDivergence divergence) {
    return new UsageProblem(
        "the program did not do the same again under the same schedule, so it cannot be checked."
            + "\n  It differed at step "
            + (divergence.step() + 1)
            + " of an execution:\n    "
            + divergence.what(program.names()).replace("\n", "\n    ")
            + "\n  It may depend on something that Clew does not control: files or devices that"
            + " change, the\n  environment, memory that was never set, or code in assembler."
            + "\n  Take what differs out of the program, or have it start from the same each time.");
  }

  /** What it uses tells nothing; whether it does the same again is measured. */
  @Override
  public boolean mayDiffer() {
    return false;
  }

  @Override
  public RuntimeException unrepeatable(String finding, String why) {
    return new UsageProblem(
        "a violation was found ("
            + finding
            + "), but the program did not show it again under the same schedule"
            + why
            + "\n  It may depend on something that Clew does not control, as memory that was never"
            + " set.");
  }

  @Override
  public void close() {
    try {
      program.close();
      symbols.close();
    } finally {
      if (ownsCompiled) {
        compiled.close();
      }
    }
  }
}
