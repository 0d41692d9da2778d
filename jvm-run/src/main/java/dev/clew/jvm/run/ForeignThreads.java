package dev.clew.jvm.run;

/**
 * Threads that code of the JDK starts for a program, such as those of executors and timers: they
 * are threads of the program like others.
 */
public final class ForeignThreads {
  /** Threads with which the JDK serves itself: they never do anything to a program. */
  private static final String SERVANT = "jdk.internal.misc.InnocuousThread";

  private ForeignThreads() {}

  /**
   * Code of the JDK is about to start a thread; called where threads start themselves.
   *
   * @return whether it is started now
   */
  public static boolean start(Thread thread) {
    if (!Hooks.isControlled() || isServant(thread)) {
      return false;
    }
    Execution now = Hooks.enter();
    if (now == null) {
      return false;
    }
    try {
      now.threadModel.start(thread, -1);
    } finally {
      Hooks.leave(now);
    }
    return true;
  }

  private static boolean isServant(Thread thread) {
    return thread.getClass().getName().equals(SERVANT);
  }
}
