package dev.clew.report.story;

import dev.clew.analyze.Observers;
import dev.clew.analyze.Rounds;
import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An execution done again, step by step and no further, with source positions and values. */
public final class Reenactment {
  private final Program program;
  private final Steps steps;
  private final Trace trace = new Trace();
  private final Names names;
  private final @Nullable ReplayDivergence divergence;

  private Reenactment(Program program, Steps steps, boolean stops) {
    this.program = program;
    this.steps = steps;
    Schedule schedule = new Schedule();
    schedule.recordDetails(true);
    schedule.stopAfterSteps(stops);
    schedule.setStepLimit(steps.steps().size());
    steps.putInto(schedule);
    ReplayDivergence diverged = null;
    try {
      program.run(schedule, trace);
    } catch (ReplayDivergence e) {
      diverged = e;
    }
    this.divergence = diverged;
    this.names = program.names().frozen();
  }

  /**
   * Executes the steps.
   *
   * @param program one that nothing was executed with yet
   * @param visible the plain locations that are visible operations
   */
  public static Reenactment of(Program program, List<Integer> visible, Steps steps) {
    visible.forEach(program::makeVisible);
    return new Reenactment(program, steps, false);
  }

  /** Executes the steps, and nothing after them: not what the last thread went on to do. */
  public static Reenactment upTo(Program program, List<Integer> visible, Steps steps) {
    visible.forEach(program::makeVisible);
    return new Reenactment(program, steps, true);
  }

  /** The program that was executed. */
  public Program program() {
    return program;
  }

  /** The words for what the trace names by numbers. */
  public Names names() {
    return names;
  }

  /** What happened; if it diverged, up to there. */
  public Trace trace() {
    return trace;
  }

  /** What happens before what among the first events. */
  HappensBefore orderOf(int events) {
    HappensBefore order = new HappensBefore(trace, program.threadCount(), program.objectCount());
    for (int i = 0; i < events; i++) {
      order.append();
    }
    return order;
  }

  /** The steps that were asked for. */
  public Steps steps() {
    return steps;
  }

  /** Why a step could not be done; null if all were. */
  public @Nullable ReplayDivergence divergence() {
    return divergence;
  }

  /** That the execution goes round for ever, if it ends with twice the same steps. */
  public Optional<Finding> rounds() {
    return Rounds.find(trace, program, true);
  }

  /** What is wrong with the execution, as far as it shows with its last step. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (Observer observer : Observers.standard(program)) {
      observer.observe(trace, findings::add);
    }
    findings.removeIf(finding -> finding.steps().steps().size() != steps.steps().size());
    return findings;
  }
}
