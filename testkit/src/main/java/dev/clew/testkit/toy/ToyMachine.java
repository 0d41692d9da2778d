package dev.clew.testkit.toy;

import dev.clew.analyze.RaceMemory;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Trace;

/**
 * Executes a compiled toy program one visible operation at a time.
 *
 * <p>Between two operations every thread stands at a visible one, at {@link ToyOp#NOT_STARTED} or
 * at {@link ToyOp#ENDED}. Nothing is allocated while it runs, failures apart.
 */
final class ToyMachine {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.WRITE, true);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);
  private static final int SWAPPED = Dependence.modes(OpKind.COMPARE_AND_SET, true);
  private static final int REFUSED = Dependence.modes(OpKind.COMPARE_AND_SET, false);
  private static final int FREE = Dependence.modes(OpKind.YIELD, true);

  private final ToyCode program;
  private final int[] code;
  private final int[] block;
  private final int[] cells;
  private final ToyState state;
  private final ToyEvent event;
  private final ToyClock clock;
  private final ToyLocks locks;
  private final ToyReadWriteLocks readWriteLocks;
  private final ToyWaitSets waitSets;
  private final ToySemaphores semaphores;
  private final ToyThreads threads;
  private final ToyLocalCode localCode;
  private final ToyBlockedThreads blocked;
  private final ToyInitialState initial;
  private final ToyNextOperations upcoming;

  ToyMachine(ToyCode program) {
    this.program = program;
    this.code = program.code;
    this.block = program.block;
    this.state = new ToyState(program);
    this.cells = state.cells;
    this.event = state.event;
    this.clock = new ToyClock(state);
    this.locks = new ToyLocks(state);
    this.readWriteLocks = new ToyReadWriteLocks(state);
    this.waitSets = new ToyWaitSets(state, locks);
    this.semaphores = new ToySemaphores(state);
    this.localCode = new ToyLocalCode(state, locks, readWriteLocks, clock);
    this.threads = new ToyThreads(state, localCode, clock);
    this.blocked = new ToyBlockedThreads(state, waitSets, localCode, clock);
    this.initial = new ToyInitialState(state, localCode);
    this.upcoming = new ToyNextOperations(state);
  }

  /** The operation done last. */
  ToyEvent event() {
    return event;
  }

  /** A new look at the state as a whole. */
  ToyFingerprint fingerprint(RaceMemory races) {
    return new ToyFingerprint(state, races);
  }

  /** The source line of the operation done last. */
  int line() {
    return program.line[event.pc];
  }

  /** Whether a thread computes without end, so that the execution cannot go on. */
  boolean isStuck() {
    return state.stuck;
  }

  /** Sets how far threads may get ahead of the clock by sleeping. */
  void setPatience(int patience) {
    clock.setPatience(patience);
    initial.prepare();
  }

  /** Whether every thread that was started has ended. */
  boolean isComplete() {
    return state.live == 0;
  }

  /** Whether the program may end, though threads may be left that could go on. */
  boolean mayEnd() {
    return state.mayEnd();
  }

  /** Lets this many yields be free of a thread that the program may end without. */
  void setFreeRounds(int rounds) {
    state.freeRounds = rounds;
  }

  /** Whether a thread ever stood at a yield that was not free. */
  boolean isCut() {
    return state.isCut;
  }

  void noteCut() {
    state.isCut = true;
  }

  /** Does a yield that is not free, because a schedule says so; false if it is no such yield. */
  boolean executeRound(int thread) {
    if (code[cells[block[thread] + ToyCode.PC]] != ToyOp.ROUND) {
      return false;
    }
    int free = state.freeRounds;
    state.freeRounds = Integer.MAX_VALUE;
    boolean isDone = execute(thread, Trace.NO_LABEL);
    state.freeRounds = free;
    return isDone;
  }

  /** Whether a thread stands at a yield that is not free. */
  boolean isAtRound(int thread) {
    return code[cells[block[thread] + ToyCode.PC]] == ToyOp.ROUND;
  }

  /** Makes the accesses to a plain location visible operations, from the next reset on. */
  void makeVisible(int object) {
    state.visible[object] = true;
    initial.prepare();
  }

  /** Which plain locations are visible. */
  boolean[] visible() {
    return state.visible;
  }

  /** What a thread may still do after the operation done last, which was its own. */
  int prospect(ToyProspects prospects, int thread) {
    int op = code[event.pc];
    int next = event.pc + ToyOp.length(op);
    if (op == ToyOp.END) {
      next = ToyCode.ENDED;
    } else if (event.kind == OpKind.CANCEL_WAIT.code()) {
      next = event.pc;
    }
    return prospects.at(thread, next, cells);
  }

  /** Goes back to the start; watched accesses and failures are reported to the given trace. */
  void reset(Trace trace) {
    if (state.trace != trace) {
      state.trace = trace;
    }
    initial.restore();
  }

  /** Whether a thread can do its next visible operation. */
  boolean isEnabled(int thread) {
    int pc = cells[block[thread] + ToyCode.PC];
    int op = code[pc];
    return (!ToyOp.mayBlock(op) || isUnblocked(thread, pc, op)) && !clock.isWaking();
  }

  /** Whether a thread waits for something: not one that only lets sleepers that are due wake. */
  private boolean isBlocked(int thread) {
    int pc = cells[block[thread] + ToyCode.PC];
    int op = code[pc];
    return ToyOp.mayBlock(op) && !isUnblocked(thread, pc, op);
  }

  private boolean isUnblocked(int thread, int pc, int op) {
    return switch (op) {
      case ToyOp.LOCK -> locks.isFree(object(thread, pc));
      case ToyOp.REACQUIRE ->
          waitSets.isWaiting(thread)
              ? threads.isInterrupted(thread)
              : locks.isFree(object(thread, pc));
      case ToyOp.PARK -> threads.canUnpark(thread);
      case ToyOp.JOIN -> state.hasEnded(object(thread, pc));
      case ToyOp.ACQUIRE -> semaphores.has(object(thread, pc), permits(thread, pc));
      case ToyOp.READ_LOCK -> readWriteLocks.canRead(thread, object(thread, pc));
      case ToyOp.WRITE_LOCK -> readWriteLocks.canWrite(object(thread, pc));
      case ToyOp.PASS -> !waitSets.isWaiting(thread);
      case ToyOp.ROUND -> isFree(thread);
      case ToyOp.SLEEP -> !clock.isAsleep(thread);
      case ToyOp.NOT_STARTED, ToyOp.ENDED, ToyOp.HALTED -> false;
      default -> true; // local code of a thread that is stuck
    };
  }

  private boolean isFree(int thread) {
    boolean isFree = cells[block[thread] + ToyCode.ROUNDS] < state.freeRounds;
    state.isCut |= !isFree;
    return isFree;
  }

  private int object(int thread, int pc) {
    return value(block[thread], pc + 2);
  }

  private int permits(int thread, int pc) {
    return value(block[thread], pc + 4);
  }

  private int value(int registers, int operand) {
    return cells[registers + code[operand]] + code[operand + 1];
  }

  /**
   * Does the next visible operation of a thread, and all its local code after that.
   *
   * @param label the alternative to take; the first one if negative
   * @return false, with nothing done, if the thread is not enabled
   * @throws ReplayDivergence if there is no such alternative
   */
  boolean execute(int thread, int label) {
    int[] code = this.code;
    int[] cells = this.cells;
    int registers = block[thread];
    int pc = cells[registers + ToyCode.PC];
    int op = code[pc];
    event.pc = pc;
    if (op > ToyOp.WRITE || label >= 0) {
      return executeAny(thread, label, pc, op);
    }
    int object = cells[registers + code[pc + 2]] + code[pc + 3];
    int before = cells[object];
    int next;
    if (op == ToyOp.READ) {
      event.describe(OpKind.READ, object, READ, before, before);
      cells[registers + code[pc + 1]] = before;
      next = pc + 4;
    } else {
      int value = cells[registers + code[pc + 4]] + code[pc + 5];
      event.describe(OpKind.WRITE, object, WRITE, before, value);
      cells[object] = value;
      next = pc + 6;
    }
    state.events++;
    goTo(thread, registers, next);
    return true;
  }

  private void goTo(int thread, int registers, int next) {
    if (ToyOp.isAlwaysVisible(code[next])) {
      cells[registers + ToyCode.PC] = next;
    } else {
      localCode.run(thread, next);
    }
  }

  private boolean executeAny(int thread, int label, int pc, int op) {
    if (ToyOp.mayBlock(op) && !isUnblocked(thread, pc, op)) {
      return false;
    }
    if (label >= 0 && !hasLabel(op)) {
      throw new ReplayDivergence(state.events, "the operation has no alternative " + label);
    }
    if (op == ToyOp.REACQUIRE && waitSets.isWaiting(thread)) {
      waitSets.cancel(thread, program.statuses + thread);
      state.events++;
      return true;
    }
    int registers = block[thread];
    int result = op <= ToyOp.PLAIN_WRITE ? access(registers, pc, op) : act(thread, pc, op, label);
    cells[registers + code[pc + 1]] = result;
    state.events++;
    if (op == ToyOp.START) {
      threads.runStarted(event.target);
    }
    if (op == ToyOp.END) {
      state.end(thread);
    } else {
      goTo(thread, registers, pc + ToyOp.length(op));
    }
    return true;
  }

  /** Accesses a variable; returns what the local gets. */
  private int access(int registers, int pc, int op) {
    int object = value(registers, pc + 2);
    int before = cells[object];
    switch (op) {
      case ToyOp.PLAIN_READ -> event.describe(OpKind.READ, object, READ, before, before);
      case ToyOp.PLAIN_WRITE -> {
        int value = value(registers, pc + 4);
        event.describe(OpKind.WRITE, object, WRITE, before, value);
        cells[object] = value;
      }
      case ToyOp.FETCH_ADD, ToyOp.EXCHANGE -> {
        int value = value(registers, pc + 4) + (op == ToyOp.FETCH_ADD ? before : 0);
        event.describe(OpKind.READ_MODIFY_WRITE, object, MODIFY, before, value);
        cells[object] = value;
      }
      case ToyOp.COMPARE_AND_SET -> {
        return compareAndSet(registers, pc, object);
      }
      default -> throw new IllegalStateException("no access: " + op);
    }
    return before;
  }

  private int compareAndSet(int registers, int pc, int object) {
    int before = cells[object];
    int expected = value(registers, pc + 4);
    boolean swaps = before == expected;
    event.begin(OpKind.COMPARE_AND_SET, object, swaps ? SWAPPED : REFUSED);
    event.before = before;
    event.expected = expected;
    event.value = swaps ? 1 : 0;
    if (swaps) {
      cells[object] = value(registers, pc + 6);
    }
    return event.value;
  }

  /** Does an operation that is no access to a variable; returns its result. */
  private int act(int thread, int pc, int op, int label) {
    switch (op) {
      case ToyOp.LOCK -> locks.lock(thread, object(thread, pc));
      case ToyOp.UNLOCK -> locks.unlock(object(thread, pc));
      case ToyOp.TRY_LOCK -> {
        return locks.tryLock(thread, object(thread, pc)) ? 1 : 0;
      }
      case ToyOp.WAIT -> waitSets.await(thread, object(thread, pc), permits(thread, pc));
      case ToyOp.REACQUIRE -> {
        return waitSets.reacquire(thread, object(thread, pc));
      }
      case ToyOp.NOTIFY -> waitSets.notifyOne(object(thread, pc), label);
      case ToyOp.NOTIFY_ALL -> waitSets.notifyAll(object(thread, pc));
      case ToyOp.SIGNAL -> waitSets.notifyFirst(object(thread, pc), label);
      case ToyOp.PARK -> threads.park(thread);
      case ToyOp.UNPARK -> threads.unpark(object(thread, pc));
      case ToyOp.INTERRUPT -> threads.interrupt(object(thread, pc));
      case ToyOp.TEST_INTERRUPT -> {
        return threads.testInterrupt(thread);
      }
      case ToyOp.START -> threads.start(thread, object(thread, pc));
      case ToyOp.JOIN -> threads.join(thread, object(thread, pc));
      case ToyOp.IS_ALIVE -> {
        return threads.isAlive(object(thread, pc));
      }
      case ToyOp.END -> threads.end(thread);
      case ToyOp.YIELD -> event.begin(OpKind.YIELD, -1, FREE);
      case ToyOp.ROUND -> {
        cells[block[thread] + ToyCode.ROUNDS]++;
        event.begin(OpKind.YIELD, -1, FREE);
      }
      case ToyOp.SLEEP -> {
        event.begin(OpKind.YIELD, -1, FREE);
        event.amount = program.within[pc];
        clock.endSleep(thread, pc);
      }
      case ToyOp.CHOOSE -> {
        return choose(code[pc + 2], label);
      }
      case ToyOp.ACQUIRE -> {
        return semaphores.acquire(object(thread, pc), permits(thread, pc)) ? 1 : 0;
      }
      case ToyOp.TRY_ACQUIRE -> {
        return semaphores.tryAcquire(object(thread, pc), permits(thread, pc)) ? 1 : 0;
      }
      case ToyOp.RELEASE -> semaphores.release(object(thread, pc), permits(thread, pc));
      case ToyOp.READ_LOCK -> readWriteLocks.readLock(thread, object(thread, pc));
      case ToyOp.TRY_READ_LOCK -> {
        return readWriteLocks.tryReadLock(thread, object(thread, pc)) ? 1 : 0;
      }
      case ToyOp.READ_UNLOCK -> readWriteLocks.readUnlock(thread, object(thread, pc));
      case ToyOp.WRITE_LOCK -> readWriteLocks.writeLock(thread, object(thread, pc));
      case ToyOp.TRY_WRITE_LOCK -> {
        return readWriteLocks.tryWriteLock(thread, object(thread, pc)) ? 1 : 0;
      }
      case ToyOp.WRITE_UNLOCK -> readWriteLocks.writeUnlock(object(thread, pc));
      case ToyOp.ARRIVE -> {
        return waitSets.arrive(thread, object(thread, pc));
      }
      case ToyOp.PASS -> waitSets.pass(thread);
      default -> throw new IllegalStateException("no visible operation: " + op);
    }
    return 1;
  }

  private int choose(int count, int label) {
    int chosen = Math.max(label, 0);
    if (chosen >= count) {
      throw new ReplayDivergence(state.events, "there is no value " + chosen + " to choose");
    }
    event.begin(OpKind.CHOICE, -1, FREE);
    event.label = chosen;
    event.value = chosen;
    return chosen;
  }

  /** Puts the labels of the next operation of a thread into a list, none if it has no label. */
  void alternatives(int thread, ToyLabels into) {
    int pc = cells[block[thread] + ToyCode.PC];
    into.clear();
    if (code[pc] == ToyOp.CHOOSE) {
      into.addUpTo(code[pc + 2]);
    } else if (code[pc] == ToyOp.NOTIFY) {
      waitSets.addWaiters(object(thread, pc), into);
    } else if (code[pc] == ToyOp.SIGNAL) {
      waitSets.addLongestWaiter(object(thread, pc), into);
    }
  }

  /** Whether the next operation of a thread may have a label. */
  boolean mayHaveLabel(int thread) {
    return hasLabel(code[cells[block[thread] + ToyCode.PC]]);
  }

  private static boolean hasLabel(int op) {
    return op == ToyOp.CHOOSE || op == ToyOp.NOTIFY || op == ToyOp.SIGNAL;
  }

  /** What the next operation of a thread accesses first, -1 if nothing. */
  int nextObject(int thread) {
    return upcoming.object(thread);
  }

  /** How it does, at the most. */
  int nextMode(int thread) {
    return upcoming.mode(thread);
  }

  /**
   * Puts the threads whose time may be over next into a list, if nothing else can run and the
   * program may not end; otherwise none.
   */
  void timeouts(ToyLabels into) {
    into.clear();
    if (state.mayEnd() && !clock.isWaking()) {
      return;
    }
    for (int t = 0; t < program.threads; t++) {
      if (isEnabled(t)) {
        return;
      }
    }
    if (program.hasClock) {
      clock.addNext(blocked, into);
    }
  }

  /** Lets time pass: the blocked operation of a thread gives up, as {@link #timeouts} allows. */
  void giveUp(int thread) {
    blocked.giveUp(thread);
  }

  /** Whether an object is to a thread what another object is to another thread. */
  boolean correspond(int object, int thread, int otherObject, int otherThread) {
    int globals = program.layout.globals();
    return object >= globals
        && otherObject >= globals
        && object - thread == otherObject - otherThread;
  }

  /** Records the operations on which threads are blocked, in thread order. */
  void addPending(PendingOperations pending, ToyTurns turns) {
    for (int t = 0; t < program.threads; t++) {
      if (state.isLive(t) && !state.hasHalted(t) && isBlocked(t)) {
        blocked.addPending(t, pending);
        pending.setBehind(turns.behind(t));
      }
    }
  }
}
