package dev.clew.testkit.toy;

import dev.clew.trace.OpKind;
import dev.clew.trace.Picker;
import dev.clew.trace.Schedule;
import dev.clew.trace.SleepSet;
import dev.clew.trace.Trace;
import org.jspecify.annotations.Nullable;

/** Chooses the next thread, and the label of its operation, where the schedule leaves it open. */
final class ToyChooser {
  private static final int NOBODY = -1;
  private static final int TIMEOUT = OpKind.TIMEOUT.code();

  private final ToyMachine machine;
  private final ToyTurns turns;
  private final int threads;
  private final int clock;
  private final SleepSet sleeping = new SleepSet();
  private final ToyLabels labels = new ToyLabels();
  private final ToyLabels awake = new ToyLabels();
  private boolean someSleep;
  private int stepsBeforeSleep;
  private boolean sawSleeper;
  private boolean isRandom;
  private @Nullable Picker picker;
  private long randomState;
  private int label;

  /** How many operations the last thread did in a row, and whose they are. */
  private int run;

  private int runner;
  private int longRun;

  ToyChooser(ToyMachine machine, ToyTurns turns, int threads, int clock) {
    this.machine = machine;
    this.turns = turns;
    this.threads = threads;
    this.clock = clock;
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

  /** The thread to run next, -1 if there is none; asks for the label with {@link #label}. */
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
    if (last >= 0 && last < threads && turns.isEnabled(last) && isAwake(last)) {
      return last;
    }
    return lowestThread();
  }

  /** The label the chosen thread is to take. */
  int label() {
    return label;
  }

  /** The first label that is awake for the next operation of a thread, or {@code ANY_LABEL}. */
  int awakeLabel(int thread) {
    boolean isAwake = thread == clock ? isTimePassing() : isAwake(thread);
    return isAwake ? label : Schedule.ANY_LABEL;
  }

  /** Whether the last choice passed over a thread because it sleeps. */
  boolean sawSleeper() {
    return sawSleeper;
  }

  /** Wakes what depends on the operation just done; on a timeout everything depends. */
  void observe(int thread, ToyEvent event) {
    run = thread == runner ? run + 1 : 0;
    runner = thread;
    if (stepsBeforeSleep > 0) {
      stepsBeforeSleep--;
    } else if (someSleep) {
      if (event.kind == TIMEOUT) {
        sleeping.clear();
      } else {
        sleeping.wake(thread, event.object, event.other, event.modes);
      }
      someSleep = !sleeping.isEmpty();
    }
  }

  /** Another thread that can go on, the next after this one or else the first; or nobody. */
  private int threadAfter(int last) {
    for (int i = 1; i < threads; i++) {
      int t = (last + i) % threads;
      if (turns.isEnabled(t) && isAwake(t)) {
        return t;
      }
    }
    return NOBODY;
  }

  private int lowestThread() {
    if (machine.isComplete()) {
      return NOBODY;
    }
    boolean any = false;
    for (int t = 0; t < threads; t++) {
      if (turns.isEnabled(t)) {
        any = true;
        if (isAwake(t)) {
          return t;
        }
      }
    }
    return !any && isTimePassing() ? clock : NOBODY;
  }

  private int anyThread() {
    awake.clear();
    boolean any = false;
    for (int t = 0; t < threads; t++) {
      if (turns.isEnabled(t)) {
        any = true;
        if (isAwake(t)) {
          awake.add(t);
        }
      }
    }
    if (awake.size() == 0) {
      if (any || !isTimePassing()) {
        return NOBODY;
      }
      drawLabel();
      return clock;
    }
    int thread = awake.get(below(awake.size()));
    isAwake(thread);
    drawLabel();
    return thread;
  }

  private int pickedThread(Picker who) {
    boolean any = false;
    for (int t = 0; t < threads; t++) {
      if (turns.isEnabled(t)) {
        any = true;
        who.offer(t, machine.nextObject(t), machine.nextMode(t));
      }
    }
    if (!any && !isTimePassing()) {
      return NOBODY;
    }
    int chosen = any ? who.choose() : clock;
    if (any) {
      isAwake(chosen);
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

  /** Whether the clock can go on and is awake; its label is chosen then. */
  private boolean isTimePassing() {
    if (clock < 0) {
      return false;
    }
    machine.timeouts(labels);
    return labels.size() > 0 && isAnyLabelAwake(clock);
  }

  /** Whether the next operation of an enabled thread is awake with some label, which is chosen. */
  private boolean isAwake(int thread) {
    if (!machine.mayHaveLabel(thread)) {
      labels.clear();
      label = Trace.NO_LABEL;
      return isAwake(thread, Trace.NO_LABEL);
    }
    machine.alternatives(thread, labels);
    return isAnyLabelAwake(thread);
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
