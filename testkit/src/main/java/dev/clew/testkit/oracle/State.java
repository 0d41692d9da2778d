package dev.clew.testkit.oracle;

import java.util.Arrays;

/**
 * Everything a program can be in: values, holds, wait sets, permits, and how far each thread is.
 *
 * <p>All of it lies in one array, so that a copy or a comparison cannot forget anything.
 */
public final class State {
  /** What a thread does next. */
  enum Phase {
    UNSTARTED,
    /** It stands before a visible operation. */
    AT_OPERATION,
    /** It waits to be notified. */
    IN_WAIT_SET,
    /** Its wait is over, it wants the lock again. */
    REACQUIRING,
    /** It has arrived at a barrier. */
    AT_BARRIER,
    /** Its code is at an end, its last event is not yet done. */
    ENDING,
    ENDED,
    /** It has ended the program. */
    HALTED;

    private static final Phase[] ALL = values();

    private static Phase of(int code) {
      return ALL[code];
    }

    private int code() {
      return ordinal();
    }
  }

  private static final int PC = 0;
  private static final int PHASE = 1;
  private static final int FAULT = 2;
  private static final int WAIT_RESULT = 3;
  private static final int SAVED_HOLDS = 4;
  private static final int GENERATION = 5;
  private static final int PERMIT = 6;
  private static final int INTERRUPTED = 7;
  private static final int PLACE_IN_LINE = 8;
  private static final int STATUS = 9;
  private static final int ROUNDS = 10;
  private static final int LEAD_UNTIL = 11;
  private static final int DUE = 12;
  private static final int CLOCK = 0;

  /** What time it is for a thread, as a computation on its locals. */
  static final LocalExpression TIME =
      (cells, locals) -> Math.max(cells[CLOCK], cells[locals - World.THREAD_HEADER + LEAD_UNTIL]);

  private final World world;
  private final int[] cells;

  private State(World world, int[] cells) {
    this.world = world;
    this.cells = cells;
  }

  /** The state before anything ran. */
  static State before(World world) {
    State state = new State(world, new int[world.cellCount()]);
    for (int o = 0; o < world.globalCount(); o++) {
      World.Thing thing = world.thing(o);
      switch (thing.kind()) {
        case ATOMIC, SHARED, SEMAPHORE -> state.cells[thing.cell()] = thing.initial();
        case LOCK, RWLOCK -> state.cells[thing.cell()] = -1;
        case CONDITION, BARRIER -> {}
      }
    }
    for (int t = 0; t < world.threadCount(); t++) {
      state.setLocal(t, Flattener.SELF_SLOT, world.actor(t).self());
    }
    return state;
  }

  State copy() {
    return new State(world, cells.clone());
  }

  /** A name of this state, equal only for equal states. */
  Key key() {
    return new Key(cells.clone());
  }

  /**
   * The part of the name of a last state that others can notice: variables, who holds what, which
   * threads have ended, and where the others stand.
   */
  static Key noticeablePart(World world, Key state) {
    int[] words = new int[world.globalCount() + 2 * world.threadCount()];
    for (int o = 0; o < world.globalCount(); o++) {
      World.Thing thing = world.thing(o);
      words[o] =
          switch (thing.kind()) {
            case ATOMIC, SHARED, SEMAPHORE, LOCK, RWLOCK, BARRIER -> state.word(thing.cell());
            case CONDITION -> 0;
          };
    }
    for (int t = 0; t < world.threadCount(); t++) {
      int phase = state.word(world.threadCell(t) + PHASE);
      boolean hasEnded = Phase.of(phase) == Phase.ENDED || Phase.of(phase) == Phase.HALTED;
      words[world.globalCount() + 2 * t] = phase;
      words[world.globalCount() + 2 * t + 1] = hasEnded ? 0 : state.word(world.threadCell(t) + PC);
    }
    return new Key(words);
  }

  boolean sameAs(State other) {
    return Arrays.equals(cells, other.cells);
  }

  // Threads.

  private int ofThread(int thread, int field) {
    return cells[world.threadCell(thread) + field];
  }

  private void setOfThread(int thread, int field, int value) {
    cells[world.threadCell(thread) + field] = value;
  }

  int pc(int thread) {
    return ofThread(thread, PC);
  }

  void setPc(int thread, int pc) {
    setOfThread(thread, PC, pc);
  }

  Phase phase(int thread) {
    return Phase.of(ofThread(thread, PHASE));
  }

  void setPhase(int thread, Phase phase) {
    setOfThread(thread, PHASE, phase.code());
  }

  boolean hasFailed(int thread) {
    return ofThread(thread, FAULT) != 0;
  }

  Fault.Reason fault(int thread) {
    return Fault.Reason.of(ofThread(thread, FAULT));
  }

  void setFault(int thread, Fault.Reason reason) {
    setOfThread(thread, FAULT, reason.code());
  }

  /** The status with which a thread ended the program, 0 if it did not. */
  int status(int thread) {
    return ofThread(thread, STATUS);
  }

  void setStatus(int thread, int status) {
    setOfThread(thread, STATUS, status);
  }

  /** How often a thread has yielded that may be left. */
  int rounds(int thread) {
    return ofThread(thread, ROUNDS);
  }

  void setRounds(int thread, int rounds) {
    setOfThread(thread, ROUNDS, rounds);
  }

  /** What the wait of a thread that re-acquires its lock will return. */
  int waitResult(int thread) {
    return ofThread(thread, WAIT_RESULT);
  }

  void setWaitResult(int thread, int result) {
    setOfThread(thread, WAIT_RESULT, result);
  }

  /** How often a waiting thread held its lock. */
  int savedHolds(int thread) {
    return ofThread(thread, SAVED_HOLDS);
  }

  void setSavedHolds(int thread, int holds) {
    setOfThread(thread, SAVED_HOLDS, holds);
  }

  /** The generation of the barrier at which a thread arrived. */
  int arrivedGeneration(int thread) {
    return ofThread(thread, GENERATION);
  }

  void setArrivedGeneration(int thread, int generation) {
    setOfThread(thread, GENERATION, generation);
  }

  boolean hasPermit(int thread) {
    return ofThread(thread, PERMIT) != 0;
  }

  void setPermit(int thread, boolean permit) {
    setOfThread(thread, PERMIT, permit ? 1 : 0);
  }

  boolean isInterrupted(int thread) {
    return ofThread(thread, INTERRUPTED) != 0;
  }

  void setInterrupted(int thread, boolean interrupted) {
    setOfThread(thread, INTERRUPTED, interrupted ? 1 : 0);
  }

  /**
   * The place of a waiting thread among those at its condition, from 1 on; 0 if it does not wait.
   */
  int placeInLine(int thread) {
    return ofThread(thread, PLACE_IN_LINE);
  }

  void setPlaceInLine(int thread, int place) {
    setOfThread(thread, PLACE_IN_LINE, place);
  }

  /** Whether the program may end before a thread has. */
  boolean canBeLeft(int thread) {
    return world.actor(thread).canBeLeft();
  }

  /** How far sleeping may take a thread ahead of the clock. */
  int patience() {
    return world.patience();
  }

  /** What time it is for everybody, at least. */
  int clock() {
    return cells[CLOCK];
  }

  void setClock(int time) {
    cells[CLOCK] = time;
  }

  /** What time it is for a thread. */
  int timeOf(int thread) {
    return value(thread, TIME);
  }

  void setTimeOf(int thread, int time) {
    setOfThread(thread, LEAD_UNTIL, time);
  }

  /** When the operation of a thread ends by time alone, 0 if it has no such time. */
  int due(int thread) {
    return ofThread(thread, DUE);
  }

  void setDue(int thread, int time) {
    setOfThread(thread, DUE, time);
  }

  void setLocal(int thread, int slot, int value) {
    setOfThread(thread, World.THREAD_HEADER + slot, value);
  }

  /**
   * The value of an expression of this thread.
   *
   * @throws Fault if it has none
   */
  int value(int thread, LocalExpression expression) {
    return expression.value(cells, world.threadCell(thread) + World.THREAD_HEADER);
  }

  /**
   * The object or thread that a name in this thread's code stands for.
   *
   * @throws Fault if its index is out of range
   */
  int resolve(int thread, Reference reference) {
    return reference.resolve(cells, world.threadCell(thread) + World.THREAD_HEADER);
  }

  // Objects. Each takes the number of an object of its kind.

  private int ofObject(int object, int field) {
    return cells[world.thing(object).cell() + field];
  }

  private void setOfObject(int object, int field, int value) {
    cells[world.thing(object).cell() + field] = value;
  }

  /** The value of a variable, or the permits of a semaphore. */
  int number(int object) {
    return ofObject(object, 0);
  }

  void setNumber(int object, int value) {
    setOfObject(object, 0, value);
  }

  /** The holder of a mutex or the writer of a read-write lock, -1 if there is none. */
  int owner(int lock) {
    return ofObject(lock, 0);
  }

  /** How often the owner holds it. */
  int holds(int lock) {
    return ofObject(lock, 1);
  }

  void setOwner(int lock, int thread, int holds) {
    setOfObject(lock, 0, thread);
    setOfObject(lock, 1, holds);
  }

  int readHolds(int rwlock, int thread) {
    return ofObject(rwlock, 2 + thread);
  }

  void setReadHolds(int rwlock, int thread, int holds) {
    setOfObject(rwlock, 2 + thread, holds);
  }

  boolean hasReaders(int rwlock) {
    for (int t = 0; t < world.threadCount(); t++) {
      if (readHolds(rwlock, t) > 0) {
        return true;
      }
    }
    return false;
  }

  /** How many have arrived at a barrier in its current generation. */
  int arrivals(int barrier) {
    return ofObject(barrier, 0);
  }

  /** How often a barrier has opened. */
  int generation(int barrier) {
    return ofObject(barrier, 1);
  }

  void setBarrier(int barrier, int arrivals, int generation) {
    setOfObject(barrier, 0, arrivals);
    setOfObject(barrier, 1, generation);
  }
}
