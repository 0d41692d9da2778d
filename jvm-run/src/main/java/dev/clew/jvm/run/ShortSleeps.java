package dev.clew.jvm.run;

/**
 * Whether it may make a difference that sleeps end early.
 *
 * <p>A short sleep ends at any moment, and what waits for a time gives up only when nothing else
 * can run. So a wait that is due while another thread would still sleep is never explored to give
 * up then, though that is what it does in reality. Where a thread slept, and when what it waited
 * for was due, is the same in all executions of a trace class, and so is whether the two meet.
 */
public final class ShortSleeps {
  private final Execution execution;
  private boolean wereSeen;
  private boolean outlastedWaits;

  ShortSleeps(Execution execution) {
    this.execution = execution;
  }

  /** A sleep of the thread ends early that would have lasted until then. */
  void ends(ProgramThread self, long deadline) {
    wereSeen = true;
    if (outlastedWaits) {
      return;
    }
    long begin = self.time + 1;
    long end = VirtualClock.tick(deadline);
    self.shortSleeps.add(begin, end);
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread other = execution.threads.find(t);
      outlastedWaits |= other != null && other != self && other.dueTimes.meet(begin, end);
    }
  }

  /** The thread comes to an operation that gives up at a time of the clock. */
  void waits(ProgramThread self, long deadline) {
    if (outlastedWaits || deadline == VirtualClock.ANY_TIME || self.isSpinning) {
      return;
    }
    long due = VirtualClock.tick(deadline);
    self.dueTimes.add(due, due);
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread other = execution.threads.find(t);
      outlastedWaits |= other != null && other != self && other.shortSleeps.meet(due, due);
    }
  }

  /** Whether a sleep ended early, in any execution so far. */
  public boolean wereSeen() {
    return wereSeen;
  }

  /** Whether one did that would have lasted until another thread's wait was due, or longer. */
  public boolean outlastedWaits() {
    return outlastedWaits;
  }

  /** The same, as another process saw it. */
  void noteSeen(boolean seen, boolean outlasted) {
    wereSeen |= seen;
    outlastedWaits |= outlasted;
  }
}
