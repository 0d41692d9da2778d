package dev.clew.cli;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.foreign.Owner;
import dev.clew.jvm.run.Journal;
import dev.clew.jvm.run.Positions;
import dev.clew.jvm.run.Turns;
import dev.clew.report.CheckResult;
import dev.clew.report.ReplayFile;
import dev.clew.report.TextReport;
import dev.clew.report.story.Phrases;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.Failure;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells what happened in a JVM that died while it ran a Java program, from the journal it left:
 * does the same steps again, in this JVM, and stops before what the last thread went on to do.
 */
final class PostMortem {
  /** The system properties by which the script says which directory is left, and what it saw. */
  private static final String DIRECTORY = "clew.died";

  private static final String STATUS = "clew.status";

  private final Path directory;
  private final Death death;
  private final Journal.Contents journal;

  private PostMortem(Path directory, Death death, Journal.Contents journal) {
    this.directory = directory;
    this.death = death;
    this.journal = journal;
  }

  /** The death of another JVM that is to be told of, if that is what this one was started for. */
  static Optional<PostMortem> toTell() throws IOException {
    String name = System.getProperty(DIRECTORY);
    if (name == null) {
      return Optional.empty();
    }
    Path directory = Path.of(name);
    if (!Owner.isPrivate(directory)) {
      throw new UsageProblem(
          "'" + directory + "' is not as a JVM leaves it: somebody else writes there");
    }
    Death death = Death.of(directory, Integer.getInteger(STATUS, 0));
    return Optional.of(new PostMortem(directory, death, Journal.read(directory)));
  }

  /** Whether the program ran with fairness that nobody asked for. */
  boolean wasFair() {
    return Supervision.wasFair(directory);
  }

  /** Whether sleeps took all their time, which nobody asked for. */
  boolean wasTimely() {
    return Supervision.wasTimely(directory);
  }

  // --- of a check

  /** Reports it as the result of a check. */
  ExitCode ofCheck(JavaTarget target, CheckOptions options, Console console) throws IOException {
    if (death.kind() == Death.Kind.KILLED) {
      console
          .err()
          .println(
              "clew: the JVM was killed ("
                  + death.firstLine()
                  + "), perhaps as the machine ran out of memory:"
                  + " CLEW_JAVA_OPTS=-Xmx1g has it take less");
      Check.tell(result(target, options, Outcome.End.STOPPED, List.of()), options, console);
      return ExitCode.INCONCLUSIVE;
    }
    checkDiedInProgram(options.out(), target.name());
    Reenactment execution = reenact(target);
    FindingRecorder recorder = new FindingRecorder(target, options, Instant.now(), console.stop());
    CheckResult.Reported reported = recorder.recordUntried(finding(execution), execution);
    keepErrorFile(options.out(), target.name())
        .ifPresent(kept -> console.err().println("clew: what the JVM said is in " + kept));
    Check.tell(result(target, options, Outcome.End.DIED, List.of(reported)), options, console);
    return ExitCode.VIOLATION;
  }

  private CheckResult result(
      JavaTarget target,
      CheckOptions options,
      Outcome.End end,
      List<CheckResult.Reported> findings) {
    double seconds = Math.max(0, System.currentTimeMillis() - journal.startMillis()) / 1000.0;
    Outcome outcome =
        new Outcome(
            end,
            options.search().strategy().id(),
            1,
            options.search().strategy().reductions(),
            Math.max(journal.executions() - 1, Math.min(journal.executions(), 1)),
            0,
            0,
            0,
            0,
            seconds,
            Double.NaN,
            findings.stream().map(CheckResult.Reported::finding).toList());
    Path saved = options.checkpoint();
    return new CheckResult(
        Version.current(),
        outcome,
        findings,
        target.extent(),
        Check.assumptions(target, options),
        target.unexplored(),
        target.warnings(),
        options.search().budget().steps(),
        saved != null && findings.isEmpty() && Files.exists(saved) ? saved.toString() : "");
  }

  /** What the JVM wrote about its crash, where the user finds it; nothing if it wrote nothing. */
  private Optional<Path> keepErrorFile(Path out, String name) throws IOException {
    Path errors = directory.resolve(Death.ERROR_FILE);
    if (!Files.exists(errors)) {
      return Optional.empty();
    }
    Path kept = out.resolve(name + "-crash.txt");
    Files.createDirectories(out);
    Files.copy(errors, kept, StandardCopyOption.REPLACE_EXISTING);
    return Optional.of(kept);
  }

  // --- of a replay

  /** Reports it as the result of a replay: whether it is what the file was made for. */
  ExitCode ofReplay(ReplayFile file, Path path, JavaTarget target, Console console)
      throws IOException {
    if (death.kind() == Death.Kind.KILLED) {
      throw new UsageProblem("the JVM was killed (" + death.firstLine() + ") during the replay");
    }
    checkDiedInProgram(Path.of(CheckCommand.DEFAULT_OUT), target.name());
    Reenactment execution = reenact(target);
    Finding finding = finding(execution);
    console.out().print(TextReport.of(finding, execution, true));
    boolean isSame =
        finding.kind() == file.kind() && execution.trace().size() == file.steps().size();
    String steps = Phrases.count(execution.trace().size(), "step");
    if (!isSame) {
      console.out().flush();
      throw new UsageProblem(
          "'"
              + path
              + "' was replayed for "
              + steps
              + " of "
              + file.steps().size()
              + ", and shows another violation there than it says: "
              + file.kind().id()
              + ", "
              + file.message());
    }
    console.out().println("replayed: " + steps + ", the violation shows again");
    console.out().flush();
    return ExitCode.VIOLATION;
  }

  // --- the execution

  /** A crash while no code of the program ran is none of the program. */
  private void checkDiedInProgram(Path out, String name) throws IOException {
    if (journal.thread() != Turns.EXPLORER && journal.executions() > 0 && journal.isWhole()) {
      if (death.kind() == Death.Kind.EXIT && death.message().endsWith(" 0")) {
        throw new UsageProblem(
            "the program ended the JVM with System.exit or halt, called by reflection or a method"
                + " handle.\n  That is not under control, so it cannot be checked: call it"
                + " directly.");
      }
      return;
    }
    String kept = keepErrorFile(out, name).map(file -> ", see " + file).orElse("");
    throw new IllegalStateException(death.firstLine() + ", not while the program ran" + kept);
  }

  private Reenactment reenact(JavaTarget target) {
    Program program = target.program();
    for (int thread = 0; thread < journal.threads().size(); thread++) {
      int number = program.threadOf(journal.threads().get(thread));
      if (number != thread) {
        throw new IllegalStateException("the journal numbers threads in another way");
      }
    }
    List<Integer> visible = new ArrayList<>();
    journal.visible().forEach(key -> visible.add(program.objectOf(key)));
    Reenactment execution = Reenactment.upTo(program, visible, journal.steps());
    if (execution.divergence() != null) {
      throw target.unrepeatable(death.firstLine(), "");
    }
    int position = position(execution.trace());
    execution
        .trace()
        .addFailure(
            new Failure(
                kind(), journal.thread(), execution.trace().size(), position, death.message()));
    return execution;
  }

  private Failure.Kind kind() {
    return switch (death.kind()) {
      case HANG -> Failure.Kind.HANG;
      case CRASH, KILLED -> Failure.Kind.CRASH;
      case EXIT -> Failure.Kind.EXCEPTION;
    };
  }

  /** Where the thread was last seen. */
  private int position(Trace trace) {
    Standstill.@Nullable Place place = death.place();
    if (place != null) {
      return Positions.at(place.className(), place.file(), place.method(), place.line());
    }
    for (int i = trace.size() - 1; i >= 0; i--) {
      if (trace.thread(i) == journal.thread()) {
        return trace.position(i);
      }
    }
    return 0;
  }

  private Finding finding(Reenactment execution) {
    FindingKind wanted =
        switch (kind()) {
          case HANG -> FindingKind.HANG;
          case CRASH -> FindingKind.CRASH;
          case EXCEPTION, EXHAUSTED, ASSERTION, INVARIANT, LEAK -> FindingKind.EXCEPTION;
        };
    return execution.findings().stream()
        .filter(finding -> finding.kind() == wanted)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the death does not show in the trace"));
  }
}
