package dev.clew.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The first steps of an execution, up to what they are to show, as a value that outlives it.
 *
 * @param steps thread and label, in order
 * @param turns which threads ran on in between to where they stand; none if that is not known
 */
public record Steps(List<Step> steps, List<Turn> turns) {
  /** One step: a thread does its next operation, and takes this alternative. */
  public record Step(int thread, int label) {}

  /** After so many steps a thread runs on to where it stands, see {@link LocalTurns}. */
  public record Turn(int steps, int thread) {}

  /** Copies the steps, so that they cannot change. */
  public Steps {
    steps = List.copyOf(steps);
    turns = List.copyOf(turns);
  }

  /** Steps between which any thread may run on to where it stands. */
  public Steps(List<Step> steps) {
    this(steps, List.of());
  }

  /** The first steps of the execution in a trace, and what ran before the next one. */
  public static Steps of(Trace trace, int count) {
    List<Step> steps = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      steps.add(new Step(trace.thread(i), trace.label(i)));
    }
    LocalTurns ran = trace.turns();
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < ran.size() && ran.events(i) <= count; i++) {
      turns.add(new Turn(ran.events(i), ran.thread(i)));
    }
    return new Steps(steps, turns);
  }

  /** Sets a schedule to these steps, from the start. */
  public void putInto(Schedule schedule) {
    schedule.keep(0);
    for (Step step : steps) {
      schedule.add(step.thread(), step.label());
    }
    for (Turn turn : turns) {
      schedule.addTurn(turn.steps(), turn.thread());
    }
  }

  /** How often the execution goes from one thread to another. */
  public int switches() {
    int switches = 0;
    for (int i = 1; i < steps.size(); i++) {
      if (steps.get(i).thread() != steps.get(i - 1).thread()) {
        switches++;
      }
    }
    return switches;
  }
}
