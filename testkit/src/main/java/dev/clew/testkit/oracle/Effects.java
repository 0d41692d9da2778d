package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.Access.Mode;
import dev.clew.testkit.oracle.Instruction.Operation;
import dev.clew.testkit.oracle.State.Phase;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What the visible operation of a statement does to the state, and which objects it touches how.
 *
 * <p>The modes are the oracles' own statement of the dependence relation.
 */
final class Effects {
  /** Added to the number of a semaphore that is closed. */
  private static final int CLOSED = 1 << 24;

  private final World world;
  private final LocalCode localCode;
  private final int rounds;

  /** Effects where as many yields are free of a thread that can be left. */
  Effects(World world, LocalCode localCode, int rounds) {
    this.rounds = rounds;
    this.world = world;
    this.localCode = localCode;
  }

  /** The operation a thread stands before or is in. */
  Operation operation(State state, int thread) {
    return (Operation) world.actor(thread).code().get(state.pc(thread));
  }

  /** The threads in the wait set of a condition, ascending. */
  List<Integer> waiters(State state, int condition) {
    List<Integer> waiters = new ArrayList<>();
    for (int t = 0; t < world.threadCount(); t++) {
      if (state.phase(t) == Phase.IN_WAIT_SET
          && state.resolve(t, operation(state, t).condition()) == condition) {
        waiters.add(t);
      }
    }
    return waiters;
  }

  /** Ends the operation of a thread with a result; its local code runs on. */
  void finish(State state, int thread, int result) {
    LocalCode.setResult(state, thread, operation(state, thread), result);
    state.setPc(thread, state.pc(thread) + 1);
    localCode.run(state, thread);
  }

  /** Does the operation a thread stands before; it must be possible, with this label. */
  OracleEvent operate(State state, int thread, int label) {
    Operation operation = operation(state, thread);
    int object = state.resolve(thread, operation.object());
    return switch (operation.kind()) {
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET ->
          accessVariable(state, thread, operation, object);
      case LOCK, TRY_LOCK, UNLOCK -> useMutex(state, thread, operation.kind(), object);
      case WAIT -> joinWaitSet(state, thread, operation, object);
      case NOTIFY -> {
        List<Integer> woken = label == Step.NO_LABEL ? List.of() : List.of(label);
        yield wake(state, thread, OpKind.NOTIFY, object, woken).withLabel(label);
      }
      case NOTIFY_ALL -> wake(state, thread, OpKind.NOTIFY_ALL, object, waiters(state, object));
      case PARK -> park(state, thread);
      case UNPARK -> {
        state.setPermit(object, true);
        yield done(state, thread, OpKind.UNPARK, new Access(world.permitOf(object), Mode.SHARE));
      }
      case INTERRUPT -> {
        state.setInterrupted(object, true);
        Access access = new Access(world.interruptStatusOf(object), Mode.WRITE);
        yield done(state, thread, OpKind.INTERRUPT, access);
      }
      case TEST_INTERRUPT -> testInterrupt(state, thread);
      case START -> start(state, thread, object);
      case JOIN -> {
        state.setTimeOf(thread, Math.max(state.timeOf(thread), state.timeOf(object)));
        yield done(state, thread, OpKind.JOIN).withTarget(object);
      }
      case IS_ALIVE -> isAlive(state, thread, object);
      case YIELD -> {
        boolean counts =
            !operation.isSleep()
                && world.actor(thread).canBeLeft()
                && rounds != OracleMachine.ENDLESS;
        state.setRounds(thread, state.rounds(thread) + (counts ? 1 : 0));
        state.setTimeOf(thread, state.timeOf(thread) + operation.within());
        yield done(state, thread, OpKind.YIELD);
      }
      case CHOICE -> {
        finish(state, thread, label);
        yield OracleEvent.of(thread, OpKind.CHOICE).withLabel(label);
      }
      case ACQUIRE, TRY_ACQUIRE, RELEASE -> usePermits(state, thread, operation, object);
      case READ_LOCK, TRY_READ_LOCK, READ_UNLOCK ->
          useReadLock(state, thread, operation.kind(), object);
      case WRITE_LOCK, TRY_WRITE_LOCK, WRITE_UNLOCK ->
          useWriteLock(state, thread, operation.kind(), object);
      case ARRIVE -> arrive(state, thread, operation, object);
      case REACQUIRE, CANCEL_WAIT, END, TIMEOUT, PASS ->
          throw new IllegalStateException("no statement begins with " + operation.kind());
    };
  }

  /** Ends an operation that returns 1 if anything. */
  private OracleEvent done(State state, int thread, OpKind kind, Access... accesses) {
    finish(state, thread, 1);
    return OracleEvent.of(thread, kind, accesses);
  }

  /** Ends an operation that may fail: it changes its object if it succeeds, else it only looks. */
  private OracleEvent tried(
      State state, int thread, OpKind kind, boolean successful, int object, Mode ifSuccessful) {
    finish(state, thread, successful ? 1 : 0);
    Mode mode = successful ? ifSuccessful : Mode.READ;
    return OracleEvent.tried(thread, kind, successful, new Access(object, mode));
  }

  private OracleEvent accessVariable(State state, int thread, Operation operation, int variable) {
    int old = state.number(variable);
    int value = state.value(thread, operation.value());
    OpKind kind = operation.kind();
    switch (kind) {
      case READ -> {
        finish(state, thread, old);
        return OracleEvent.of(thread, kind, new Access(variable, Mode.READ));
      }
      case COMPARE_AND_SET -> {
        boolean equal = old == state.value(thread, operation.expected());
        if (equal) {
          state.setNumber(variable, value);
        }
        return tried(state, thread, kind, equal, variable, Mode.WRITE);
      }
      default -> {
        state.setNumber(variable, operation.adds() ? old + value : value);
        finish(state, thread, old);
        return OracleEvent.of(thread, kind, new Access(variable, Mode.WRITE));
      }
    }
  }

  private OracleEvent useMutex(State state, int thread, OpKind kind, int mutex) {
    if (kind == OpKind.UNLOCK) {
      state.setOwner(mutex, -1, 0);
      return done(state, thread, kind, new Access(mutex, Mode.WRITE));
    }
    boolean free = state.owner(mutex) < 0;
    if (free) {
      state.setOwner(mutex, thread, 1);
    }
    return tried(state, thread, kind, free, mutex, Mode.WRITE);
  }

  private OracleEvent joinWaitSet(State state, int thread, Operation operation, int mutex) {
    int condition = state.resolve(thread, operation.condition());
    state.setPlaceInLine(thread, waiters(state, condition).size() + 1);
    state.setSavedHolds(thread, state.holds(mutex));
    state.setOwner(mutex, -1, 0);
    state.setPhase(thread, Phase.IN_WAIT_SET);
    state.setDue(thread, Timetable.due(state, thread, operation));
    return OracleEvent.of(
        thread, OpKind.WAIT, new Access(mutex, Mode.WRITE), new Access(condition, Mode.WRITE));
  }

  /** Lets a thread leave the line at its condition, with what its wait will return. */
  void leaveWaitSet(State state, int thread, int result) {
    int condition = state.resolve(thread, operation(state, thread).condition());
    for (int other : waiters(state, condition)) {
      if (state.placeInLine(other) > state.placeInLine(thread)) {
        state.setPlaceInLine(other, state.placeInLine(other) - 1);
      }
    }
    state.setPlaceInLine(thread, 0);
    state.setWaitResult(thread, result);
    state.setPhase(thread, Phase.REACQUIRING);
  }

  private OracleEvent wake(
      State state, int thread, OpKind kind, int condition, List<Integer> woken) {
    for (int waiter : woken) {
      leaveWaitSet(state, waiter, 1);
    }
    return tried(state, thread, kind, !woken.isEmpty(), condition, Mode.WRITE).releasing(woken);
  }

  private OracleEvent park(State state, int thread) {
    state.setPermit(thread, false);
    Access permit = new Access(world.permitOf(thread), Mode.WRITE);
    if (!world.actor(thread).interruptible()) {
      return done(state, thread, OpKind.PARK, permit);
    }
    Access status = new Access(world.interruptStatusOf(thread), Mode.READ);
    return done(state, thread, OpKind.PARK, permit, status);
  }

  private OracleEvent testInterrupt(State state, int thread) {
    boolean set = state.isInterrupted(thread);
    state.setInterrupted(thread, false);
    int status = world.interruptStatusOf(thread);
    return tried(state, thread, OpKind.TEST_INTERRUPT, set, status, Mode.WRITE);
  }

  private OracleEvent start(State state, int thread, int target) {
    state.setTimeOf(target, state.timeOf(thread));
    // Not unstarted any more, before the starter's own local code can ask.
    localCode.run(state, target);
    OracleEvent event =
        world.actor(target).observed()
            ? done(state, thread, OpKind.START, new Access(world.livenessOf(target), Mode.WRITE))
            : done(state, thread, OpKind.START);
    return event.releasing(List.of(target));
  }

  private OracleEvent isAlive(State state, int thread, int target) {
    boolean alive = state.phase(target) != Phase.UNSTARTED && state.phase(target) != Phase.ENDED;
    int liveness = world.livenessOf(target);
    return tried(state, thread, OpKind.IS_ALIVE, alive, liveness, Mode.READ).withTarget(target);
  }

  /** Whether nobody waits for the permits of a semaphore any more. */
  static boolean isClosed(State state, int semaphore) {
    return state.number(semaphore) >= CLOSED;
  }

  private OracleEvent usePermits(State state, int thread, Operation operation, int semaphore) {
    int amount = state.value(thread, operation.value());
    boolean isClosed = isClosed(state, semaphore);
    int permits = state.number(semaphore) - (isClosed ? CLOSED : 0);
    if (operation.kind() == OpKind.RELEASE) {
      boolean closes = isClosed || operation.isClosing();
      int given = operation.isClosing() ? 0 : amount;
      state.setNumber(semaphore, permits + given + (closes ? CLOSED : 0));
      return done(state, thread, OpKind.RELEASE, new Access(semaphore, Mode.SHARE));
    }
    boolean enough = permits >= amount;
    if (enough) {
      state.setNumber(semaphore, permits - amount + (isClosed ? CLOSED : 0));
    }
    return tried(state, thread, operation.kind(), enough, semaphore, Mode.WRITE);
  }

  private OracleEvent useReadLock(State state, int thread, OpKind kind, int rwlock) {
    if (kind == OpKind.READ_UNLOCK) {
      state.setReadHolds(rwlock, thread, 0);
      return done(state, thread, kind, new Access(rwlock, Mode.SHARE));
    }
    int writer = state.owner(rwlock);
    boolean readable = writer < 0 || writer == thread;
    if (readable) {
      state.setReadHolds(rwlock, thread, 1);
    }
    return tried(state, thread, kind, readable, rwlock, Mode.SHARE);
  }

  private OracleEvent useWriteLock(State state, int thread, OpKind kind, int rwlock) {
    if (kind == OpKind.WRITE_UNLOCK) {
      state.setOwner(rwlock, -1, 0);
      return done(state, thread, kind, new Access(rwlock, Mode.WRITE));
    }
    boolean free = state.owner(rwlock) < 0 && !state.hasReaders(rwlock);
    if (free) {
      state.setOwner(rwlock, thread, 1);
    }
    return tried(state, thread, kind, free, rwlock, Mode.WRITE);
  }

  private OracleEvent arrive(State state, int thread, Operation operation, int barrier) {
    int index = state.arrivals(barrier);
    int generation = state.generation(barrier);
    LocalCode.setResult(state, thread, operation, index);
    state.setArrivedGeneration(thread, generation);
    state.setPhase(thread, Phase.AT_BARRIER);
    OracleEvent event = OracleEvent.of(thread, OpKind.ARRIVE, new Access(barrier, Mode.WRITE));
    if (index + 1 < world.thing(barrier).initial()) {
      state.setBarrier(barrier, index + 1, generation);
      return event;
    }
    state.setBarrier(barrier, 0, generation + 1);
    return event.releasing(parties(state, barrier, generation));
  }

  private List<Integer> parties(State state, int barrier, int generation) {
    List<Integer> parties = new ArrayList<>();
    for (int t = 0; t < world.threadCount(); t++) {
      if (state.phase(t) == Phase.AT_BARRIER
          && state.resolve(t, operation(state, t).object()) == barrier
          && state.arrivedGeneration(t) == generation) {
        parties.add(t);
      }
    }
    return parties;
  }
}
