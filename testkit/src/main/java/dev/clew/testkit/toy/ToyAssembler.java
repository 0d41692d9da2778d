package dev.clew.testkit.toy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects instructions, the lines they come from, and the messages they may give. */
final class ToyAssembler {
  private int[] code = new int[256];
  private int[] lines = new int[256];
  private boolean[] timed = new boolean[256];
  private int[] within = new int[256];
  private final List<String> messages = new ArrayList<>();
  private int size;
  private int line;

  /** Says from which line the following instructions come. */
  void at(int sourceLine) {
    line = sourceLine;
  }

  /** The index of the next instruction. */
  int here() {
    return size;
  }

  /** Adds an instruction and returns its index. */
  int emit(int op, int... operands) {
    int length = 1 + operands.length;
    if (length != ToyOp.length(op)) {
      throw new IllegalStateException("instruction " + op + " with " + operands.length);
    }
    if (size + length > code.length) {
      code = Arrays.copyOf(code, 2 * (size + length));
      lines = Arrays.copyOf(lines, code.length);
      timed = Arrays.copyOf(timed, code.length);
      within = Arrays.copyOf(within, code.length);
    }
    int at = size;
    code[at] = op;
    System.arraycopy(operands, 0, code, at + 1, operands.length);
    lines[at] = line;
    size += length;
    return at;
  }

  /** Makes the jump at an index go to the next instruction. */
  void landHere(int jump) {
    code[jump + 1] = size;
  }

  /** Says whether the instruction at an index can end by time alone, and after which. */
  void setTimed(int at, boolean isTimed, int time) {
    timed[at] = isTimed;
    within[at] = time;
  }

  /** The number of a message. */
  int message(String text) {
    messages.add(text);
    return messages.size() - 1;
  }

  int[] code() {
    return Arrays.copyOf(code, size);
  }

  int[] lines() {
    return Arrays.copyOf(lines, size);
  }

  boolean[] timed() {
    return Arrays.copyOf(timed, size);
  }

  int[] within() {
    return Arrays.copyOf(within, size);
  }

  String[] messages() {
    return messages.toArray(new String[0]);
  }
}
