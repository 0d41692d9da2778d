package dev.clew.jvm.agent;

import java.util.BitSet;

/**
 * A point of {@link dev.clew.jvm.run.FramePoints}: where it is, and what the values mean that are
 * told there.
 *
 * @param index the instruction before which it is
 * @param stack the kinds of the operand stack; only complete objects are told
 * @param live the local variables that are told, see {@link LiveLocals}
 */
public record CodePlace(MethodCode method, int index, int[] stack, BitSet live) {
  /** Whether entry k of the stack is told. */
  public boolean isTold(int k) {
    return FramePlaces.isComplete(stack[k]);
  }

  /** Whether entry k of the stack is a number of two words. */
  public boolean isWide(int k) {
    return StackTypes.isWide(stack[k]);
  }

  /** How many kinds of local variables there are. */
  public static int kinds() {
    return LiveLocals.KINDS;
  }
}
