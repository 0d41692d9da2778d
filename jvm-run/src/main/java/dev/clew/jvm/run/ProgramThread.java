package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the program under test in one execution: where it is, and what it stands at.
 *
 * <p>Reused from one execution to the next; {@link #begin} forgets the previous one.
 */
public final class ProgramThread {
  /** Its next visible operation is not known yet: given the turn, it runs until it stands. */
  public static final int LOCAL = 0;

  /** It stands at a visible operation. */
  public static final int STANDING = 1;

  /** It has ended. */
  public static final int ENDED = 2;

  /** It does not wait for the next run of periodic tasks. */
  public static final int NOT_PERIODIC = -1;

  public final int number;

  /** The execution in which this thread lives; others know no such thread. */
  public long execution = -1;

  /** The thread object of the program. */
  public @Nullable Thread identity;

  /** The thread that runs the code: the identity where turns carry it, else a pooled thread. */
  public @Nullable Thread runner;

  /** The thread that started it, -1 if none did, and the time of that thread when it did. */
  public int starter = -1;

  public int startedAt;

  public boolean isDaemon;

  /** Whether it waits for work that others may give it: that it waits for ever is no deadlock. */
  public boolean isIdle;

  /**
   * Whether time ends its wait again and again, and often enough to see what it does: once all
   * other work is done it waits for ever.
   */
  public boolean isRepeated;

  /** How often time ended such a sleep of it though all other work was done. */
  int rests;

  /**
   * If it waits for periodic tasks: how often the one was run that was run least, else {@link
   * #NOT_PERIODIC}.
   */
  public int runs = NOT_PERIODIC;

  /** How much it has changed that another thread, or itself, could find changed. */
  int effects;

  /** How much of that is only feared: calls of methods of which nobody knows what they do. */
  int feared;

  /** How many of those calls may have asked for what no thread of the program decides. */
  int asked;

  /** When it slept for a short time. */
  final Spans shortSleeps = new Spans();

  /** When what it waited for was due. */
  final Spans dueTimes = new Spans();

  /** The loops it is in. */
  final SpinMemory spins = new SpinMemory();

  /** The calls of methods it is in, if they tell. */
  final Frames frames = new Frames();

  /** How often it held what it gave back to wait. */
  int savedHolds;

  /** Whether it goes round in a loop and finds nothing changed. */
  boolean isSpinning;

  public int phase;

  /**
   * Whether it is in the middle of an operation: from standing at it until it is recorded. If it is
   * at its next one and still is, an error broke off the last one.
   */
  boolean isBusy;

  /** The operation it stands at. */
  public OpKind kind = OpKind.YIELD;

  public int object = Trace.NONE;
  public int amount;

  /** The thread it joins, the condition it waits at. */
  public int target = Trace.NONE;

  /** Null if the operation can always be done. */
  public @Nullable Gate gate;

  /** Null if the operation has no alternatives. */
  public @Nullable Alternatives alternatives;

  /** Whether the operation may give up when nothing else can run. */
  public boolean isTimed;

  /** Whether the operation gave up. */
  public boolean gaveUp;

  /** How often it slept or yielded. */
  int rounds;

  /** How often it gave up a timed operation early, and woke up for no reason. */
  public int gaveUpEarly;

  public int wokeUp;

  /** When the operation gives up, if it is timed; {@link VirtualClock#ANY_TIME} if at any time. */
  long deadline;

  /** Whether the operation is a sleep that ends when the clock gets there. */
  boolean isSleeping;

  /** How often in a row time let it look again, in a loop that waits by looking. */
  int looksInVain;

  /** What time it was for it before that. */
  long looksSince;

  /** The event with which time passed for nobody else, or for others who look in vain, too. */
  int passedAlone;

  /** The site of the operation, -1 if it must be looked up on the stack. */
  public int site = -1;

  /** How the program came to the operation; null if it did it itself, or nobody asked. */
  public @Nullable LibraryCall call;

  /** The wait set it is in, null if none or if its wait has ended. */
  public @Nullable WaitSet waitsIn;

  /** The event that ended its last wait. */
  public int endedBy = Trace.NONE;

  /** Whether its last wait was ended by an interrupt. */
  public boolean wasCancelled;

  /** Whether an interrupt ends the operation it stands at. */
  public boolean heedsInterrupts;

  /** Whether it gave up the operation because it was interrupted, not because time ran out. */
  public boolean gaveUpInterrupted;

  /** Whether time passed since it came to the operation: it looks at its interrupt status again. */
  public boolean looksAgain;

  /** Whether it waits in a way that an interrupt does not end. */
  public boolean ignoresInterrupts;

  /** What the program says it parks at. */
  public @Nullable Object blocker;

  public boolean hasPermit;
  public boolean isInterrupted;

  /** How many threads it started, and how many things it made. */
  public int children;

  public int made;

  /** How many objects calls of the JDK gave it, and how many others of the JDK it met first. */
  int results;

  int met;

  /** Its virtual time in nanoseconds, never before that of the clock. */
  public long time;

  /** What it has besides, less than a microsecond. */
  int fineTime;

  /** The state of its random numbers. */
  public long random;

  /** The state of the identity hash codes it hands out, see {@link IdentityHashes}. */
  public long hashState0;

  public long hashState1;

  /** The same, for those that the tool asks for in its place. */
  long asideHashState0;

  long asideHashState1;

  /** Where the native thread that runs it has that state, 0 if that is not known. */
  long hashAddress;

  /** How often it looked at the clock. */
  int looksAtClock;

  /** How many thread objects it made. */
  int threadsMade;

  /** Whether it reads without a lock and will ask whether that was valid: no race. */
  public boolean readsOptimistically;

  /** What it has seen at its last release fence; null if it had none. */
  int @Nullable [] fenced;

  /** What was released on variables it has read in a way that acquires nothing by itself. */
  int @Nullable [] found;

  /** Whether it has written nothing since a release fence. */
  boolean isAtFence;

  /** How many class initialisers it is in. */
  public int initialisers;

  /** The innermost function it is in that computes what a collection will hold. */
  @Nullable Computation computation;

  /** Where it called a collection of the JDK last whose code makes further calls. */
  int callSite;

  /** How many operations it did. */
  int events;

  /** The thread it started last, -1 if none, and how many operations it had done right after. */
  int lastStarted = -1;

  int eventsAtStart;

  /** The times between which it started threads that are alike; the first is -1 if it did not. */
  int startsFrom = -1;

  int startsTo;

  /** Its virtual time when it was started. */
  long timeAtStart;

  /** What it was started with, if others may be alike; only if alike threads take turns. */
  @Nullable Task task;

  /** The identity of the object that it alone runs, -1 if there is none. */
  int ownTask = -1;

  /** The first of the threads to which it is alike, -1 if there are none. */
  int group = -1;

  /** If it is that first one: how many there are, and how many of them were joined. */
  int groupSize;

  int joinedMembers;

  /** The thread that joined it, -1 if none. */
  int joinedBy = -1;

  /** The first of alike threads of which it has joined some, but not all; -1 if there is none. */
  int joining = -1;

  /** Its vector clock: how much of each thread happened before. */
  public int[] clock = new int[4];

  public ProgramThread(int number) {
    this.number = number;
  }

  public void begin(long newExecution, Thread newIdentity, boolean daemon) {
    execution = newExecution;
    identity = newIdentity;
    runner = null;
    starter = -1;
    startedAt = 0;
    isIdle = false;
    isRepeated = false;
    rests = 0;
    runs = NOT_PERIODIC;
    isDaemon = daemon;
    effects = 0;
    feared = 0;
    asked = 0;
    shortSleeps.clear();
    dueTimes.clear();
    spins.forget();
    frames.forget();
    savedHolds = 0;
    isSpinning = false;
    phase = LOCAL;
    isBusy = false;
    gate = null;
    alternatives = null;
    isTimed = false;
    isSleeping = false;
    looksInVain = 0;
    passedAlone = Trace.NONE;
    gaveUp = false;
    rounds = 0;
    gaveUpEarly = 0;
    wokeUp = 0;
    call = null;
    waitsIn = null;
    endedBy = Trace.NONE;
    blocker = null;
    hasPermit = false;
    isInterrupted = false;
    heedsInterrupts = false;
    gaveUpInterrupted = false;
    looksAgain = false;
    ignoresInterrupts = false;
    amount = 0;
    target = Trace.NONE;
    readsOptimistically = false;
    children = 0;
    made = 0;
    results = 0;
    met = 0;
    time = 0;
    fineTime = 0;
    random = Randomness.first(number);
    forgetLikeness();
    hashState0 = 0;
    hashState1 = 0;
    hashAddress = 0;
    looksAtClock = 0;
    threadsMade = 0;
    initialisers = 0;
    fenced = null;
    found = null;
    isAtFence = false;
    computation = null;
    callSite = 0;
    Arrays.fill(clock, 0);
    growClock(number + 1);
    clock[number] = 1;
  }

  private void forgetLikeness() {
    events = 0;
    lastStarted = -1;
    eventsAtStart = 0;
    startsFrom = -1;
    startsTo = 0;
    timeAtStart = 0;
    task = null;
    ownTask = -1;
    group = -1;
    groupSize = 0;
    joinedMembers = 0;
    joinedBy = -1;
    joining = -1;
  }

  /** Its time: how many of its steps others can be ordered after. */
  public int now() {
    return clock[number];
  }

  /** What it does from now on can be told from what it did; returns its new time. */
  int tick() {
    return ++clock[number];
  }

  /** Whether what another thread did at that time happened before what this one does now. */
  public boolean hasSeen(int thread, int time) {
    return thread < clock.length && clock[thread] >= time;
  }

  /** Takes over all that a clock has seen. */
  public void join(int[] other, int length) {
    growClock(length);
    for (int t = 0; t < length; t++) {
      if (clock[t] < other[t]) {
        clock[t] = other[t];
      }
    }
  }

  private void growClock(int length) {
    if (clock.length < length) {
      clock = Arrays.copyOf(clock, (length + 7) & -8);
    }
  }
}
