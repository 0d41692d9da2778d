package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.WaitSet;

/** What a condition needs of its lock. */
interface ExclusiveLock {
  /** Whether the running thread holds it. */
  boolean isHeld();

  /**
   * Gives all holds back, waits, and takes them again; {@link ProgramThread#wasCancelled} tells
   * whether an interrupt ended the wait.
   *
   * @param nanos how long at most, negative for ever
   * @return false if the time ran out
   */
  boolean await(WaitSet set, long nanos, boolean isInterruptible);

  /** Gives all holds back and takes them again. */
  void giveWay();

  /** Who waits to acquire it. */
  LockQueue queue();
}
