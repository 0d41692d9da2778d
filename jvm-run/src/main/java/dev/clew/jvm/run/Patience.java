package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/**
 * How long operations wait that wait for something to happen.
 *
 * <p>Left alone, a timed one gives up only when nothing else can run, and none ends for no reason.
 * If more is asked for, each thread chooses when it comes to such an operation: it waits, it gives
 * up, or it wakes up for no reason. To choose later would make no difference, as a thread that
 * waits in vain does nothing that others could notice; it can be late to choose.
 *
 * <p>A loop around such an operation could go round for ever. So each thread gives up early, and
 * wakes up, only so many times in an execution: its own times, so that threads do not depend on
 * each other for it.
 */
public final class Patience {
  /** It waits until what it waits for happens, or until nothing else can. */
  public static final int WAITS = 0;

  /** Its time runs out at once. */
  public static final int GIVES_UP = 1;

  /** It wakes up for no reason. */
  public static final int WAKES_UP = 2;

  private static final int CHOICE = Dependence.modes(OpKind.CHOICE, true);

  private static final Alternatives GIVE_UP_OR_WAIT = labels -> add(labels, true, false);
  private static final Alternatives WAKE_UP_OR_WAIT = labels -> add(labels, false, true);
  private static final Alternatives ALL = labels -> add(labels, true, true);

  private final Execution execution;
  private int mostEarly;
  private int mostWakeups;
  private boolean wasLimited;
  private boolean isWaitSeen;

  Patience(Execution execution) {
    this.execution = execution;
  }

  private static void add(Labels labels, boolean givesUp, boolean wakesUp) {
    labels.add(WAITS);
    if (givesUp) {
      labels.add(GIVES_UP);
    }
    if (wakesUp) {
      labels.add(WAKES_UP);
    }
  }

  /**
   * Sets how often each thread may give up early, and wake up for no reason, in one execution.
   *
   * @param early 0 for never
   * @param wakeups 0 for never
   */
  public void set(int early, int wakeups) {
    mostEarly = early;
    mostWakeups = wakeups;
  }

  /** Whether a thread would have had one more choice if it had not used up its times. */
  public boolean wasLimited() {
    return wasLimited;
  }

  /** Whether a thread ever waited in a way that can end for no reason. */
  public boolean isWaitSeen() {
    return isWaitSeen;
  }

  /** Takes in what another process has seen of the same program. */
  void noteSeen(boolean limited, boolean waitSeen) {
    wasLimited |= limited;
    isWaitSeen |= waitSeen;
  }

  /**
   * Whether a timed operation gives up at once, if that turns out to be necessary; its time is over
   * then.
   *
   * @param nanos how long it may wait, negative for ever
   */
  public boolean givesUp(ProgramThread self, long nanos, int site) {
    return choose(self, nanos, false, site) == GIVES_UP;
  }

  /** The same, of an operation that may also wake up for no reason: how it ends. */
  public int ofWait(ProgramThread self, long nanos, int site) {
    isWaitSeen = true;
    return choose(self, nanos, true, site);
  }

  private int choose(ProgramThread self, long nanos, boolean isWait, int site) {
    boolean mayGiveUp = nanos > 0 && mostEarly > 0 && isLeft(self.gaveUpEarly, mostEarly);
    boolean mayWakeUp = isWait && mostWakeups > 0 && isLeft(self.wokeUp, mostWakeups);
    if (!mayGiveUp && !mayWakeUp) {
      return WAITS;
    }
    self.alternatives = mayGiveUp ? (mayWakeUp ? ALL : GIVE_UP_OR_WAIT) : WAKE_UP_OR_WAIT;
    execution.stand(self, OpKind.CHOICE, -1, null, site);
    int chosen = Math.max(execution.label(), WAITS);
    execution.record(self, OpKind.CHOICE, -1, -1, CHOICE, chosen, 0, 0, 0, -1, -1);
    if (chosen == GIVES_UP) {
      execution.threads.timedOperationSeen();
      self.gaveUpEarly++;
      execution.time.pass(self, nanos);
    } else if (chosen == WAKES_UP) {
      self.wokeUp++;
    }
    return chosen;
  }

  private boolean isLeft(int used, int most) {
    wasLimited |= used >= most;
    return used < most;
  }
}
