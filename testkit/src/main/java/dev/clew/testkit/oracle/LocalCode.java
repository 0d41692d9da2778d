package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.Instruction.Check;
import dev.clew.testkit.oracle.Instruction.Compute;
import dev.clew.testkit.oracle.Instruction.Halt;
import dev.clew.testkit.oracle.Instruction.Jump;
import dev.clew.testkit.oracle.Instruction.JumpIfUnstarted;
import dev.clew.testkit.oracle.Instruction.JumpIfZero;
import dev.clew.testkit.oracle.Instruction.Operation;
import dev.clew.testkit.oracle.Instruction.Report;
import java.util.List;

/**
 * Runs what no other thread can notice, up to the next visible operation of a thread or its end.
 *
 * <p>Besides computations these are: taking and giving back a lock that is held already, operations
 * that are refused, and accesses to plain variables that are not visible.
 */
final class LocalCode {
  private static final int LONGEST = 10_000;

  private final World world;
  private final boolean[] visible;

  /** Local code where the objects of {@code visible} are those whose accesses are operations. */
  LocalCode(World world, boolean[] visible) {
    this.world = world;
    this.visible = visible;
  }

  /** Runs a thread until it stands before a visible operation, or at its end. */
  void run(State state, int thread) {
    state.setDue(thread, 0); // it is past what it waited for
    List<Instruction> code = world.actor(thread).code();
    try {
      for (int i = 0; i < LONGEST; i++) {
        int pc = state.pc(thread);
        if (pc == code.size()) {
          end(state, thread);
          return;
        }
        if (code.get(pc) instanceof Halt) {
          state.setPhase(thread, State.Phase.HALTED);
          return;
        }
        int next = execute(state, thread, pc, code.get(pc));
        if (next == pc) {
          state.setPhase(thread, State.Phase.AT_OPERATION);
          state.setDue(thread, Timetable.due(state, thread, (Operation) code.get(pc)));
          return;
        }
        state.setPc(thread, next);
      }
    } catch (Fault fault) {
      state.setFault(thread, fault.reason);
      end(state, thread);
      return;
    }
    throw new EndlessLocalCode(world.actor(thread).name());
  }

  private void end(State state, int thread) {
    boolean observed = world.actor(thread).observed();
    state.setPhase(thread, observed ? State.Phase.ENDING : State.Phase.ENDED);
  }

  /** Executes one instruction and returns where to go on, {@code pc} itself if it is visible. */
  private int execute(State state, int thread, int pc, Instruction instruction) {
    if (instruction instanceof Compute compute) {
      state.setLocal(thread, compute.slot(), state.value(thread, compute.value()));
      return pc + 1;
    }
    if (instruction instanceof JumpIfZero jump) {
      return state.value(thread, jump.condition()) == 0 ? jump.target() : pc + 1;
    }
    if (instruction instanceof Jump jump) {
      return jump.target();
    }
    if (instruction instanceof Check check) {
      if (state.value(thread, check.condition()) == 0) {
        throw new Fault(Fault.Reason.ASSERTION);
      }
      return pc + 1;
    }
    if (instruction instanceof JumpIfUnstarted jump) {
      return state.phase(jump.thread()) == State.Phase.UNSTARTED ? jump.target() : pc + 1;
    }
    if (instruction instanceof Report report) {
      state.setStatus(thread, state.value(thread, report.status()));
      return pc + 1;
    }
    return isDoneLocally(state, thread, (Operation) instruction) ? pc + 1 : pc;
  }

  /** Does an operation if it is local; otherwise makes sure that it will not be refused. */
  private boolean isDoneLocally(State state, int thread, Operation operation) {
    int object = state.resolve(thread, operation.object());
    state.resolve(thread, operation.condition());
    int value = state.value(thread, operation.value());
    state.value(thread, operation.expected());
    return switch (operation.kind()) {
      case READ -> !visible[object] && readPlain(state, thread, operation, object);
      case WRITE -> !visible[object] && writePlain(state, object, value);
      case LOCK, TRY_LOCK, WRITE_LOCK, TRY_WRITE_LOCK ->
          state.owner(object) == thread && hold(state, thread, operation, object);
      case UNLOCK, WRITE_UNLOCK -> unhold(state, thread, object);
      case WAIT -> {
        require(state.owner(object) == thread, Fault.Reason.WAIT_WITHOUT_LOCK);
        yield false;
      }
      case READ_LOCK, TRY_READ_LOCK ->
          state.readHolds(object, thread) > 0 && holdRead(state, thread, operation, object);
      case READ_UNLOCK -> unholdRead(state, thread, object);
      case ACQUIRE, TRY_ACQUIRE, RELEASE -> {
        require(value >= 0 && value <= 10_000, Fault.Reason.PERMITS_OUT_OF_RANGE);
        yield false;
      }
      case START -> {
        require(state.phase(object) == State.Phase.UNSTARTED, Fault.Reason.STARTED_TWICE);
        yield false;
      }
      case READ_MODIFY_WRITE, COMPARE_AND_SET, NOTIFY, NOTIFY_ALL, PARK, UNPARK -> false;
      case INTERRUPT, TEST_INTERRUPT, JOIN, IS_ALIVE, YIELD, CHOICE, ARRIVE -> false;
      case REACQUIRE, CANCEL_WAIT, END, TIMEOUT, PASS ->
          throw new IllegalStateException("no statement begins with " + operation.kind());
    };
  }

  private static boolean readPlain(State state, int thread, Operation operation, int variable) {
    setResult(state, thread, operation, state.number(variable));
    return true;
  }

  private static boolean writePlain(State state, int variable, int value) {
    state.setNumber(variable, value);
    return true;
  }

  private static boolean hold(State state, int thread, Operation operation, int lock) {
    state.setOwner(lock, thread, state.holds(lock) + 1);
    setResult(state, thread, operation, 1);
    return true;
  }

  private static boolean unhold(State state, int thread, int lock) {
    require(state.owner(lock) == thread, Fault.Reason.NOT_HELD);
    int holds = state.holds(lock);
    if (holds == 1) {
      return false;
    }
    state.setOwner(lock, thread, holds - 1);
    return true;
  }

  private static boolean holdRead(State state, int thread, Operation operation, int rwlock) {
    state.setReadHolds(rwlock, thread, state.readHolds(rwlock, thread) + 1);
    setResult(state, thread, operation, 1);
    return true;
  }

  private static boolean unholdRead(State state, int thread, int rwlock) {
    int holds = state.readHolds(rwlock, thread);
    require(holds > 0, Fault.Reason.NOT_HELD);
    if (holds == 1) {
      return false;
    }
    state.setReadHolds(rwlock, thread, holds - 1);
    return true;
  }

  private static void require(boolean condition, Fault.Reason otherwise) {
    if (!condition) {
      throw new Fault(otherwise);
    }
  }

  /** Gives the result of an operation to the local that takes it, if any. */
  static void setResult(State state, int thread, Operation operation, int value) {
    if (operation.result() >= 0) {
      state.setLocal(thread, operation.result(), value);
    }
  }
}
