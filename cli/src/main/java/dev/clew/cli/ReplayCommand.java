package dev.clew.cli;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.StrategyKind;
import dev.clew.report.Replay;
import dev.clew.report.ReplayFile;
import dev.clew.report.ReplayProblem;
import dev.clew.report.TextReport;
import dev.clew.report.story.Phrases;
import dev.clew.report.story.Printable;
import dev.clew.trace.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code clew replay}: runs the schedule of a replay file, and shows it in full. */
@Command(
    name = "replay",
    header = "Runs exactly the schedule that showed a violation, and prints it in full.",
    customSynopsis = "clew replay [options] FILE",
    sortOptions = false,
    footer = {
      "",
      "Exit code: 1 it shows the violation again, 2 it cannot be replayed,",
      "3 it is of an execution that did not end, which is no violation."
    })
final class ReplayCommand implements Callable<Integer> {
  private static final String CHANGED_BY_HAND =
      "The program is the one it was made for, so the file was changed by hand or by another"
          + " version of clew.";

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      converter = OptionValues.PathByName.class,
      description = "A file written by clew check.")
  private Path file = Path.of("");

  @Option(
      names = "--debug",
      description = {
        "Waits for a debugger before it begins; the schedule holds",
        "while one steps."
      })
  private boolean debug;

  /** For those who run this in a JVM that is debugged already. */
  @Option(names = "--patient", hidden = true)
  private boolean patient;

  /** The script that starts the tool looks at it. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = "--debug-port",
      paramLabel = "N",
      converter = OptionValues.Count.class,
      description = "Where --debug listens (default 5005).")
  private long debugPort;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Where the classes are, if they have moved.")
  private @Nullable String classPath;

  @Option(
      names = "--source-path",
      paramLabel = "PATH",
      description = "Where the sources are, if not beside the classes.")
  private @Nullable String sourcePath;

  @Option(
      names = "--trust",
      description = {
        "Replays the file even if it runs what is not below the current",
        "directory, what has changed, or gives the compiler flags that",
        "may do harm. A replay runs the program with your rights."
      })
  private boolean trust;

  @Mixin private CommonOptions common = new CommonOptions();

  ReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    ReplayFile replayFile = read();
    ReplayFile.Subject subject = replayFile.subject();
    if (NativeSubject.isOf(subject)) {
      checkOptionsOf("a C program");
      NativeTarget target =
          NativeSubject.reopen(subject, file, new ReplayTrust(file, trust), console);
      return replay(replayFile, target, program -> program.whyDiverged(subject));
    }
    if (!JavaTarget.isOf(subject)) {
      checkOptionsOf("a toy program");
      return replay(replayFile, ToyTarget.reopen(subject, file), toy -> CHANGED_BY_HAND);
    }
    return LargeStack.call(() -> replayJava(replayFile, subject));
  }

  private int replayJava(ReplayFile replayFile, ReplayFile.Subject subject) throws IOException {
    Optional<PostMortem> death = PostMortem.toTell();
    ReplayTrust asked = new ReplayTrust(file, trust);
    JavaTarget target = JavaTarget.reopen(subject, javaOptions(subject), asked, console);
    if (death.isPresent()) {
      try (target) {
        return death.get().ofReplay(replayFile, file, target, console).number();
      }
    }
    try (Supervision supervision =
        debug ? null : target.supervised(replayFile.steps().size() + 1, console, null)) {
      return replay(replayFile, target, java -> java.whyDiverged(subject));
    }
  }

  private <T extends Target> int replay(
      ReplayFile replayFile, T target, Function<T, String> whyDiverged) {
    try (target) {
      Replay replay = execute(replayFile, target, whyDiverged);
      Finding finding = replay.finding().orElseThrow(() -> notShown(replayFile));
      console.out().print(TextReport.of(finding, replay.reenactment(), true));
      printOutput(target.output());
      String steps = Phrases.count(replayFile.steps().size(), "step");
      boolean isViolation = finding.kind() != FindingKind.ENDLESS;
      String what =
          switch (finding.kind()) {
            case UNEXPLORED -> "the execution that a search left out";
            case ENDLESS -> "the execution has not ended";
            default -> "the violation shows again";
          };
      console.out().println("replayed: " + steps + ", " + what);
      console.out().flush();
      return (isViolation ? ExitCode.VIOLATION : ExitCode.INCONCLUSIVE).number();
    }
  }

  private void printOutput(String output) {
    if (!output.isBlank()) {
      console.out().println("  The program printed:");
      Printable.lines(output)
          .lines()
          .forEach(line -> console.out().println("    " + line.stripTrailing()));
      console.out().println();
    }
  }

  private void checkOptionsOf(String language) {
    String option =
        classPath != null ? "-cp" : sourcePath != null ? "--source-path" : debug ? "--debug" : "";
    if (!option.isEmpty()) {
      throw new UsageProblem(
          option + " has a meaning for Java programs only, and '" + file + "' is of " + language);
    }
  }

  /** What is changed for this replay: where to look, and for how long a thread may stand still. */
  private JavaOptions javaOptions(ReplayFile.Subject subject) {
    return new JavaOptions(
        subject.target(),
        classPath == null ? List.of() : ClassPathEntries.split(classPath),
        sourcePath == null ? List.of() : ClassPathEntries.split(sourcePath),
        List.of(),
        "",
        debug || patient ? ChronoUnit.CENTURIES.getDuration() : JavaOptions.DEFAULT_HANG,
        JavaOptions.Waits.PATIENT,
        false,
        StrategyKind.OPTIMAL,
        "");
  }

  private ReplayFile read() {
    try {
      return ReplayFile.parse(TextFile.read(file));
    } catch (ReplayProblem e) {
      throw new UsageProblem("'" + file + "' is not a replay file: " + e.getMessage());
    }
  }

  private <T extends Target> Replay execute(
      ReplayFile replayFile, T target, Function<T, String> whyDiverged) {
    try {
      Program program = target.programToReenact();
      return Replay.of(replayFile, debug ? new DebuggedProgram(program) : program);
    } catch (ReplayProblem e) {
      throw new UsageProblem(
          "'"
              + file
              + "' cannot be replayed: "
              + e.getMessage()
              + "\n  "
              + whyDiverged.apply(target)
              + " (The file is of clew "
              + replayFile.version()
              + ".)");
    }
  }

  private UsageProblem notShown(ReplayFile replayFile) {
    return new UsageProblem(
        "'"
            + file
            + "' was replayed to its end, but does not show what it says: "
            + replayFile.kind().id()
            + ", "
            + replayFile.message()
            + (replayFile.code().equals(Finding.EXHAUSTED)
                ? "\n  When memory or the stack run out is not the same each time: try again."
                : "\n  The file was changed by hand or by another version of clew."));
  }
}
