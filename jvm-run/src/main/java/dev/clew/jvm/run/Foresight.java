package dev.clew.jvm.run;

import dev.clew.trace.OpKind;

/** Tells what threads may still do; only for searches that ask. */
public interface Foresight {
  /** An execution begins. */
  void beginExecution();

  /** A thread begins with a method, whose arguments its frames have. */
  void begun(ProgramThread thread);

  /**
   * What a thread may still do, right after an operation.
   *
   * @param object what the operation accessed first, -1 if nothing
   * @param isDone whether the operation did what it was meant to do
   */
  int after(ProgramThread thread, OpKind kind, int object, boolean isDone);
}
