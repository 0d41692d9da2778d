package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/**
 * Sleeps and yields, and how often threads do them that the end of the program would stop.
 *
 * <p>A daemon that goes round for ever has no last round, and neither has the program that waits
 * for it to come to rest. So where a thread is seen to be stopped by the end at one of its later
 * sleeps, or is a daemon and sleeps again and again, only its first sleeps are as free as those of
 * others. The later ones end as timed operations do: when nothing else can run, and the program may
 * not end. The bound is on the whole life of the thread and not on what it does after the end, so
 * that it says the same of all executions of one class.
 *
 * <p>A periodic task of a timer or a pool has no last run either. Once all other work is done it is
 * run only as long as one of its timer or pool was not run so many times, in its whole life.
 */
public final class Rounds {
  /** Each periodic task is run as often as it is in reality. */
  public static final int ALL_RUNS = Integer.MAX_VALUE;

  /** So many sleeps and yields of each thread are free. */
  public static final int FREE = 2;

  /** A daemon that comes to so many is taken to go round for ever. */
  private static final int MANY = 32;

  /** So many runs of each periodic task come whatever else is done. */
  private static final int FREE_RUNS = 3;

  /** After so many runs of one, it does not go on for the sake of others that come rarely. */
  private static final int MANY_RUNS = 30;

  private static final Gate NEVER = thread -> false;
  private static final int YIELD = Dependence.modes(OpKind.YIELD, true);

  private final Execution execution;
  private boolean wereBounded;

  Rounds(Execution execution) {
    this.execution = execution;
  }

  /** A thread gives way. */
  void giveWay(ProgramThread self, int site) {
    if (isNotFree(self)) {
      goLast(self, site);
      return;
    }
    execution.stand(self, OpKind.YIELD, -1, null, site);
    execution.record(self, OpKind.YIELD, -1, YIELD);
    self.rounds++;
  }

  /** Whether a sleep or yield that a thread comes to is one too many. */
  boolean isNotFree(ProgramThread self) {
    if (self.rounds >= FREE && execution.objects.areRoundsVisible(self.number)) {
      wereBounded = true;
      return true;
    }
    if (self.rounds >= MANY && self.isDaemon) {
      reveal(self);
      execution.dismiss(self);
    }
    return false;
  }

  /**
   * Time passes for this thread when nothing else can run, so much that others who wait for a time
   * get there; if all work is done it need not.
   */
  private void goLast(ProgramThread self, int site) {
    boolean wasRepeated = self.isRepeated;
    self.isRepeated = true;
    execution.standTimed(self, OpKind.YIELD, -1, NEVER, site, VirtualClock.PATIENCE);
    self.isRepeated = wasRepeated;
  }

  /** Whether the end stops a thread where it stands: it has had the rounds that are free. */
  static boolean areOver(ProgramThread thread) {
    return thread.phase == ProgramThread.STANDING
        && thread.kind == OpKind.YIELD
        && thread.rounds >= FREE;
  }

  /** The program ends: threads that would go round now are to have few rounds from the start. */
  void revealStopped() {
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread thread = execution.threads.find(t);
      if (thread != null && areOver(thread) && execution.threads.isEnabled(thread)) {
        reveal(thread);
      }
    }
  }

  private void reveal(ProgramThread thread) {
    execution.trace().reveal(execution.objects.rounds(thread.number));
  }

  /**
   * Whether periodic tasks have been run often enough.
   *
   * @param fewest how often the one of them was run that was run least
   * @param most how often the one of them was run that was run most
   */
  public static boolean areEnough(int fewest, int most) {
    return fewest >= FREE_RUNS || most >= MANY_RUNS;
  }

  /** Whether a sleep or yield of some thread was not free, in any execution so far. */
  public boolean wereBounded() {
    return wereBounded;
  }

  /** The same, as another process saw it. */
  void noteBounded(boolean bounded) {
    wereBounded |= bounded;
  }
}
