package dev.clew.analyze;

import dev.clew.explore.Observer;
import dev.clew.trace.Program;
import java.util.List;

/** The observers that judge every execution, unless the user says otherwise. */
public final class Observers {
  private Observers() {}

  /**
   * Failures first: a thread that failed with a lock held is more telling than the deadlock that
   * follows.
   */
  public static List<Observer> standard(Program program) {
    return List.of(new FailureObserver(), new DeadlockObserver(program), new RaceObserver(program));
  }
}
