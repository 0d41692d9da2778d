package dev.clew.jvm.run;

import dev.clew.trace.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Conditions that have to hold wherever threads can be switched: whenever a thread comes to its
 * next operation, and when it ends. Nothing is controlled while one is looked at.
 *
 * <p>One that does not hold is told once in an execution, at the thread that did the last step.
 */
public final class Invariants {
  private final Execution execution;
  private final List<Invariant> watched = new ArrayList<>();
  private boolean wereSeen;

  private record Invariant(String text, BooleanSupplier condition, int position) {}

  Invariants(Execution execution) {
    this.execution = execution;
  }

  /** An execution begins: nothing is watched. */
  void begin() {
    watched.clear();
  }

  /** Whether any execution had an invariant. */
  public boolean wereSeen() {
    return wereSeen;
  }

  /** Watches a condition from now on, until the execution is over; called by tests. */
  public static void watch(String text, BooleanSupplier condition) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        Invariants invariants = now.invariants;
        invariants.wereSeen = true;
        invariants.watched.add(new Invariant(text, condition, now.positions.here()));
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Whether nothing is watched. */
  boolean isEmpty() {
    return watched.isEmpty();
  }

  /** A thread has done all that belongs to its last step. */
  void look(ProgramThread thread) {
    for (int i = 0; i < watched.size(); i++) {
      Invariant each = watched.get(i);
      String why = failure(each);
      if (!why.isEmpty()) {
        watched.remove(i--);
        execution.failures.add(Failure.Kind.INVARIANT, thread, each.position, why);
      }
    }
  }

  private static String failure(Invariant invariant) {
    try {
      return invariant.condition.getAsBoolean()
          ? ""
          : "the invariant does not hold: " + invariant.text;
    } catch (RuntimeException | Error e) {
      return "the invariant cannot be looked at: " + invariant.text + "\n" + Failures.text(e);
    }
  }
}
