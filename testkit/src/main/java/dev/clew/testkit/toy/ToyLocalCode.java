package dev.clew.testkit.toy;

import dev.clew.trace.Failure;

/**
 * Runs a thread from where it is to its next visible operation: computations, branches, assertions,
 * reentrant lock operations, and accesses to plain locations that are only watched.
 */
final class ToyLocalCode {
  /** Local instructions between two visible operations before the thread counts as stuck. */
  static final int MOST_STEPS = 1_000_000;

  private final ToyState state;
  private final int[] code;
  private final int[] cells;
  private final ToyLocks locks;
  private final ToyReadWriteLocks readWriteLocks;
  private final ToyClock clock;

  ToyLocalCode(ToyState state, ToyLocks locks, ToyReadWriteLocks readWriteLocks, ToyClock clock) {
    this.clock = clock;
    this.state = state;
    this.code = state.program.code;
    this.cells = state.cells;
    this.locks = locks;
    this.readWriteLocks = readWriteLocks;
  }

  /** Runs the local code of a thread that stands at the given instruction. */
  void run(int thread, int from) {
    int[] code = this.code;
    int[] cells = this.cells;
    int block = state.program.block[thread];
    int pc = from;
    for (int fuel = MOST_STEPS; ; fuel--) {
      int op = code[pc];
      int next;
      switch (op) {
        case ToyOp.SET -> {
          cells[block + code[pc + 1]] = cells[block + code[pc + 2]] + code[pc + 3];
          next = pc + 4;
        }
        case ToyOp.JUMP -> next = code[pc + 1];
        case ToyOp.JUMP_IF_EQUAL -> {
          boolean jumps = value(block, pc + 2) == value(block, pc + 4);
          next = jumps ? code[pc + 1] : pc + 6;
        }
        case ToyOp.JUMP_IF_NOT_EQUAL -> {
          boolean jumps = value(block, pc + 2) != value(block, pc + 4);
          next = jumps ? code[pc + 1] : pc + 6;
        }
        case ToyOp.JUMP_IF_LESS -> {
          boolean jumps = value(block, pc + 2) < value(block, pc + 4);
          next = jumps ? code[pc + 1] : pc + 6;
        }
        case ToyOp.JUMP_IF_LESS_OR_EQUAL -> {
          boolean jumps = value(block, pc + 2) <= value(block, pc + 4);
          next = jumps ? code[pc + 1] : pc + 6;
        }
        case ToyOp.JUMP_IF_UNSTARTED -> {
          int target = state.program.block[value(block, pc + 2)];
          next = cells[target + ToyCode.PC] == ToyCode.NOT_STARTED ? code[pc + 1] : pc + 6;
        }
        case ToyOp.LOCK -> {
          boolean isLocal = locks.acquireAgain(thread, value(block, pc + 2));
          next = isLocal ? succeed(block, pc) : -1;
        }
        case ToyOp.UNLOCK -> next = unlock(thread, pc, value(block, pc + 2));
        case ToyOp.FINISH -> {
          state.end(thread);
          return;
        }
        case ToyOp.HALT -> {
          state.halt(thread);
          return;
        }
        default ->
            next =
                op >= ToyOp.ADD ? compute(thread, block, pc, op) : acquire(thread, block, pc, op);
      }
      if (next < 0) {
        break;
      }
      pc = next;
      if (fuel == 0) {
        state.stuck = true;
        break;
      }
    }
    cells[block + ToyCode.PC] = pc;
    if (state.program.timed[pc]) {
      clock.arrive(thread, pc);
    }
  }

  private int value(int block, int operand) {
    return cells[block + code[operand]] + code[operand + 1];
  }

  /** Does a computation or a check and returns the next instruction. */
  private int compute(int thread, int block, int pc, int op) {
    if (op == ToyOp.FAIL) {
      return fail(thread, pc);
    }
    if (op == ToyOp.CLOCK) {
      cells[block + code[pc + 1]] = clock.time(thread);
      return pc + 2;
    }
    int left = value(block, pc + 2);
    switch (op) {
      case ToyOp.CHECK_INDEX -> {
        boolean isInRange = left >= 0 && left < code[pc + 1];
        return isInRange ? pc + 5 : fail(thread, pc, outOfRange(pc, left));
      }
      case ToyOp.CHECK_PERMITS -> {
        boolean isAllowed = left >= 0 && left <= ToyDeclarations.MOST_PERMITS;
        return isAllowed ? pc + 4 : fail(thread, pc, notAllowed(pc, left));
      }
      case ToyOp.STATUS -> {
        if (left != 0) {
          fail(thread, pc, "the program exited with status " + left);
        }
        return pc + 4;
      }
      default -> {}
    }
    int right = value(block, pc + 4);
    boolean divides = op == ToyOp.DIVIDE || op == ToyOp.REMAINDER;
    if (divides && right == 0) {
      return fail(thread, pc, "division by 0");
    }
    cells[block + code[pc + 1]] = result(op, left, right);
    return pc + 6;
  }

  private static int result(int op, int left, int right) {
    return switch (op) {
      case ToyOp.ADD -> left + right;
      case ToyOp.SUBTRACT -> left - right;
      case ToyOp.MULTIPLY -> left * right;
      case ToyOp.DIVIDE -> left / right;
      case ToyOp.REMAINDER -> left % right;
      case ToyOp.EQUAL -> left == right ? 1 : 0;
      case ToyOp.NOT_EQUAL -> left != right ? 1 : 0;
      case ToyOp.LESS -> left < right ? 1 : 0;
      case ToyOp.LESS_OR_EQUAL -> left <= right ? 1 : 0;
      case ToyOp.AND -> left != 0 && right != 0 ? 1 : 0;
      case ToyOp.OR -> left != 0 || right != 0 ? 1 : 0;
      default -> throw new IllegalStateException("no operator: " + op);
    };
  }

  /**
   * Does an operation that is sometimes local and returns the next instruction, or -1 if this time
   * it is visible.
   */
  private int acquire(int thread, int block, int pc, int op) {
    switch (op) {
      case ToyOp.PLAIN_READ, ToyOp.PLAIN_WRITE -> {
        return access(thread, block, pc, op == ToyOp.PLAIN_WRITE);
      }
      case ToyOp.TRY_LOCK -> {
        boolean isLocal = locks.acquireAgain(thread, value(block, pc + 2));
        return isLocal ? succeed(block, pc) : -1;
      }
      case ToyOp.WAIT -> {
        int lock = value(block, pc + 2);
        return locks.isHeldBy(thread, lock) ? -1 : fail(thread, pc, notHeld("wait with", lock));
      }
      case ToyOp.START -> {
        int target = value(block, pc + 2);
        boolean isNew = cells[state.program.block[target] + ToyCode.PC] == ToyCode.NOT_STARTED;
        return isNew ? -1 : fail(thread, pc, startedTwice(target));
      }
      case ToyOp.READ_LOCK, ToyOp.TRY_READ_LOCK -> {
        boolean isLocal = readWriteLocks.readAgain(thread, value(block, pc + 2));
        return isLocal ? succeed(block, pc) : -1;
      }
      case ToyOp.WRITE_LOCK, ToyOp.TRY_WRITE_LOCK -> {
        boolean isLocal = readWriteLocks.writeAgain(thread, value(block, pc + 2));
        return isLocal ? succeed(block, pc) : -1;
      }
      case ToyOp.READ_UNLOCK -> {
        int lock = value(block, pc + 2);
        if (!readWriteLocks.isReadBy(thread, lock)) {
          return fail(thread, pc, notHeld("readunlock", lock));
        }
        return readWriteLocks.releaseReadOnce(thread, lock) ? pc + 4 : -1;
      }
      case ToyOp.WRITE_UNLOCK -> {
        int lock = value(block, pc + 2);
        if (!readWriteLocks.isWrittenBy(thread, lock)) {
          return fail(thread, pc, notHeld("writeunlock", lock));
        }
        return readWriteLocks.releaseWriteOnce(lock) ? pc + 4 : -1;
      }
      default -> {
        return -1;
      }
    }
  }

  private int unlock(int thread, int pc, int lock) {
    if (!locks.isHeldBy(thread, lock)) {
      return fail(thread, pc, notHeld("unlock", lock));
    }
    return locks.releaseOnce(lock) ? pc + 4 : -1;
  }

  private int succeed(int block, int pc) {
    cells[block + code[pc + 1]] = 1;
    return pc + 4;
  }

  private int access(int thread, int block, int pc, boolean isWrite) {
    int object = value(block, pc + 2);
    if (state.visible[object]) {
      return -1;
    }
    state.trace.watched().add(state.events, thread, object, isWrite, state.program.line[pc]);
    if (isWrite) {
      cells[object] = value(block, pc + 4);
      return pc + 6;
    }
    cells[block + code[pc + 1]] = cells[object];
    return pc + 4;
  }

  private String notHeld(String what, int lock) {
    return what + " " + state.program.layout.objectName(lock) + ", which the thread does not hold";
  }

  private String startedTwice(int target) {
    return "start " + state.program.layout.threadName(target) + ", which was started already";
  }

  private String outOfRange(int pc, int index) {
    String array = state.program.messages[code[pc + 4]];
    return "index " + index + " is out of range: " + array + " has " + code[pc + 1] + " elements";
  }

  private String notAllowed(int pc, int permits) {
    String why =
        permits < 0
            ? ": negative number of permits"
            : ": more than " + ToyDeclarations.MOST_PERMITS + " permits";
    return state.program.messages[code[pc + 1]] + " " + permits + why;
  }

  private int fail(int thread, int pc) {
    boolean isAssertion = code[pc + 1] == Failure.Kind.ASSERTION.ordinal();
    String message = state.program.messages[code[pc + 2]];
    return fail(thread, pc, isAssertion ? Failure.Kind.ASSERTION : Failure.Kind.EXCEPTION, message);
  }

  private int fail(int thread, int pc, String message) {
    return fail(thread, pc, Failure.Kind.EXCEPTION, message);
  }

  /** Reports a failure and goes to the end of the thread. */
  private int fail(int thread, int pc, Failure.Kind kind, String message) {
    int line = state.program.line[pc];
    state.trace.addFailure(new Failure(kind, thread, state.events, line, message));
    return state.program.exit[thread];
  }
}
