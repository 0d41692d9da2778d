package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Picker;
import dev.clew.trace.Schedule;
import dev.clew.trace.SleepSet;
import dev.clew.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next thread, and the label of its operation, where the schedule leaves it open.
 *
 * <p>A thread whose next operation is not known is chosen at once: it runs until it stands, and the
 * choice is made again.
 */
final class Chooser {
  /** Nobody can go on. */
  static final int NOBODY = -1;

  private final ProgramThreads threads;
  private final SleepSet sleeping = new SleepSet();
  private final Labels labels = new Labels();
  private final Labels awake = new Labels();
  private boolean someSleep;
  private int stepsBeforeSleep;
  private boolean sawSleeper;
  private boolean isRandom;
  private @Nullable Picker picker;
  private long randomState;
  private int label;

  /**
   * How many operations the last thread did in a row, in the part that the schedule leaves open.
   */
  private int run;

  private int runner;

  /** So many operations of one thread in a row, and another one gets its turn. */
  private int longRun;

  Chooser(ProgramThreads threads) {
    this.threads = threads;
  }

  /** Prepares for the part of an execution that the trace does not hold yet. */
  void begin(Schedule schedule, Trace trace) {
    someSleep = !schedule.sleeping().isEmpty();
    stepsBeforeSleep = schedule.stepsBeforeSleep();
    if (someSleep) {
      sleeping.copyFrom(schedule.sleeping());
    }
    isRandom = schedule.policy() == Schedule.Policy.RANDOM;
    randomState = schedule.seed();
    run = 0;
    runner = NOBODY;
    longRun = schedule.longRun();
    picker = schedule.picker();
    if (picker != null) {
      picker.begin(trace);
    }
  }

  /** The thread to run next, {@link Execution#CLOCK} if time passes, or {@link #NOBODY}. */
  int next(int last) {
    sawSleeper = false;
    if (isRandom) {
      return anyThread();
    }
    if (picker != null) {
      return pickedThread(picker);
    }
    int other = run < longRun ? NOBODY : threadAfter(last);
    if (other != NOBODY) {
      return other;
    }
    ProgramThread same = threads.find(last);
    if (same != null && threads.isCandidate(same)) {
      if (same.phase == ProgramThread.LOCAL || isAwake(same)) {
        return last;
      }
    }
    return same != null && isPerhapsJoinable(same) ? same.target : lowestThread();
  }

  /**
   * Whether a thread waits for the end of one that may come to it without a further operation. Who
   * runs on is not preempted: before another one goes on it must be known to be blocked.
   */
  private boolean isPerhapsJoinable(ProgramThread thread) {
    if (thread.phase != ProgramThread.STANDING || thread.kind != OpKind.JOIN) {
      return false;
    }
    ProgramThread target = threads.find(thread.target);
    return target != null
        && target.phase == ProgramThread.LOCAL
        && threads.isCandidate(target)
        && isReady(target);
  }

  /** The label the chosen thread is to take. */
  int label() {
    return label;
  }

  /** The first label that is awake for the next operation of a thread, or {@code ANY_LABEL}. */
  int awakeLabel(ProgramThread thread) {
    return isAwake(thread) ? label : Schedule.ANY_LABEL;
  }

  /** The first label that is awake for a timeout, or {@code ANY_LABEL}. */
  int awakeTimeout() {
    return isTimePassing() ? label : Schedule.ANY_LABEL;
  }

  /** Whether the last choice passed over a thread because it sleeps. */
  boolean sawSleeper() {
    return sawSleeper;
  }

  /** Wakes what depends on the operation just done; on a timeout everything depends. */
  void observe(int thread, OpKind kind, int object, int other, int modes) {
    run = thread == runner ? run + 1 : 0;
    runner = thread;
    if (stepsBeforeSleep > 0) {
      stepsBeforeSleep--;
    } else if (someSleep) {
      if (kind == OpKind.TIMEOUT) {
        sleeping.clear();
      } else {
        sleeping.wake(thread, object, other, modes);
      }
      someSleep = !sleeping.isEmpty();
    }
  }

  /** Another thread that can go on, the next after this one or else the first; or nobody. */
  private int threadAfter(int last) {
    for (int i = 1; i < threads.end(); i++) {
      int t = (last + i) % threads.end();
      ProgramThread thread = threads.find(t);
      if (thread != null && threads.isCandidate(thread) && isReady(thread)) {
        return t;
      }
    }
    return NOBODY;
  }

  private int lowestThread() {
    boolean any = false;
    for (int t = 0; t < threads.end(); t++) {
      ProgramThread thread = threads.find(t);
      if (thread != null && threads.isCandidate(thread)) {
        any = true;
        if (isReady(thread)) {
          return t;
        }
      }
    }
    return !any && isTimePassing() ? Execution.CLOCK : NOBODY;
  }

  /** Whether a candidate may be chosen: its operation is unknown, or awake. */
  private boolean isReady(ProgramThread thread) {
    if (thread.phase == ProgramThread.LOCAL) {
      return !someSleep || !sleeping.contains(thread.number, Trace.NO_LABEL) || noteSleeper();
    }
    return isAwake(thread);
  }

  private boolean noteSleeper() {
    sawSleeper = true;
    return false;
  }

  private int anyThread() {
    awake.clear();
    boolean any = false;
    for (int t = 0; t < threads.end(); t++) {
      ProgramThread thread = threads.find(t);
      if (thread != null && threads.isCandidate(thread)) {
        any = true;
        if (thread.phase == ProgramThread.LOCAL) {
          return t;
        }
        if (isAwake(thread)) {
          awake.add(t);
        }
      }
    }
    if (awake.size() == 0) {
      if (any || !isTimePassing()) {
        return NOBODY;
      }
      drawLabel();
      return Execution.CLOCK;
    }
    int chosen = awake.get(below(awake.size()));
    isAwake(threads.get(chosen));
    drawLabel();
    return chosen;
  }

  private int pickedThread(Picker who) {
    int local = threads.anyLocal();
    if (local >= 0) {
      return local;
    }
    boolean any = false;
    for (int t = 0; t < threads.end(); t++) {
      ProgramThread thread = threads.find(t);
      if (thread != null && threads.isCandidate(thread)) {
        any = true;
        who.offer(t, thread.object, Dependence.firstMode(thread.kind, true));
      }
    }
    if (!any && !isTimePassing()) {
      return NOBODY;
    }
    int chosen = any ? who.choose() : Execution.CLOCK;
    if (any) {
      isAwake(threads.get(chosen));
    }
    if (labels.size() > 1) {
      label = labels.get(who.chooseAlternative(labels.size()));
    }
    return chosen;
  }

  /** Takes any of the labels that are awake instead of the first. */
  private void drawLabel() {
    if (labels.size() > 1) {
      label = labels.get(below(labels.size()));
    }
  }

  /** Whether time can pass and that is awake; who gives up is chosen then. */
  private boolean isTimePassing() {
    threads.addTimeouts(labels);
    return labels.size() > 0 && isAnyLabelAwake(Execution.CLOCK);
  }

  /** Whether the operation at which an enabled thread stands is awake with some label. */
  private boolean isAwake(ProgramThread thread) {
    Alternatives alternatives = thread.alternatives;
    if (alternatives == null) {
      labels.clear();
      label = Trace.NO_LABEL;
      return isAwake(thread.number, Trace.NO_LABEL);
    }
    labels.clear();
    alternatives.addTo(labels);
    return isAnyLabelAwake(thread.number);
  }

  /** Keeps the labels that are awake, and chooses the first. */
  private boolean isAnyLabelAwake(int thread) {
    int count = labels.size();
    if (count <= 1) {
      label = count == 1 ? labels.get(0) : Trace.NO_LABEL;
      return isAwake(thread, label) && isAwake(thread, Trace.NO_LABEL);
    }
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (isAwake(thread, labels.get(k))) {
        labels.set(kept++, labels.get(k));
      }
    }
    labels.truncate(kept);
    label = kept > 0 ? labels.get(0) : Trace.NO_LABEL;
    return kept > 0;
  }

  private boolean isAwake(int thread, int asked) {
    boolean sleeps = someSleep && sleeping.contains(thread, asked);
    sawSleeper |= sleeps;
    return !sleeps;
  }

  /** A random number from 0 to {@code bound - 1}: SplitMix64. */
  private int below(int bound) {
    randomState += 0x9E3779B97F4A7C15L;
    long z = randomState;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return (int) (((z >>> 32) * bound) >>> 32);
  }
}
