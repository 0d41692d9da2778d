package dev.clew.testkit.oracle;

import dev.clew.trace.OpKind;

/** A statement of a thread after control flow became jumps. */
sealed interface Instruction {
  /** Where it stands in the text. */
  int line();

  /** Sets a local. */
  record Compute(int slot, LocalExpression value, int line) implements Instruction {}

  /** Goes on at {@code target} if the condition is 0, else with the next instruction. */
  record JumpIfZero(LocalExpression condition, int target, int line) implements Instruction {}

  /** Goes on at {@code target}. */
  record Jump(int target, int line) implements Instruction {}

  /** Goes on at {@code target} if that thread was not started. */
  record JumpIfUnstarted(int thread, int target, int line) implements Instruction {}

  /** Gives the program a status, which is a failure if it is not 0. */
  record Report(LocalExpression status, int line) implements Instruction {}

  /** The thread has ended the program: it does nothing more, and never ends. */
  record Halt(int line) implements Instruction {}

  /** Fails the thread if the condition is 0. */
  record Check(LocalExpression condition, String message, int line) implements Instruction {}

  /**
   * A statement that can be seen by other threads.
   *
   * @param kind the kind of its (first) event
   * @param result the slot that takes the result, -1 if none
   * @param object the object or thread it names; for a wait the lock
   * @param condition the condition of a wait
   * @param value the value written, added or exchanged, the number of permits or of alternatives
   * @param expected what a compare-and-set expects
   * @param adds whether a read-modify-write adds, instead of replacing; whether a release closes
   *     the semaphore instead
   * @param inOrder whether a notify wakes the thread that has waited longest, instead of any
   * @param timed whether it may end by time alone; to give way, if it may, is to sleep
   * @param within after which time it does, 0 if that is not said
   */
  record Operation(
      OpKind kind,
      int result,
      Reference object,
      Reference condition,
      LocalExpression value,
      LocalExpression expected,
      boolean adds,
      boolean inOrder,
      boolean timed,
      int within,
      int line)
      implements Instruction {

    /** An operation that no time is said of. */
    Operation(
        OpKind kind,
        int result,
        Reference object,
        Reference condition,
        LocalExpression value,
        LocalExpression expected,
        boolean adds,
        boolean inOrder,
        boolean timed,
        int line) {
      this(kind, result, object, condition, value, expected, adds, inOrder, timed, 0, line);
    }

    /** The same operation, with the time after which it ends. */
    Operation within(int time) {
      return new Operation(
          kind, result, object, condition, value, expected, adds, inOrder, timed, time, line);
    }

    boolean isSleep() {
      return kind == OpKind.YIELD && timed;
    }

    /** Lets all through from then on who find no permits, instead of giving some. */
    Operation closing() {
      return new Operation(
          kind, result, object, condition, value, expected, true, inOrder, timed, within, line);
    }

    boolean isClosing() {
      return kind == OpKind.RELEASE && adds;
    }

    /** The same operation, but on the thread that has waited longest. */
    Operation onTheFirst() {
      return new Operation(
          kind, result, object, condition, value, expected, adds, true, timed, within, line);
    }
  }
}
