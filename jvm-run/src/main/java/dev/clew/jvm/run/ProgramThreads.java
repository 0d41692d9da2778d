package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.StableIds;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The threads of the program: their numbers, who lives in this execution, who can go on. */
public final class ProgramThreads {
  /** More threads than this cannot be told apart by {@link Hooks#turn}. */
  public static final int MOST = 4096;

  /** Which thing that is there from the start the thread is that waits for all others. */
  private static final int LAST = 2;

  private static final String LAST_KEY = "end";

  private final StableIds numbers = new StableIds();
  private @Nullable Spins spins;
  private @Nullable Likeness likeness;
  private ProgramThread[] threads = new ProgramThread[8];
  private @Nullable String[] names = new @Nullable String[8];
  private long execution;
  private int end;

  /** How many threads that keep the program alive have not ended. */
  private int workers;

  /** Whether a thread exits, and something runs before that is done. */
  private boolean isExiting;

  /** Whether a thread has exited. */
  private boolean hasExited;

  /** Whether the execution was broken off: nothing is known about what threads would do. */
  private boolean isBrokenOff;

  private int live;

  /** Whether a thread ever stood at an operation that can give up. */
  private boolean timeoutsAnywhere;

  /** See {@link #wasOrdered}. */
  private boolean wasOrdered;

  /** Whether all that is due at the same time ends together. */
  private boolean areExact;

  /** See {@link #wereInTurn}. */
  private boolean wereInTurn;

  /** See {@link #wasSleepHeld}. */
  private boolean wasSleepHeld;

  private @Nullable Journal journal;

  /** See {@link #fewestRuns}. */
  private int fewestRuns = Rounds.ALL_RUNS;

  /** See {@link #leaked}. */
  private String leaked = "";

  public ProgramThreads() {
    numbers.of(StableIds.ROOT, Execution.MAIN);
    numbers.of(StableIds.ROOT, Execution.CLOCK);
    for (int t = 0; t < threads.length; t++) {
      threads[t] = new ProgramThread(t);
    }
  }

  public void begin(long newExecution) {
    execution = newExecution;
    end = 0;
    workers = 0;
    isExiting = false;
    hasExited = false;
    isBrokenOff = false;
    live = 0;
  }

  /** How many numbers were given to threads, in all executions. */
  public int count() {
    return numbers.size();
  }

  /** The numbers of the threads of this execution are below this. */
  public int end() {
    return end;
  }

  /** The thread that another one starts as its next child; {@link #MOST} are too many. */
  public int nextChild(ProgramThread parent) {
    return numbers.of(parent.number, parent.children);
  }

  /** Brings a thread to life in this execution. */
  public ProgramThread add(int number, Thread identity, boolean isDaemon) {
    if (number >= threads.length) {
      int old = threads.length;
      threads = Arrays.copyOf(threads, Math.max(2 * old, number + 1));
      names = Arrays.copyOf(names, threads.length);
      for (int t = old; t < threads.length; t++) {
        threads[t] = new ProgramThread(t);
      }
    }
    ProgramThread thread = threads[number];
    thread.begin(execution, identity, isDaemon);
    names[number] = identity.getName();
    if (journal != null && number >= journal.threads()) {
      writeDown(journal);
    }
    end = Math.max(end, number + 1);
    live++;
    workers += isDaemon ? 0 : 1;
    return thread;
  }

  /** Brings the thread to life that waits for the end of all others. */
  ProgramThread addLast(Thread identity) {
    return add(numbers.of(StableIds.ROOT, LAST), identity, false);
  }

  /** The thread that another one started as its k-th, null if it did not live so far. */
  @Nullable ProgramThread child(ProgramThread parent, int k) {
    return find(numbers.of(parent.number, k));
  }

  /** From now on the journal says which thread a number means. */
  void keepJournal(Journal newJournal) {
    journal = newJournal;
  }

  private void writeDown(Journal into) {
    for (int t = into.threads(); t < numbers.size(); t++) {
      into.thread(key(t));
    }
  }

  /** The thread with this number, null if it does not live or has not lived in this execution. */
  public @Nullable ProgramThread find(int number) {
    if (number < 0 || number >= end) {
      return null;
    }
    ProgramThread thread = threads[number];
    return thread.execution == execution ? thread : null;
  }

  public ProgramThread get(int number) {
    return threads[number];
  }

  /** A thread has ended. */
  public void end(ProgramThread thread) {
    Thread identity = thread.identity;
    if (identity != null) {
      names[thread.number] = identity.getName();
    }
    thread.phase = ProgramThread.ENDED;
    live--;
    workers -= thread.isDaemon ? 0 : 1;
  }

  /** A thread exits, and something runs before the virtual machine can end. */
  void beginExit() {
    isExiting = true;
  }

  /** A thread has exited: no thread keeps the virtual machine alive any more. */
  void allowEnd() {
    hasExited = true;
  }

  /** The execution is over though threads could go on. */
  public void breakOff() {
    hasExited = true;
    isBrokenOff = true;
  }

  /** Whether the program may end: it exited, or only daemon threads are left. */
  public boolean mayEnd() {
    return hasExited || workers == 0 && !isExiting;
  }

  /** How far the end of the program has come. */
  int stageOfEnd() {
    return hasExited ? 2 : isExiting ? 1 : 0;
  }

  /**
   * Whether all threads that are left, daemons apart, wait for work that nobody will give them: the
   * program has done everything, though the virtual machine would not end.
   */
  public boolean areWorkersIdle() {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null
          && thread.phase != ProgramThread.ENDED
          && !thread.isDaemon
          && !thread.isIdle) {
        return false;
      }
    }
    return true;
  }

  /** Whether a thread waits by looking. */
  boolean areSpinning() {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && thread.isSpinning) {
        return true;
      }
    }
    return false;
  }

  /** From now on threads may wait by looking. */
  void watch(Spins newSpins) {
    spins = newSpins;
  }

  /** From now on threads may have to wait for their turn. */
  void watch(Likeness newLikeness) {
    likeness = newLikeness;
  }

  /** A thread that could go on if it need not wait for its turn, null if there is none. */
  @Nullable ProgramThread findHeld() {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && isEnabled(thread) && likeness != null && likeness.isHeld(thread)) {
        return thread;
      }
    }
    return null;
  }

  /** Whether a thread that waits by looking would find something changed if it looked again. */
  boolean wouldGoOn(Spins looking) {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && thread.isSpinning && looking.wouldGoOn(thread)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread waits for the next run of a periodic task. */
  private boolean isAnyPeriodic() {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null
          && thread.phase != ProgramThread.ENDED
          && thread.runs != ProgramThread.NOT_PERIODIC) {
        return true;
      }
    }
    return false;
  }

  /**
   * Notes that threads wait for work though the program has done everything. What has periodic
   * tasks has not: they may give work to others.
   */
  void noteLeak() {
    if (isAnyPeriodic()) {
      return;
    }
    for (int t = 0; t < end && leaked.isEmpty(); t++) {
      ProgramThread thread = find(t);
      if (thread != null && thread.phase != ProgramThread.ENDED && isIdleWorker(thread)) {
        leaked = name(t);
      }
    }
  }

  /** The thread that waits for all others is as idle as they are. */
  private boolean isIdleWorker(ProgramThread thread) {
    boolean isLast =
        thread.number > Execution.CLOCK && numbers.maker(thread.number) == StableIds.ROOT;
    return thread.isIdle && !isLast;
  }

  /** The same, as another process saw it. */
  void noteLeak(String thread) {
    leaked = leaked.isEmpty() ? thread : leaked;
  }

  /** A thread that waited for work when a program was done; empty if there never was one. */
  public String leaked() {
    return leaked;
  }

  /** Whether this is the only thread that has not ended. */
  public boolean isOnlyOne() {
    return live == 1;
  }

  /** Whether a thread can do its next operation, or has one that is not known. */
  public boolean isEnabled(ProgramThread thread) {
    if (thread.phase != ProgramThread.STANDING) {
      return thread.phase == ProgramThread.LOCAL;
    }
    Gate gate = thread.gate;
    return gate == null || gate.isOpen(thread);
  }

  /**
   * Whether a thread may be chosen. The end of the program stops nobody; but those who would go
   * round for ever have had enough at some time.
   */
  public boolean isCandidate(ProgramThread thread) {
    return isEnabled(thread)
        && (likeness == null || !likeness.isHeld(thread))
        && !(Rounds.areOver(thread) && mayEnd());
  }

  /** A thread of this execution whose next operation is not known, -1 if there is none. */
  public int anyLocal() {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && thread.phase == ProgramThread.LOCAL) {
        return t;
      }
    }
    return -1;
  }

  /** Whether a thread ever stood at an operation that can give up. */
  public boolean haveTimeouts() {
    return timeoutsAnywhere;
  }

  public void timedOperationSeen() {
    timeoutsAnywhere = true;
  }

  /**
   * Puts the threads that could give up into a list, if nothing else can run; otherwise none. If
   * all that is left is done again and again, the program is over.
   */
  public void addTimeouts(Labels into) {
    into.clear();
    if (!timeoutsAnywhere || mayEnd()) {
      return;
    }
    boolean anyInterrupted = false;
    if (spins != null && wouldGoOn(spins) && !spins.goRoundTogether(this)) {
      return; // no time passes as long as somebody could go on
    }
    boolean isOver = areWorkersIdle();
    int notRunAgain = Rounds.ALL_RUNS;
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread == null || thread.phase == ProgramThread.ENDED) {
        continue;
      }
      if (isEnabled(thread)) {
        into.clear();
        return;
      }
      boolean isEndedByInterrupt = thread.heedsInterrupts && thread.isInterrupted;
      if (isEndedByInterrupt && !anyInterrupted) {
        anyInterrupted = true;
        into.clear(); // no time passes as long as somebody can go on because of an interrupt
      }
      boolean isStopped = isStopped(thread, isOver);
      if (isStopped && thread.runs != ProgramThread.NOT_PERIODIC) {
        notRunAgain = Math.min(notRunAgain, thread.runs);
      }
      if (isEndedByInterrupt || !anyInterrupted && canGiveUp(thread, isOver)) {
        into.add(t);
      }
    }
    if (!anyInterrupted) {
      noteNotRunAgain(notRunAgain);
    }
    if (!anyInterrupted && into.size() > 1) {
      keepFirst(into);
    }
  }

  private static boolean canGiveUp(ProgramThread thread, boolean isOver) {
    return thread.isTimed && !isComingBack(thread) && !isStopped(thread, isOver);
  }

  /**
   * Whether time does not end what a thread waits for again and again, as all work is done. Who
   * sleeps is to see what was done last: pools that are idle keep the program from its end.
   */
  private static boolean isStopped(ProgramThread thread, boolean isOver) {
    boolean mayLook = thread.kind == OpKind.YIELD && thread.rests < Rounds.FREE;
    return isOver && thread.isRepeated && !mayLook;
  }

  /** Notes of a thread that time lets it go on. */
  void noteRest(ProgramThread thread) {
    if (thread.isRepeated && thread.kind == OpKind.YIELD && areWorkersIdle() && !isAnyWorkDue()) {
      thread.rests++;
    }
  }

  /** Whether time may still let a thread go on that does not wait again and again. */
  private boolean isAnyWorkDue() {
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null
          && thread.phase == ProgramThread.STANDING
          && canGiveUp(thread, true)
          && !thread.isRepeated) {
        return true;
      }
    }
    return false;
  }

  /**
   * Keeps those who are due first, and those who may give up at any time. Of those who sleep, or
   * look again, one: they wake together, and so do all who are due if time is exact.
   */
  private void keepFirst(Labels waiting) {
    long first = Long.MAX_VALUE;
    for (int k = 0; k < waiting.size(); k++) {
      long due = VirtualClock.tick(threads[waiting.get(k)].deadline);
      first = due == VirtualClock.ANY_TIME ? first : Math.min(first, due);
    }
    int kept = 0;
    int timely = 0;
    boolean wakes = false;
    for (int k = 0; k < waiting.size(); k++) {
      ProgramThread thread = threads[waiting.get(k)];
      long due = VirtualClock.tick(thread.deadline);
      boolean isFirst = due == VirtualClock.ANY_TIME || due == first;
      if (!isFirst) {
        wasOrdered = true;
      } else if (!(wakesWithOthers(thread) && wakes)) {
        wakes |= wakesWithOthers(thread);
        waiting.set(kept++, thread.number);
        timely += due == first ? 1 : 0;
      }
    }
    waiting.truncate(kept);
    wereInTurn |= timely > 1;
  }

  private boolean wakesWithOthers(ProgramThread thread) {
    return areExact && thread.deadline != VirtualClock.ANY_TIME
        || thread.isSleeping
        || thread.isSpinning;
  }

  /** Whether something ever did not give up because something else was due before. */
  public boolean wasOrdered() {
    return wasOrdered;
  }

  /**
   * How often a periodic task was run at least before it was not run again because all other work
   * was done; {@link Rounds#ALL_RUNS} if that never was.
   */
  public int fewestRuns() {
    return fewestRuns;
  }

  void noteNotRunAgain(int runs) {
    fewestRuns = Math.min(fewestRuns, runs);
  }

  /** Whether a sleep ever had to wait until nothing else could run. */
  public boolean wasSleepHeld() {
    return wasSleepHeld;
  }

  /** From now on all that is due at the same time ends together, or only those who sleep do. */
  void setExact(boolean exact) {
    areExact = exact;
  }

  /** Whether waits were ever due at the same time, and gave up one after the other. */
  public boolean wereInTurn() {
    return wereInTurn;
  }

  void noteHeldSleep() {
    wasSleepHeld = true;
  }

  /** The same, as another process saw it. */
  void noteTimes(boolean ordered, boolean inTurn, boolean sleepHeld) {
    wereInTurn |= inTurn;
    wasOrdered |= ordered;
    wasSleepHeld |= sleepHeld;
  }

  /**
   * Puts those into a list who are due and wake together, and those who wait by looking: they look
   * again.
   */
  void addThoseWhoWake(Labels into, long now) {
    into.clear();
    boolean isOver = areWorkersIdle();
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null
          && thread.phase == ProgramThread.STANDING
          && (thread.isSpinning
              || canGiveUp(thread, isOver)
                  && wakesWithOthers(thread)
                  && VirtualClock.tick(thread.deadline) <= now)) {
        thread.gaveUpInterrupted = false;
        into.add(t);
      }
    }
  }

  /**
   * Puts the blocked threads into a list that look at their interrupt status again when time has
   * passed.
   */
  public void addThoseWhoLookAgain(Labels into, Objects objects) {
    into.clear();
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null
          && thread.phase == ProgramThread.STANDING
          && thread.heedsInterrupts
          && objects.areInterruptsVisible(t)) {
        into.add(t);
      }
    }
  }

  private static boolean isComingBack(ProgramThread thread) {
    return thread.kind == OpKind.REACQUIRE && thread.waitsIn == null;
  }

  /** Records the enabled threads of this moment. */
  public void offerEnabled(Trace trace) {
    boolean any = false;
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && isCandidate(thread)) {
        trace.offerEnabled(t);
        any = true;
      }
    }
    if (!any) {
      trace.offerEnabled(Execution.CLOCK);
    }
  }

  /**
   * Records who can go on at this moment, the clock among them; says whether anybody can.
   *
   * @param scratch used on the way
   */
  boolean offerThoseWhoCanGoOn(Trace trace, Labels scratch) {
    boolean any = false;
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && isCandidate(thread)) {
        trace.offerEnabled(t);
        any = true;
      }
    }
    if (!any) {
      addTimeouts(scratch);
      any = scratch.size() > 0;
      if (any) {
        trace.offerEnabled(Execution.CLOCK);
      }
    }
    return any;
  }

  /** Records the operations on which threads are blocked. */
  public void addPending(PendingOperations pending, Positions positions) {
    if (isBrokenOff) {
      return;
    }
    for (int t = 0; t < end; t++) {
      ProgramThread thread = find(t);
      if (thread != null && thread.phase == ProgramThread.STANDING && !isEnabled(thread)) {
        addPending(thread, pending, positions.of(thread));
        if (likeness != null) {
          likeness.addTo(pending, thread);
        }
      }
    }
  }

  private static void addPending(ProgramThread thread, PendingOperations pending, int position) {
    boolean isReacquire = thread.kind == OpKind.REACQUIRE;
    WaitSet waitsIn = thread.waitsIn;
    boolean isComingBack = isReacquire && waitsIn == null;
    int target = isReacquire ? (waitsIn == null ? Trace.NONE : waitsIn.number) : thread.target;
    pending.add(
        thread.number,
        thread.kind,
        thread.object,
        thread.amount,
        isComingBack ? thread.endedBy : Trace.NONE,
        target,
        position);
    if (thread.isIdle) {
      pending.markIdle();
    }
  }

  // --- words

  public String name(int number) {
    String name = number < names.length ? names[number] : null;
    if (number == Execution.CLOCK) {
      return "clock";
    }
    if (name == null) {
      return key(number);
    }
    return name.isEmpty() ? "virtual" : name; // virtual threads need have no name
  }

  /**
   * The path of creation: {@code main}, {@code main.0}, {@code main.0.1}; of hooks of a program
   * that ends by itself {@code end.0}.
   */
  public String key(int number) {
    if (number == Execution.MAIN) {
      return "main";
    }
    if (number == Execution.CLOCK) {
      return "clock";
    }
    if (numbers.maker(number) == StableIds.ROOT) {
      return LAST_KEY;
    }
    return key(numbers.maker(number)) + "." + numbers.ordinal(number);
  }

  /** The number of the thread with this key, -1 if it is no key. */
  public int ofKey(String key) {
    if (key.equals("clock")) {
      return Execution.CLOCK;
    }
    List<String> path = new ArrayList<>(Arrays.asList(key.split("\\.")));
    boolean isMadeAtTheEnd = path.get(0).equals(LAST_KEY);
    if (!isMadeAtTheEnd && !path.get(0).equals("main")) {
      return -1;
    }
    int number = isMadeAtTheEnd ? numbers.of(StableIds.ROOT, LAST) : Execution.MAIN;
    for (int i = 1; i < path.size(); i++) {
      try {
        number = numbers.of(number, Integer.parseInt(path.get(i)));
      } catch (NumberFormatException e) {
        return -1;
      }
    }
    return number;
  }

  /** Who made which thread. */
  StableIds numbers() {
    return numbers;
  }

  public void save(DataOutput out) throws IOException {
    numbers.save(out);
  }

  public void restore(DataInput in) throws IOException {
    numbers.restore(in);
  }
}
