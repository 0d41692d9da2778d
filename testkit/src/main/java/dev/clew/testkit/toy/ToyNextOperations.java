package dev.clew.testkit.toy;

import dev.clew.trace.Dependence;

/** What the threads stand at: the object and the mode of their next operations, for a picker. */
final class ToyNextOperations {
  private final ToyCode program;
  private final int[] cells;

  ToyNextOperations(ToyState state) {
    this.program = state.program;
    this.cells = state.cells;
  }

  /** What the next operation of a thread accesses first, -1 if nothing. */
  int object(int thread) {
    int pc = pc(thread);
    return switch (program.code[pc]) {
      case ToyOp.YIELD, ToyOp.ROUND, ToyOp.SLEEP, ToyOp.CHOOSE, ToyOp.JOIN, ToyOp.PASS -> -1;
      case ToyOp.PARK -> program.permits + thread;
      case ToyOp.UNPARK -> program.permits + operand(thread, pc);
      case ToyOp.TEST_INTERRUPT -> program.statuses + thread;
      case ToyOp.INTERRUPT -> program.statuses + operand(thread, pc);
      case ToyOp.END -> program.livenesses + thread;
      case ToyOp.START, ToyOp.IS_ALIVE -> program.livenesses + operand(thread, pc);
      default -> operand(thread, pc);
    };
  }

  /** In which mode the next operation of a thread accesses that object, at the most. */
  int mode(int thread) {
    return switch (program.code[pc(thread)]) {
      case ToyOp.READ, ToyOp.PLAIN_READ, ToyOp.IS_ALIVE -> Dependence.READ;
      case ToyOp.UNPARK, ToyOp.RELEASE -> Dependence.SHARE;
      case ToyOp.READ_LOCK, ToyOp.TRY_READ_LOCK, ToyOp.READ_UNLOCK -> Dependence.SHARE;
      case ToyOp.YIELD, ToyOp.ROUND, ToyOp.SLEEP, ToyOp.CHOOSE -> Dependence.NONE;
      case ToyOp.JOIN, ToyOp.PASS -> Dependence.NONE;
      default -> Dependence.WRITE;
    };
  }

  private int pc(int thread) {
    return cells[program.block[thread] + ToyCode.PC];
  }

  private int operand(int thread, int pc) {
    return cells[program.block[thread] + program.code[pc + 2]] + program.code[pc + 3];
  }
}
