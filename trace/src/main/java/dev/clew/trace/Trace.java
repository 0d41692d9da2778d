package dev.clew.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What happened in one execution: the sequence of visible operations, as columns of primitive
 * arrays.
 *
 * <p>One trace is reused for all executions of a search. A front end that runs a {@link Schedule}
 * calls {@link #restart}, which keeps the leading events that the schedule shares with the previous
 * execution; it executes these again, checking each with {@link #confirm}, and records the new ones
 * with {@link #append}. At the end it says why the execution ended, with {@link #finish}, and which
 * threads are still blocked, with {@link #pending}.
 *
 * <p>Invariant: rows {@code 0 .. size()-1} describe the current execution. Nothing is allocated
 * once the columns have grown to the longest execution.
 */
public final class Trace {
  /** The label of an event that had no alternative. */
  public static final int NO_LABEL = -1;

  /** Stands for an absent object, event, thread or value. */
  public static final int NONE = -1;

  /** The {@link #amount} of a read lock that a write hold of the own thread blocks too. */
  public static final int WITHOUT_OWNERS = 1;

  /**
   * The {@link #amount} of a try on a read-write lock that accesses it in the same mode if it
   * fails, because how it turns out depends on more than the holds.
   */
  public static final int SAME_MODES = 2;

  /** The {@link #amount} of a notify that wakes the thread that has waited longest, not any. */
  public static final int IN_ORDER = 1;

  /** The {@link #amount} of a write that gives back the memory of what it writes. */
  public static final int FREES = 1;

  /** The {@link #amount} of a re-acquire after a wait that an interrupt could not end. */
  public static final int UNINTERRUPTIBLE = 1;

  /**
   * The permits that stay in a semaphore when it is closed: nobody takes them. Who finds no others
   * is let through and takes nothing. What acquires from a semaphore that may be closed has this
   * number as what it {@linkplain #expected expects}.
   */
  public static final int LAST_PERMITS = 1 << 20;

  private static final int FIRST_CAPACITY = 16;

  private int size;
  private int[] thread = new int[FIRST_CAPACITY];
  private int[] kind = new int[FIRST_CAPACITY];
  private int[] object = new int[FIRST_CAPACITY];
  private int[] other = new int[FIRST_CAPACITY];
  private int[] modes = new int[FIRST_CAPACITY];
  private int[] label = new int[FIRST_CAPACITY];
  private int[] before = new int[FIRST_CAPACITY];
  private int[] expected = new int[FIRST_CAPACITY];
  private int[] amount = new int[FIRST_CAPACITY];
  private int[] link = new int[FIRST_CAPACITY];
  private int[] target = new int[FIRST_CAPACITY];

  /** The alternatives of event i are {@code optionPool[optionsFrom[i] .. optionsFrom[i + 1])}. */
  private int[] optionsFrom = new int[FIRST_CAPACITY + 1];

  private int[] optionPool = new int[FIRST_CAPACITY];
  private int optionTop;

  /**
   * The threads enabled before event i, if recorded, are {@code enabledPool[enabledFrom[i] ..
   * enabledFrom[i + 1])}.
   */
  private int[] enabledFrom = new int[FIRST_CAPACITY + 1];

  private int[] enabledPool = new int[FIRST_CAPACITY];
  private int enabledTop;

  /**
   * Details for reports, recorded only on request: source position and the value read or written.
   */
  private int[] position = new int[0];

  private int[] value = new int[0];

  /** The step of an alike thread that each event had to wait for; empty if none ever had to. */
  private int[] behind = new int[0];

  /** What the thread of an event may still do after it, recorded only on request. */
  private int[] prospect = new int[0];

  private final WatchedAccesses watched = new WatchedAccesses();
  private final PendingOperations pending = new PendingOperations();
  private final Revealed revealed = new Revealed();
  private final LocalTurns turns = new LocalTurns();
  private final List<Failure> failures = new ArrayList<>();
  private final List<Race> races = new ArrayList<>();
  private Ending ending = Ending.COMPLETED;

  /**
   * Starts a new execution that begins with the first {@code common} events of the previous one.
   */
  public void restart(int common) {
    if (common > size) {
      throw new IllegalArgumentException("cannot keep " + common + " of " + size + " events");
    }
    optionTop = optionsFrom[common];
    enabledTop = enabledFrom[common];
    size = common;
    watched.clear();
    pending.clear();
    revealed.clear();
    turns.clear();
    if (!failures.isEmpty()) {
      failures.clear();
    }
    if (!races.isEmpty()) {
      races.clear();
    }
    ending = Ending.COMPLETED;
  }

  /**
   * Checks that event {@code i}, executed again, is what was recorded before.
   *
   * @throws ReplayDivergence if it is not: the program did not behave the same under the same
   *     schedule
   */
  public void confirm(int i, int newThread, OpKind newKind, int newObject, int newModes) {
    if (thread[i] != newThread
        || kind[i] != newKind.code()
        || object[i] != newObject
        || modes[i] != newModes) {
      throw new ReplayDivergence(
          i, thread[i], OpKind.of(kind[i]), object[i], newThread, newKind, newObject);
    }
  }

  /**
   * Adds one alternative of the event that {@link #append} records next; call it for none or for at
   * least two.
   */
  public void offerOption(int optionLabel) {
    if (optionTop == optionPool.length) {
      optionPool = Arrays.copyOf(optionPool, 2 * optionTop);
    }
    optionPool[optionTop++] = optionLabel;
  }

  /** Adds one thread that is enabled before the event that {@link #append} records next. */
  public void offerEnabled(int enabledThread) {
    if (enabledTop == enabledPool.length) {
      enabledPool = Arrays.copyOf(enabledPool, 2 * enabledTop);
    }
    enabledPool[enabledTop++] = enabledThread;
  }

  /**
   * Records the next event and returns its index. The meaning of the columns is documented at their
   * accessors.
   */
  public int append(
      int newThread,
      OpKind newKind,
      int newObject,
      int newOther,
      int newModes,
      int newLabel,
      int newBefore,
      int newExpected,
      int newAmount,
      int newLink,
      int newTarget) {
    int i = size;
    if (i == thread.length) {
      grow();
    }
    thread[i] = newThread;
    kind[i] = newKind.code();
    object[i] = newObject;
    other[i] = newOther;
    modes[i] = newModes;
    label[i] = newLabel;
    before[i] = newBefore;
    expected[i] = newExpected;
    amount[i] = newAmount;
    link[i] = newLink;
    target[i] = newTarget;
    size = i + 1;
    optionsFrom[size] = optionTop;
    enabledFrom[size] = enabledTop;
    return i;
  }

  /**
   * Adds source position and value of event {@code i}, for reports; only when the schedule asks for
   * details.
   */
  public void addDetails(int i, int sourcePosition, int valueSeen) {
    if (position.length < thread.length) {
      position = Arrays.copyOf(position, thread.length);
      value = Arrays.copyOf(value, thread.length);
    }
    position[i] = sourcePosition;
    value[i] = valueSeen;
  }

  /**
   * Records the step of an alike thread that event {@code i} had to wait for, {@link #NONE} or
   * {@link AlikeThreads#HELD}; for every event or for none.
   */
  public void setBehind(int i, int event) {
    if (i >= behind.length) {
      behind = Arrays.copyOf(behind, Math.max(thread.length, i + 1));
    }
    behind[i] = event;
  }

  /**
   * Adds what the thread of event {@code i} may still do after it, see {@link Prospects}; only when
   * the schedule asks for it.
   */
  public void addProspect(int i, int newProspect) {
    if (prospect.length < thread.length) {
      prospect = Arrays.copyOf(prospect, thread.length);
    }
    prospect[i] = newProspect;
  }

  /** Says why the execution ended. */
  public void finish(Ending newEnding) {
    ending = newEnding;
  }

  /** Records that a thread failed (an assertion, an exception) at this point of the execution. */
  public void addFailure(Failure failure) {
    failures.add(failure);
  }

  /**
   * Records a data race that the front end noticed itself, instead of {@link #watched} accesses.
   */
  public void addRace(Race race) {
    races.add(race);
  }

  /**
   * Records that an object must be a visible one from the next execution on: another thread can
   * notice what happens to it, which could not be known before. The search then starts again, after
   * {@link Program#makeVisible}.
   */
  public void reveal(int hiddenObject) {
    revealed.add(hiddenObject);
  }

  /**
   * Records that what was taken for granted in this search, of the program or its threads, is not
   * so: the search starts again.
   */
  public void startAgain() {
    revealed.startAgain();
  }

  /** The number of events. */
  public int size() {
    return size;
  }

  /** The thread of event i. */
  public int thread(int i) {
    return thread[i];
  }

  /** The code of the kind of event i, see {@link OpKind#of}. */
  public int kind(int i) {
    return kind[i];
  }

  /** The first object event i accesses, -1 if none. */
  public int object(int i) {
    return object[i];
  }

  /**
   * The second object event i accesses, -1 if none: the condition of a wait, the interrupt status
   * of a park that can be interrupted or of a cancelled wait.
   */
  public int other(int i) {
    return other[i];
  }

  /** How event i accesses its objects, packed as in {@link Dependence#pack}. */
  public int modes(int i) {
    return modes[i];
  }

  /**
   * Which alternative event i took (the value of a choice, the thread notified or timed out),
   * {@link #NO_LABEL} if none.
   */
  public int label(int i) {
    return label[i];
  }

  /**
   * What event i found: the value of a variable, the number of waiters of a condition, the permits
   * of a semaphore, the number of holds of a read-write lock, 1 or 0 for an interrupt status that
   * was set or not. For a timeout the code of the kind that gave up.
   */
  public int before(int i) {
    return before[i];
  }

  /**
   * The value a compare-and-set expects; {@link #LAST_PERMITS} for what acquires from a semaphore
   * that may be closed. For a timeout the object of the operation that gave up.
   */
  public int expected(int i) {
    return expected[i];
  }

  /**
   * The number of permits a semaphore operation takes or gives. Negative if an acquisition gives
   * one permit, and needs that there are fewer than minus this number. For some locks the rule by
   * which they differ: {@link #WITHOUT_OWNERS}, {@link #SAME_MODES}, {@link #IN_ORDER}, {@link
   * #UNINTERRUPTIBLE}; else 0.
   */
  public int amount(int i) {
    return amount[i];
  }

  /**
   * The earlier event that event i is tied to, -1 if none: what ended the wait (re-acquire, pass),
   * what acquired the hold that is given back (unlock, wait, read and write unlock).
   */
  public int link(int i) {
    return link[i];
  }

  /** The thread that event i starts, joins, unparks, interrupts, asks or times out, -1 if none. */
  public int target(int i) {
    return target[i];
  }

  /**
   * The step of an alike thread that event i had to wait for, {@link #NONE} if there was none. For
   * a timeout that of the operation that gave up, {@link AlikeThreads#HELD} if it was still to
   * come.
   */
  public int behind(int i) {
    return i < behind.length ? behind[i] : NONE;
  }

  /** The number of alternatives of event i, 0 if it had none. */
  public int optionCount(int i) {
    return optionsFrom[i + 1] - optionsFrom[i];
  }

  /** The label of the k-th alternative of event i. */
  public int option(int i, int k) {
    return optionPool[optionsFrom[i] + k];
  }

  /** The number of threads recorded as enabled before event i. */
  public int enabledCount(int i) {
    return enabledFrom[i + 1] - enabledFrom[i];
  }

  /** The k-th thread that was enabled before event i. */
  public int enabled(int i, int k) {
    return enabledPool[enabledFrom[i] + k];
  }

  /** The number of threads offered as enabled before the event that is recorded next. */
  public int nextEnabledCount() {
    return enabledTop - enabledFrom[size];
  }

  /** The k-th thread that is enabled before the event that is recorded next. */
  public int nextEnabled(int k) {
    return enabledPool[enabledFrom[size] + k];
  }

  /** The source position of event i, if details were asked for. */
  public int position(int i) {
    return position[i];
  }

  /** The value event i read, wrote or returned, if details were asked for. */
  public int value(int i) {
    return value[i];
  }

  /** What the thread of event i may still do after it, if the schedule asked for that. */
  public int prospect(int i) {
    return prospect[i];
  }

  /** The accesses to plain locations that are not visible operations. */
  public WatchedAccesses watched() {
    return watched;
  }

  /** The operations on which threads were blocked at the end. */
  public PendingOperations pending() {
    return pending;
  }

  /** What failed, in the order in which it failed. */
  public List<Failure> failures() {
    return failures;
  }

  /** The data races that the front end noticed, in the order in which they showed. */
  public List<Race> races() {
    return races;
  }

  /** The objects that must be visible ones from the next execution on. */
  public Revealed revealed() {
    return revealed;
  }

  /** Which threads ran on to where they stand without an operation, and when. */
  public LocalTurns turns() {
    return turns;
  }

  /** A thread runs on to where it stands, before the event that is recorded next. */
  public void addTurn(int eventsBefore, int newThread) {
    turns.add(eventsBefore, newThread);
  }

  /** Why the execution ended. */
  public Ending ending() {
    return ending;
  }

  private void grow() {
    int capacity = 2 * thread.length;
    thread = Arrays.copyOf(thread, capacity);
    kind = Arrays.copyOf(kind, capacity);
    object = Arrays.copyOf(object, capacity);
    other = Arrays.copyOf(other, capacity);
    modes = Arrays.copyOf(modes, capacity);
    label = Arrays.copyOf(label, capacity);
    before = Arrays.copyOf(before, capacity);
    expected = Arrays.copyOf(expected, capacity);
    amount = Arrays.copyOf(amount, capacity);
    link = Arrays.copyOf(link, capacity);
    target = Arrays.copyOf(target, capacity);
    optionsFrom = Arrays.copyOf(optionsFrom, capacity + 1);
    enabledFrom = Arrays.copyOf(enabledFrom, capacity + 1);
  }
}
