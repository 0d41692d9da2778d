package dev.clew.jvm.run;

import java.io.Serial;

/**
 * A thread of the program cannot be put aside where it is, so no other one can go on: the JVM has
 * called code of the program, as it does to load a class, or native code has. Only {@linkplain
 * Turns#PLATFORM_THREADS platform threads} can stop there. The program has seen nothing of it.
 */
public final class PinnedThread extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final String thread;
  private final String place;

  PinnedThread(String thread, String place) {
    super("the thread " + thread + " cannot be put aside at " + place);
    this.thread = thread;
    this.place = place;
  }

  /** The name of the thread. */
  public String thread() {
    return thread;
  }

  /** Where it is in the program. */
  public String place() {
    return place;
  }
}
