package dev.clew.jvm.run;

/**
 * Threads that code of the JDK starts for a program, such as those of executors and timers.
 *
 * <p>Nobody would control them: the others could wait for what they do in vain, and no execution
 * would be like the one before. So the program is refused.
 */
public final class ForeignThreads {
  /** Threads with which the JDK serves itself: they never do anything to a program. */
  private static final String SERVANT = "jdk.internal.misc.InnocuousThread";

  private static final String THREAD = "java.lang.";

  private ForeignThreads() {}

  /** Code of the JDK is about to start a thread; called where threads start themselves. */
  public static void start(Thread thread) {
    if (!Hooks.isControlled() || isServant(thread)) {
      return;
    }
    Execution now = Hooks.enter();
    if (now != null) {
      now.fail(new BeyondControl(message(new Throwable().getStackTrace())), now.current);
    }
  }

  private static boolean isServant(Thread thread) {
    return thread.getClass().getName().equals(SERVANT);
  }

  private static String message(StackTraceElement[] stack) {
    String starter = "the JDK";
    for (StackTraceElement frame : stack) {
      if (Positions.isOfProgram(frame)) {
        break;
      }
      if (!isPartOfStart(frame)) {
        starter = frame.getClassName();
      }
    }
    int site = Positions.innermost(stack);
    return BeyondControl.place(site)
        + " starts a thread by "
        + starter
        + ". Threads that the JDK starts for a program (of executors, timers, parallel streams)"
        + " cannot be controlled: give the work to threads that the program starts itself";
  }

  private static boolean isPartOfStart(StackTraceElement frame) {
    return frame.getClassName().startsWith(THREAD) || frame.getClassName().startsWith("dev.clew.");
  }
}
