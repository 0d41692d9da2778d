package dev.clew.jvm.run;

import dev.clew.trace.Trace;
import org.jspecify.annotations.Nullable;

/** A reentrant mutual exclusion: a monitor, or a reentrant lock. */
public final class Monitor implements Gate {
  /** Its number. */
  public final int number;

  /** Its wait set; locks that are no monitors have others. */
  public final WaitSet waitSet;

  public @Nullable ProgramThread holder;
  public int holds;

  /** The event by which the holder acquired it. */
  public int acquiredBy = Trace.NONE;

  public Monitor(int number, int condition) {
    this.number = number;
    this.waitSet = new WaitSet(condition, false);
  }

  /** For a thread that wants it: whether it is free, and the thread waits no longer. */
  @Override
  public boolean isOpen(ProgramThread thread) {
    return thread.waitsIn == null
        ? holder == null
        : thread.isInterrupted && !thread.ignoresInterrupts;
  }

  public void take(ProgramThread thread, int count, int event) {
    holder = thread;
    holds = count;
    acquiredBy = event;
  }
}
