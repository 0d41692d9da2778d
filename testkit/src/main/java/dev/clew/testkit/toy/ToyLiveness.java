package dev.clew.testkit.toy;

import java.util.BitSet;

/**
 * Which registers of a thread can still be read, at each instruction; the others do not belong to
 * its state.
 */
final class ToyLiveness {
  private final int[] code;
  private final BitSet[] live;

  ToyLiveness(ToyCode program) {
    code = program.code;
    live = new BitSet[code.length];
    for (int pc = 0; pc < code.length; pc += ToyOp.length(code[pc])) {
      live[pc] = new BitSet();
    }
    boolean grew = true;
    while (grew) {
      grew = false;
      for (int pc = 0; pc < code.length; pc += ToyOp.length(code[pc])) {
        grew |= update(pc);
      }
    }
  }

  /** The registers of the program that are live before an instruction. */
  BitSet at(int pc) {
    return live[pc];
  }

  private boolean update(int pc) {
    int op = code[pc];
    BitSet before = new BitSet();
    int next = pc + ToyOp.length(op);
    if (goesOn(op) && next < code.length) {
      before.or(live[next]);
    }
    if (jumps(op)) {
      before.or(live[code[pc + 1]]);
    }
    if (hasResult(op)) {
      before.clear(code[pc + 1]);
    }
    for (int k = 0; k < values(op); k++) {
      int register = code[pc + 2 + 2 * k];
      if (register >= ToyCode.FIRST_LOCAL) {
        before.set(register);
      }
    }
    if (before.equals(live[pc])) {
      return false;
    }
    live[pc] = before;
    return true;
  }

  private static boolean goesOn(int op) {
    return switch (op) {
      case ToyOp.NOT_STARTED, ToyOp.ENDED, ToyOp.HALTED -> false;
      case ToyOp.FINISH, ToyOp.END, ToyOp.FAIL, ToyOp.JUMP, ToyOp.HALT -> false;
      default -> true;
    };
  }

  private static boolean jumps(int op) {
    return op >= ToyOp.JUMP && op <= ToyOp.JUMP_IF_UNSTARTED;
  }

  /** Whether the first operand is a register that gets a value in any case. */
  private static boolean hasResult(int op) {
    return switch (op) {
      case ToyOp.UNLOCK, ToyOp.READ_UNLOCK, ToyOp.WRITE_UNLOCK -> false;
      case ToyOp.NOT_STARTED, ToyOp.ENDED, ToyOp.HALTED, ToyOp.HALT -> false;
      case ToyOp.CHECK_INDEX, ToyOp.CHECK_PERMITS, ToyOp.FAIL, ToyOp.STATUS -> false;
      default -> !jumps(op);
    };
  }

  /** How many operands are values, from the second on. */
  private static int values(int op) {
    return switch (op) {
      case ToyOp.CHOOSE, ToyOp.FAIL -> 0;
      case ToyOp.CHECK_INDEX -> 1;
      default -> (ToyOp.length(op) - 2) / 2;
    };
  }
}
