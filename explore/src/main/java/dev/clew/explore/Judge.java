package dev.clew.explore;

import dev.clew.trace.Program;
import dev.clew.trace.Revealed;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Has executions judged by observers, and keeps what they find and what became visible by it.
 *
 * <p>A data race makes its location visible, and so does the program with an object that it
 * reveals: the search is to start again then. What else such an execution shows is left to the
 * search that starts again: it may depend on the order of accesses that the schedule does not say
 * yet.
 */
public final class Judge {
  private final Program program;
  private final SearchOptions options;
  private final Observer[] observers;
  private final Consumer<Finding> sink = this::take;
  private final Consumer<Finding> beyondSink = this::keep;

  private final List<Finding> findings = new ArrayList<>();

  /** What the execution that is being judged shows. */
  private final List<Finding> shown = new ArrayList<>();

  /** What executions show that need more preemptions than the search is about. */
  private final List<Finding> foundBeyond = new ArrayList<>();

  private final List<Integer> visible = new ArrayList<>();

  /**
   * The locations that were visible when the search was started last: those of every execution
   * since.
   */
  private List<Integer> visibleAtStart = List.of();

  private boolean violated;
  private boolean becameVisible;

  /** One that has judged nothing so far. */
  public Judge(Program program, SearchOptions options, List<Observer> observers) {
    this.program = program;
    this.options = options;
    this.observers = observers.toArray(new Observer[0]);
  }

  /** Has an execution judged, and makes visible what it revealed. */
  void judge(Trace executed) {
    for (Observer observer : observers) {
      observer.observe(executed, sink);
    }
    showRevealed(executed);
    if (!shown.isEmpty()) {
      report();
    }
  }

  /** The same for one that goes round for ever. */
  void judgeRounds(Trace executed) {
    for (Observer observer : observers) {
      observer.observeRounds(executed, sink);
    }
    if (!shown.isEmpty()) {
      report();
    }
  }

  /** The same for one beyond the bound of the search. */
  void judgeBeyond(Trace executed) {
    for (Observer observer : observers) {
      observer.observeBeyond(executed, beyondSink);
    }
    showRevealed(executed);
  }

  /** Makes visible what an execution revealed; also one that was cut short may have. */
  void showRevealed(Trace executed) {
    Revealed revealed = executed.revealed();
    for (int i = 0; i < revealed.size(); i++) {
      show(revealed.object(i));
    }
    becameVisible |= revealed.isAgain();
  }

  /** Makes an object visible; says whether it was not before. */
  private boolean show(int object) {
    if (visible.contains(object)) {
      return false;
    }
    becameVisible = true;
    visible.add(object);
    program.makeVisible(object);
    return true;
  }

  /** The locations that are visible in every execution since the search was started last. */
  List<Integer> visibleAtStart() {
    return visibleAtStart;
  }

  /** Whether the search is to end with what was found. */
  boolean isOver() {
    return violated && !options.keepGoing();
  }

  /** Whether the search is to start again, as something became visible. */
  boolean becameVisible() {
    return becameVisible;
  }

  /** The objects that are to be visible when the search starts again. */
  public List<Integer> visible() {
    return List.copyOf(visible);
  }

  /** The search starts again. */
  void startAgain() {
    becameVisible = false;
    visibleAtStart = List.copyOf(visible);
  }

  // --- findings

  private void take(Finding finding) {
    shown.add(finding);
  }

  private void report() {
    for (Finding finding : shown) {
      int location = finding.plainLocation();
      if (location >= 0 && show(location)) {
        addIfNew(finding.withVisible(visibleAtStart), options.reportRaces());
      }
    }
    for (Finding finding : shown) {
      if (finding.plainLocation() < 0 && !becameVisible) {
        violated = true;
        addIfNew(finding.withVisible(visibleAtStart), true);
      }
    }
    shown.clear();
  }

  /** Keeps what an execution beyond the bound shows, in case that nothing is found within it. */
  private void keep(Finding finding) {
    int location = finding.plainLocation();
    boolean isWanted = location < 0 || (options.reportRaces() && !visible.contains(location));
    if (isWanted && foundBeyond.stream().noneMatch(finding::isSameAs)) {
      foundBeyond.add(finding.withVisible(visibleAtStart));
    }
  }

  /** Adds to the findings what was found beyond the bound only; returns how many these are. */
  int addFoundBeyond() {
    if (isOver()) {
      return 0;
    }
    int before = findings.size();
    for (Finding finding : foundBeyond) {
      if (options.keepGoing() || findings.size() == before) {
        addIfNew(finding, true);
      }
    }
    return findings.size() - before;
  }

  private void addIfNew(Finding finding, boolean wanted) {
    if (wanted && findings.stream().noneMatch(finding::isSameAs)) {
      findings.add(finding);
    }
  }

  /** What was found so far. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** Goes on where others began, who found this, and for whom these objects are visible. */
  public void goOn(List<Integer> visibleToOthers, List<Finding> found) {
    visible.addAll(visibleToOthers);
    visibleAtStart = List.copyOf(visible);
    visible.forEach(program::makeVisible);
    findings.addAll(found);
  }

  // --- saving

  void save(DataOutput out) throws IOException {
    out.writeBoolean(violated);
    SavedFindings.writeInts(out, visible);
    SavedFindings.write(out, findings);
  }

  void restore(DataInput in) throws IOException {
    violated = in.readBoolean();
    goOn(SavedFindings.readInts(in), SavedFindings.read(in));
  }
}
