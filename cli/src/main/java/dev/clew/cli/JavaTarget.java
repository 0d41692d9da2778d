package dev.clew.cli;

import dev.clew.explore.StrategyKind;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.jvm.agent.ExtraHooks;
import dev.clew.jvm.agent.JdkClasses;
import dev.clew.jvm.program.EntryPoint;
import dev.clew.jvm.program.JvmProgram;
import dev.clew.jvm.program.ProgramLoader;
import dev.clew.jvm.program.SourceFiles;
import dev.clew.jvm.program.UnusableProgram;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Patience;
import dev.clew.jvm.run.Rounds;
import dev.clew.jvm.run.Sites;
import dev.clew.jvm.run.Spins;
import dev.clew.report.ReplayFile;
import dev.clew.report.story.Phrases;
import dev.clew.trace.Durations;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Java program, named on the command line: a class with {@code main}, or a method.
 *
 * <p>To be made and used by one thread with a {@linkplain LargeStack large stack}. There is one
 * program for everything, as its threads and objects get their numbers while it runs.
 */
final class JavaTarget implements Target {
  private static final String CLASS_PATH = "classPath";
  private static final String ABSOLUTE_CLASS_PATH = "absoluteClassPath";
  private static final String SOURCE_PATH = "sourcePath";
  private static final String ARGUMENTS = "arguments";
  private static final String STDIN = "stdin";
  private static final String WAITS = "waits";
  private static final String DEEP = "deep";
  private static final String HANG = "hangMillis";
  private static final String JDK = "jdk";
  private static final String PINNED = "pinned";

  private final JavaOptions options;
  private final ClassName className;
  private final List<Path> classPath;
  private final ProgramLoader loader;
  private final JvmProgram program;

  /** Whether it is closed with this. */
  private final boolean ownsProgram;

  private @Nullable Supervision supervision;

  private JavaTarget(
      JavaOptions options,
      ClassName className,
      List<Path> classPath,
      ProgramLoader loader,
      JvmProgram program,
      boolean ownsProgram) {
    this.options = options;
    this.ownsProgram = ownsProgram;
    this.className = className;
    this.classPath = classPath;
    this.loader = loader;
    this.program = program;
  }

  /**
   * The program, loaded and not yet executed.
   *
   * @throws UsageProblem if it cannot be used, with what is wrong
   */
  static JavaTarget open(JavaOptions options, Console console) {
    ClassName className = ClassName.parse(options.target());
    byte[] input = read(options.stdin());
    if (!className.takesArguments() && !options.arguments().isEmpty()) {
      throw new UsageProblem(
          "the method " + options.target() + " takes no arguments, only main does");
    }
    if (Hooks.class.getClassLoader() != null) {
      throw new ToolDefect("this JVM cannot run Java programs under control, start it by ./clew");
    }
    for (String missing : ClassPathEntries.missing(options.classPath())) {
      console.err().println("clew: warning: -cp: there is no '" + missing + "'");
    }
    if (options.isDeep()) {
      JdkClasses.deepen();
    }
    List<Path> classPath = ClassPathEntries.expand(options.classPath());
    ProgramLoader loader = loader(classPath, options.extraHooks());
    try {
      checkExists(className, options, loader, classPath);
      EntryPoint entry =
          className.method().isEmpty()
              ? EntryPoint.main(loader, className.type(), options.arguments())
              : EntryPoint.method(loader, className.type(), className.method());
      List<Path> sourcePath = ClassPathEntries.expand(options.sourcePath());
      SourceFiles sources = SourceFiles.in(sourcePath, classPath);
      JvmProgram program = new JvmProgram(entry, sources, !options.pinned().isEmpty());
      program.execution().hangs.setPatience(options.hang().toNanos());
      program.execution().patience.set(options.waits().early(), options.waits().wakeups());
      program.execution().time.setPatience(options.waits().sleep().toNanos());
      program.execution().spinning.setFair(options.waits().fair(), Spins.ENDLESS);
      program.execution().explorations.set(className.part(), options.arguments());
      program.console().setInput(input);
      return new JavaTarget(options, className, classPath, loader, program, true);
    } catch (UnusableProgram e) {
      close(loader);
      throw new UsageProblem(String.valueOf(e.getMessage()));
    } catch (UsageProblem e) {
      close(loader);
      throw e;
    }
  }

  private static byte[] read(String stdin) {
    try {
      return stdin.isEmpty() ? new byte[0] : Files.readAllBytes(Path.of(stdin));
    } catch (IOException e) {
      throw new UsageProblem("--stdin: '" + stdin + "' cannot be read: " + Reason.of(e));
    }
  }

  private static ProgramLoader loader(List<Path> classPath, Set<ExtraHooks> extra) {
    try {
      return new ProgramLoader(classPath, extra);
    } catch (UncheckedIOException e) {
      String why = e.getCause() == null ? "" : ": " + Reason.of(e.getCause());
      throw new UsageProblem("-cp: " + e.getMessage() + why);
    }
  }

  private static void checkExists(
      ClassName className, JavaOptions options, ProgramLoader loader, List<Path> classPath) {
    if (loader.has(className.type())) {
      return;
    }
    List<String> near = ClassPathEntries.classesNamed(className.simpleName(), classPath);
    String suggestion =
        near.isEmpty()
            ? "\n  Give the directory or jar that holds it with -cp, and the name with its package."
            : ", did you mean " + String.join(" or ", near) + "?";
    throw new UsageProblem(
        "there is no class "
            + className.type()
            + " on the class path "
            + String.join(":", options.classPath())
            + suggestion);
  }

  // --- replay files

  /** Whether a replay file was made for a Java program. */
  static boolean isOf(ReplayFile.Subject subject) {
    return !subject.setting(CLASS_PATH).isEmpty();
  }

  /**
   * The program of a replay file: where the user named it, or where it was then, whichever has not
   * changed. If both have, the user is warned: the schedule may still fit. No class is loaded
   * before it is trusted.
   *
   * @throws UsageProblem if it is gone, or not trusted
   */
  static JavaTarget reopen(
      ReplayFile.Subject subject, JavaOptions changed, ReplayTrust trust, Console console) {
    JavaOptions options =
        new JavaOptions(
            subject.target(),
            subject.setting(CLASS_PATH),
            changed.sourcePath().isEmpty() ? subject.setting(SOURCE_PATH) : changed.sourcePath(),
            subject.setting(ARGUMENTS),
            subject.setting(STDIN).stream()
                .filter(file -> Files.exists(Path.of(file)))
                .findFirst()
                .orElse(String.join("", subject.setting(STDIN).stream().limit(1).toList())),
            changed.hang().equals(JavaOptions.DEFAULT_HANG) ? hang(subject) : changed.hang(),
            waits(subject),
            !subject.setting(DEEP).isEmpty(),
            StrategyKind.OPTIMAL,
            String.join("", subject.setting(PINNED)));
    List<List<String>> places =
        changed.classPath().isEmpty()
            ? List.of(subject.setting(CLASS_PATH), subject.setting(ABSOLUTE_CLASS_PATH))
            : List.of(changed.classPath());
    String type = ClassName.parse(subject.target()).type();
    List<String> place = places.get(0);
    List<String> differences = List.of();
    boolean isThere = false;
    for (List<String> candidate : places) {
      try (ProgramLoader loader = loader(ClassPathEntries.expand(candidate), Set.of())) {
        if (loader.has(type)) {
          isThere = true;
          place = candidate;
          differences = differences(subject, loader);
          if (differences.isEmpty()) {
            break;
          }
        }
      } catch (IOException e) {
        throw new UsageProblem("-cp: " + Reason.of(e));
      }
    }
    JavaOptions chosen = options.withClassPath(place);
    if (isThere) {
      if (changed.classPath().isEmpty()) {
        requireHere(trust, type, chosen);
      }
      trust.requireSame(differences);
      ask(trust, subject, type, chosen);
    }
    JavaTarget target = open(chosen, console);
    if (!differences.isEmpty()) {
      console
          .err()
          .println(
              "clew: warning: the classes have changed since the file was made ("
                  + String.join(", ", differences.subList(0, Math.min(3, differences.size())))
                  + (differences.size() > 3 ? ", ..." : "")
                  + "): the schedule may not fit");
    }
    return target;
  }

  /** Libraries may be elsewhere, but what is run is no part of one. */
  private static void requireHere(ReplayTrust trust, String type, JavaOptions options) {
    Map<Boolean, List<Path>> entries =
        ClassPathEntries.expand(options.classPath()).stream()
            .collect(Collectors.partitioningBy(ReplayTrust::isLibrary));
    List<Path> own = entries.getOrDefault(false, List.of());
    own.forEach(entry -> trust.requireHere("the class path entry", entry));
    try (ProgramLoader loader = loader(own, Set.of())) {
      if (!loader.has(type)) {
        trust.doubt("the class " + type + " is one of a library");
      }
    } catch (IOException e) {
      throw new UsageProblem("-cp: " + Reason.of(e));
    }
  }

  private static void ask(
      ReplayTrust trust, ReplayFile.Subject subject, String type, JavaOptions options) {
    if (!subject.parts().containsKey(type)) {
      trust.doubt("the file does not say which class " + type + " it was made for");
    }
    trust.show("program", List.of(options.target()));
    trust.show("class path", options.classPath());
    trust.show("arguments", options.arguments());
    trust.check();
  }

  private static JavaOptions.Waits waits(ReplayFile.Subject subject) {
    List<String> numbers = subject.setting(WAITS);
    if (numbers.isEmpty()) {
      return JavaOptions.Waits.PATIENT;
    }
    try {
      return new JavaOptions.Waits(
          Integer.parseInt(numbers.get(0)),
          Integer.parseInt(numbers.get(1)),
          numbers.size() < 3 ? 0 : Integer.parseInt(numbers.get(2)),
          numbers.size() < 4
              ? JavaOptions.Waits.PATIENT.sleep()
              : Duration.ofNanos(Long.parseLong(numbers.get(3))));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new UsageProblem("the replay file is damaged: " + WAITS + " needs two to four numbers");
    }
  }

  /** How long a thread may stand still: as long as when the file was made. */
  private static Duration hang(ReplayFile.Subject subject) {
    try {
      return subject.setting(HANG).stream()
          .findFirst()
          .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
          .orElse(JavaOptions.DEFAULT_HANG);
    } catch (NumberFormatException e) {
      throw new UsageProblem("the field '" + HANG + "' of the replay file is no number");
    }
  }

  private static List<String> differences(ReplayFile.Subject subject, ProgramLoader loader) {
    List<String> differences = new ArrayList<>();
    subject
        .parts()
        .forEach(
            (name, hash) -> {
              if (!loader.classHash(name).equals(hash)) {
                differences.add(name);
              }
            });
    return differences;
  }

  /** Why a schedule may not fit, in words; what to do about it. */
  String whyDiverged(ReplayFile.Subject subject) {
    List<String> differences = differences(subject, loader);
    if (!differences.isEmpty()) {
      return "The classes have changed since it was made ("
          + String.join(", ", differences.subList(0, Math.min(3, differences.size())))
          + "), so the schedule does not fit. Check the program again.";
    }
    String then = String.join("", subject.setting(JDK));
    if (!then.equals(jdk())) {
      return "It was made on JDK " + then + " and this is JDK " + jdk() + ": try --jdk.";
    }
    return program.causeOfDivergence();
  }

  @Override
  public ReplayFile.Subject subject() {
    Map<String, List<String>> settings = new LinkedHashMap<>();
    settings.put(CLASS_PATH, options.classPath());
    settings.put(
        ABSOLUTE_CLASS_PATH, options.classPath().stream().map(ClassPathEntries::absolute).toList());
    settings.put(
        SOURCE_PATH, options.sourcePath().stream().map(ClassPathEntries::absolute).toList());
    settings.put(ARGUMENTS, options.arguments());
    String stdin = options.stdin();
    settings.put(
        STDIN, stdin.isEmpty() ? List.of() : List.of(stdin, ClassPathEntries.absolute(stdin)));
    if (!options.waits().equals(JavaOptions.Waits.PATIENT)) {
      settings.put(
          WAITS,
          List.of(
              Integer.toString(options.waits().early()),
              Integer.toString(options.waits().wakeups()),
              Integer.toString(options.waits().fair()),
              Long.toString(options.waits().sleep().toNanos())));
    }
    if (options.isDeep()) {
      settings.put(DEEP, List.of("collections"));
    }
    if (!options.pinned().isEmpty()) {
      settings.put(PINNED, List.of(options.pinned()));
    }
    settings.put(HANG, List.of(Long.toString(options.hang().toMillis())));
    settings.put(JDK, List.of(jdk()));
    return new ReplayFile.Subject(options.target(), settings, loader.classHashes());
  }

  private static String jdk() {
    return Integer.toString(Runtime.version().feature());
  }

  // --- the program

  @Override
  public String name() {
    return className.forFiles();
  }

  @Override
  public Optional<Path> file() {
    return Optional.empty();
  }

  @Override
  public Program program() {
    return program;
  }

  /**
   * Has it watched while it runs; null if nobody asked for it.
   *
   * @param json where scripts look for the result, null if nowhere
   */
  @Nullable Supervision supervised(int stepLimit, Console console, @Nullable Path json) {
    supervision = Supervision.begin(program.execution(), stepLimit, options.hang(), console, json);
    return supervision;
  }

  @Override
  public List<String> inexactTimes() {
    if (options.waits().early() > 0 || isTimely()) {
      return List.of();
    }
    return Timely.inexact(
        program.execution().shortSleeps.outlastedWaits(),
        patience(),
        program.execution().threads.wereInTurn());
  }

  private boolean isTimely() {
    return options.waits().sleep().isZero();
  }

  private String patience() {
    return Durations.words(Durations.pack(options.waits().sleep().toNanos()));
  }

  @Override
  public Optional<Target> timely() throws IOException {
    if (!options.waits().sleep().equals(JavaOptions.Waits.PATIENT.sleep())) {
      return Optional.empty();
    }
    if (supervision != null) {
      supervision.noteTimely();
    }
    program.hideAll();
    program.execution().time.setPatience(0);
    return Optional.of(
        new JavaTarget(options.timely(), className, classPath, loader, program, false));
  }

  @Override
  public Program programToReenact() {
    program.hideAll();
    program.execution().likeness.stop();
    return program;
  }

  @Override
  public String hash() {
    List<String> words = new ArrayList<>(List.of(options.target(), jdk()));
    words.add(options.waits() + (options.isDeep() ? " " + DEEP : ""));
    words.addAll(options.arguments());
    words.add(new String(read(options.stdin()), StandardCharsets.ISO_8859_1));
    return ClassPathHash.of(classPath, words);
  }

  @Override
  public String output() {
    return program.console().output();
  }

  @Override
  public boolean hasInvariants() {
    return program.execution().invariants.wereSeen();
  }

  @Override
  public List<String> assumptions() {
    List<String> assumptions = new ArrayList<>();
    assumptions.add("fields and elements that never race are not interleaved");
    addWaits(assumptions);
    Set<String> unexplored = program.unexplored();
    if (!unexplored.isEmpty()) {
      assumptions.add(
          "in which order threads call "
              + Phrases.list(List.copyOf(unexplored))
              + " makes no difference");
    }
    return assumptions;
  }

  @Override
  public List<String> unexplored() {
    return program.withoutHooks();
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    String thread = program.execution().threads.leaked();
    if (!thread.isEmpty()) {
      warnings.add(
          "leak: when the program is done "
              + thread
              + " still waits for work, so the JVM would not end; shut its executor down, or"
              + " cancel its timer");
    }
    if (!options.pinned().isEmpty()) {
      warnings.add(
          "slower than other programs, on platform threads: the JVM or native code calls code of"
              + " the program that other threads interrupt ("
              + options.pinned()
              + ")");
    }
    int selfish = program.execution().spinning.selfishSite();
    if (selfish >= 0) {
      warnings.add(
          "the loop at "
              + Sites.file(selfish)
              + ":"
              + Sites.line(selfish)
              + " goes round without a change and never gives way to other threads: no yield,"
              + " onSpinWait or sleep");
    }
    return warnings;
  }

  @Override
  public String extent() {
    List<String> bounds = new ArrayList<>();
    if (program.execution().rounds.wereBounded()) {
      bounds.add(Phrases.count(Rounds.FREE, "round") + " of threads that the end stops");
    }
    int runs = program.execution().threads.fewestRuns();
    if (runs != Rounds.ALL_RUNS) {
      bounds.add(Phrases.count(runs, "run") + " of periodic tasks");
    }
    return bounds.isEmpty() ? "" : "up to " + Phrases.list(bounds);
  }

  @Override
  public Optional<String> doubt() {
    if (!className.method().isEmpty()
        || PlainRun.of(className.type(), classPath, options) != PlainRun.End.WELL) {
      return Optional.empty();
    }
    return Optional.of(
        "the program fails at once, with one thread and no switch, but not when the JVM runs it"
            + " without Clew: Clew may be to blame, please report this");
  }

  private void addWaits(List<String> assumptions) {
    if (program.execution().rounds.wereBounded()) {
      assumptions.add(
          "after "
              + Rounds.FREE
              + " sleeps or yields"
              + " a thread that the end of the program stops goes on only when nothing else can run"
              + " and the program may not end");
    }
    int runs = program.execution().threads.fewestRuns();
    if (runs != Rounds.ALL_RUNS) {
      assumptions.add(
          "periodic tasks that were run "
              + Phrases.count(runs, "time")
              + " or more are not run again once all other work is done");
    }
    if (program.execution().spinning.wereSeen()) {
      assumptions.add("a round of a loop that changes nothing need not be repeated");
    }
    if (program.execution().spinning.wereFair()) {
      assumptions.add(
          "a thread whose loop went round "
              + Phrases.count(options.waits().fair(), "time")
              + " in a row without a change goes on only when no other thread can (--fair "
              + options.waits().fair()
              + ")");
    }
    if (program.execution().spinning.wereTimed()) {
      assumptions.add(
          "a loop that waits for a change or a time looks again when something changed or nothing"
              + " else can run");
    }
    Patience patience = program.execution().patience;
    JavaOptions.Waits waits = options.waits();
    if (program.execution().shortSleeps.wereSeen() && !isTimely()) {
      assumptions.add(
          "a sleep shorter than "
              + patience()
              + " may end at once (--patience 1ms lets each take its time)");
    }
    if (program.execution().threads.wasSleepHeld()) {
      assumptions.add(
          isTimely()
              ? "sleeps end only when nothing else can run"
              : "sleeps of "
                  + patience()
                  + " or more end only when nothing else can run (--patience)");
    }
    if (program.execution().threads.wasOrdered()) {
      assumptions.add("what is due first gives up first");
    }
    if (program.execution().threads.haveTimeouts() && isTimely()) {
      assumptions.add("what is due at the same time ends together");
    }
    if (program.execution().threads.haveTimeouts()) {
      assumptions.add(
          waits.early() == 0
              ? "timed operations give up only when nothing else can run"
              : "timed operations give up at any moment"
                  + (patience.wasLimited() ? ", early at most " + times(waits.early()) : ""));
    }
    if (patience.isWaitSeen()) {
      assumptions.add(
          waits.wakeups() == 0
              ? "no spurious wakeups"
              : "spurious wakeups: at most " + times(waits.wakeups()));
    }
  }

  private static String times(int count) {
    return Phrases.count(count, "time") + " in each thread";
  }

  // --- programs that are not under control

  @Override
  public RuntimeException unrepeatable(ReplayDivergence divergence) {
    return new UsageProblem(
        "the program did not do the same again under the same schedule, so it cannot be checked."
            + "\n  It differed at step "
            + (divergence.step() + 1)
            + " of an execution:\n    "
            + divergence.what(program.names()).replace("\n", "\n    ")
            + "\n  "
            + program.causeOfDivergence()
            + "\n  Take what differs out of the program, or have it start from the same each time.");
  }

  @Override
  public boolean mayDiffer() {
    return program.mayDiffer();
  }

  @Override
  public RuntimeException unrepeatable(String finding, String why) {
    return new UsageProblem(
        "a violation was found ("
            + finding
            + "), but the program did not show it again under the same schedule"
            + why
            + "\n  "
            + program.causeOfDivergence());
  }

  @Override
  public void close() {
    if (ownsProgram) {
      program.close();
      close(loader);
    }
  }

  private static void close(ProgramLoader loader) {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
