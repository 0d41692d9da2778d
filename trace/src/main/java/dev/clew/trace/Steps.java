package dev.clew.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The first steps of an execution, up to what they are to show, as a value that outlives it.
 *
 * @param steps thread and label, in order
 */
public record Steps(List<Step> steps) {
  /** One step: a thread does its next operation, and takes this alternative. */
  public record Step(int thread, int label) {}

  /** Copies the steps, so that they cannot change. */
  public Steps {
    steps = List.copyOf(steps);
  }

  /** The first steps of the execution in a trace. */
  public static Steps of(Trace trace, int count) {
    List<Step> steps = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      steps.add(new Step(trace.thread(i), trace.label(i)));
    }
    return new Steps(steps);
  }

  /** Sets a schedule to these steps, from the start. */
  public void putInto(Schedule schedule) {
    schedule.keep(0);
    for (Step step : steps) {
      schedule.add(step.thread(), step.label());
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
