package dev.clew.report;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.report.story.EventWords;
import dev.clew.report.story.MissedExecution;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executes a replay file, and says whether it shows again what it was made for. */
public final class Replay {
  private final ReplayFile file;
  private final List<Integer> visible;
  private final Reenactment reenactment;

  private Replay(ReplayFile file, List<Integer> visible, Reenactment reenactment) {
    this.file = file;
    this.visible = visible;
    this.reenactment = reenactment;
  }

  /**
   * Executes the steps of a file.
   *
   * @param program the program it was made for, with nothing executed yet
   * @throws ReplayProblem if the steps cannot be done, or something else happens in one of them
   */
  public static Replay of(ReplayFile file, Program program) {
    checkThreads(file, program);
    List<Integer> visible = new ArrayList<>();
    for (String key : file.visible()) {
      int object = program.objectOf(key);
      if (object < 0) {
        throw new ReplayProblem("the program has no shared variable '" + key + "'");
      }
      visible.add(object);
    }
    List<Steps.Step> steps = new ArrayList<>();
    for (ReplayFile.Step step : file.steps()) {
      steps.add(new Steps.Step(number(file, step.thread()), step.label()));
    }
    List<Steps.Turn> turns = new ArrayList<>();
    for (ReplayFile.Turn turn : file.turns()) {
      turns.add(new Steps.Turn(turn.steps(), number(file, turn.thread())));
    }
    Reenactment execution = Reenactment.of(program, visible, new Steps(steps, turns));
    Replay replay = new Replay(file, visible, execution);
    replay.checkForDivergence();
    return replay;
  }

  private static int number(ReplayFile file, String key) {
    int thread = file.threadKeys().indexOf(key);
    if (thread < 0) {
      throw new ReplayProblem("its field 'threadKeys' has no thread '" + key + "'");
    }
    return thread;
  }

  /** Has the program give the threads of the file the numbers by which its labels name them. */
  private static void checkThreads(ReplayFile file, Program program) {
    for (int thread = 0; thread < file.threadKeys().size(); thread++) {
      String key = file.threadKeys().get(thread);
      int number = program.threadOf(key);
      if (number < 0) {
        throw new ReplayProblem("the program has no thread '" + key + "'");
      }
      if (number != thread) {
        throw new ReplayProblem(
            "its field 'threadKeys' has the thread '" + key + "' in the wrong place");
      }
    }
  }

  /** The execution. */
  public Reenactment reenactment() {
    return reenactment;
  }

  /** What the file was made for, if the execution shows it. */
  public Optional<Finding> finding() {
    if (file.kind() == FindingKind.UNEXPLORED) {
      return Optional.of(MissedExecution.of(reenactment, visible, null));
    }
    if (file.kind() == FindingKind.ENDLESS) {
      return Optional.of(endless());
    }
    if (file.code().equals(Finding.ROUNDS)) {
      return reenactment.rounds().filter(this::isWanted);
    }
    return reenactment.findings().stream().filter(this::isWanted).findFirst();
  }

  /** That the steps could be done is all there is to see of an execution without end. */
  private Finding endless() {
    List<Integer> threads = new ArrayList<>();
    file.threads().forEach(key -> threads.add(file.threadKeys().indexOf(key)));
    return new Finding(
        file.kind(),
        file.code(),
        file.message(),
        "",
        threads,
        List.of(),
        -1,
        List.of(),
        reenactment.steps());
  }

  private boolean isWanted(Finding shown) {
    boolean sameKind = shown.kind() == file.kind() && shown.code().equals(file.code());
    Names names = reenactment.names();
    if (shown.kind() == FindingKind.DATA_RACE) {
      return sameKind && names.objectKey(shown.plainLocation()).equals(file.variable());
    }
    return sameKind
        && shown.threads().stream().map(names::threadKey).toList().equals(file.threads());
  }

  private void checkForDivergence() {
    Trace trace = reenactment.trace();
    EventWords words = new EventWords(trace, reenactment.names());
    for (int i = 0; i < trace.size(); i++) {
      if (!words.operation(i).equals(file.steps().get(i).operation())) {
        throw divergence(i, "does '" + words.operation(i) + "'");
      }
    }
    ReplayDivergence divergence = reenactment.divergence();
    if (divergence != null) {
      throw divergence(divergence.step(), "cannot (" + divergence.what() + ")");
    }
    if (trace.size() < file.steps().size()) {
      throw divergence(trace.size(), "does nothing another thread could notice, without end");
    }
  }

  /** The name of the thread of a step, with its key if that is another word. */
  private String thread(ReplayFile.Step step) {
    String name = reenactment.names().thread(file.threadKeys().indexOf(step.thread()));
    return name.equals(step.thread()) ? name : name + " (" + step.thread() + ")";
  }

  private ReplayProblem divergence(int i, String actual) {
    ReplayFile.Step step = file.steps().get(i);
    String thread = thread(step);
    String label = step.label() >= 0 ? ", alternative " + step.label() : "";
    return new ReplayProblem(
        "the replay diverged at step "
            + (i + 1)
            + " of "
            + file.steps().size()
            + "\n  expected: "
            + thread
            + " does '"
            + step.operation()
            + "'"
            + label
            + "\n  actual:   "
            + thread
            + " "
            + actual);
  }
}
