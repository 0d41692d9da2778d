package dev.clew.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What to do in one execution: a prefix of choices, and the policy for what follows.
 *
 * <p>Each step of the prefix names a thread and the label of the alternative it takes ({@link
 * Trace#NO_LABEL} if the operation has none, {@link #ANY_LABEL} if any will do: then the first that
 * does not sleep). The first {@link #common} steps are those the trace already holds from the
 * previous execution.
 */
public final class Schedule {
  /** The label of a step that may take whichever alternative comes first. */
  public static final int ANY_LABEL = -2;

  private static final int LONG_RUN = 1000;

  /** What to do after the prefix. */
  public enum Policy {
    /**
     * Go on with the same thread as long as it is enabled, then with the lowest one that is; after
     * {@link #longRun} operations with another one.
     */
    RUN_ON,
    /**
     * Choose among the enabled threads, and among the alternatives, at random with {@link #seed}.
     */
    RANDOM,
    /** Ask {@link #picker}. */
    PICKED
  }

  private int length;
  private int[] thread = new int[16];
  private int[] label = new int[16];
  private int common;
  private Policy policy = Policy.RUN_ON;
  private long seed;
  private @Nullable Picker picker;
  private int stepLimit = Integer.MAX_VALUE;
  private boolean recordsEnabled;
  private boolean recordsDetails;
  private boolean recordsProspects;
  private boolean stopsAfterSteps;
  private @Nullable Guide guide;
  private final SleepSet sleeping = new SleepSet();
  private int sleepAfter;
  private final LocalTurns turns = new LocalTurns();

  /** Forgets all steps after the first {@code steps}, which the trace holds; nothing sleeps. */
  public void keep(int steps) {
    length = steps;
    common = steps;
    sleepAfter = steps;
    sleeping.clear();
    turns.clear();
  }

  /** Adds a step to the prefix. */
  public void add(int stepThread, int stepLabel) {
    set(length, stepThread, stepLabel);
    length++;
  }

  /**
   * Has a thread that need not do an operation for it run on to where it stands, after so many
   * steps. Where nothing is said of a thread it may do that at any time.
   */
  public void addTurn(int steps, int turnThread) {
    turns.add(steps, turnThread);
  }

  /** Which threads are to run on to where they stand, and when. */
  public LocalTurns turns() {
    return turns;
  }

  /** Records what step {@code i} was, so that later schedules can keep it. */
  public void set(int i, int stepThread, int stepLabel) {
    if (i >= thread.length) {
      int capacity = Math.max(2 * thread.length, i + 1);
      thread = Arrays.copyOf(thread, capacity);
      label = Arrays.copyOf(label, capacity);
    }
    thread[i] = stepThread;
    label[i] = stepLabel;
  }

  /** Sets what follows the prefix; the seed matters for {@link Policy#RANDOM} only. */
  public void setPolicy(Policy newPolicy, long newSeed) {
    policy = newPolicy;
    seed = newSeed;
    picker = null;
  }

  /** Has a picker choose what follows the prefix. */
  public void setPicker(Picker newPicker) {
    policy = Policy.PICKED;
    picker = newPicker;
  }

  /** Ends an execution with {@link Ending#STEP_LIMIT} when it has this many events. */
  public void setStepLimit(int limit) {
    stepLimit = limit;
  }

  /** Asks for the enabled threads before each event. */
  public void recordEnabled(boolean record) {
    recordsEnabled = record;
  }

  /** Asks for source positions and values, for reports. */
  public void recordDetails(boolean record) {
    recordsDetails = record;
  }

  /** Asks for what each thread may still do after each event; programs that cannot tell do not. */
  public void recordProspects(boolean record) {
    recordsProspects = record;
  }

  /**
   * Asks for the end right after the last step of the prefix: no thread does anything after it, not
   * even what nobody notices. For what comes after those steps and must not happen again; only with
   * {@linkplain #recordDetails details}.
   */
  public void stopAfterSteps(boolean stop) {
    stopsAfterSteps = stop;
  }

  /** Has somebody decide at each state after the prefix how to go on, instead of the policy. */
  public void setGuide(Guide newGuide) {
    guide = newGuide;
  }

  /** The number of steps in the prefix. */
  public int length() {
    return length;
  }

  /** The thread of step i. */
  public int thread(int i) {
    return thread[i];
  }

  /** The label of step i. */
  public int label(int i) {
    return label[i];
  }

  /** How many leading steps the trace already holds. */
  public int common() {
    return common;
  }

  /** What follows the prefix. */
  public Policy policy() {
    return policy;
  }

  /** The seed of a random continuation. */
  public long seed() {
    return seed;
  }

  /** Who chooses what follows the prefix, null unless the policy is {@link Policy#PICKED}. */
  public @Nullable Picker picker() {
    return picker;
  }

  /** The largest number of events of an execution. */
  public int stepLimit() {
    return stepLimit;
  }

  /**
   * How many operations of one thread may come in a row before another one gets its turn, where
   * that is left open: an execution that is cut short is to show something of every thread.
   */
  public int longRun() {
    return Math.max(1, Math.min(LONG_RUN, stepLimit / 10));
  }

  /** Whether the enabled threads are to be recorded. */
  public boolean recordsEnabled() {
    return recordsEnabled;
  }

  /** Whether source positions and values are to be recorded. */
  public boolean recordsDetails() {
    return recordsDetails;
  }

  /** Whether what threads may still do is to be recorded. */
  public boolean recordsProspects() {
    return recordsProspects;
  }

  /** Whether nothing is to happen after the last step of the prefix. */
  public boolean stopsAfterSteps() {
    return stopsAfterSteps;
  }

  /** Who decides what follows the prefix, null if the policy does. */
  public @Nullable Guide guide() {
    return guide;
  }

  /** Says after how many steps of the prefix {@link #sleeping} sleeps, if not {@link #common}. */
  public void sleepAfter(int steps) {
    sleepAfter = steps;
  }

  /** How many new steps there are before something sleeps. */
  public int stepsBeforeSleep() {
    return sleepAfter - common;
  }

  /**
   * What sleeps after the first {@link #common} steps, or as many as {@link #sleepAfter(int)} says.
   * Every later step wakes what depends on it; after the prefix, what still sleeps is not run.
   */
  public SleepSet sleeping() {
    return sleeping;
  }
}
