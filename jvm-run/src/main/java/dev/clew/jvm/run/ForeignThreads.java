package dev.clew.jvm.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads that code of the JDK starts for a program. Those of executors are threads of the program
 * like others.
 *
 * <p>Threads of code that shares something with them that is not controlled are refused: the others
 * could wait for what they do in vain, and no execution would be like the one before.
 */
public final class ForeignThreads {
  /** Threads with which the JDK serves itself: they never do anything to a program. */
  private static final String SERVANT = "jdk.internal.misc.InnocuousThread";

  /** What the names of classes begin with through which a start goes. */
  private static final List<String> PARTS_OF_START =
      List.of("dev.clew.", "java.lang.", "jdk.internal.misc.", "jdk.internal.vm.");

  /** What the names of classes begin with that share only what is controlled with their threads. */
  private static final List<String> CONTROLLED =
      List.of(
          "java.util.Timer",
          "java.util.concurrent.CompletableFuture$ThreadPerTaskExecutor",
          "java.util.concurrent.StructuredTaskScope",
          "java.util.concurrent.ThreadPerTaskExecutor",
          "java.util.concurrent.ThreadPoolExecutor");

  private ForeignThreads() {}

  /**
   * Code of the JDK is about to start a thread; called where threads start themselves.
   *
   * @param container what keeps track of it, null if nothing does
   * @return whether it is started now
   */
  public static boolean start(Thread thread, @Nullable Object container) {
    if (!Hooks.isControlled() || isServant(thread)) {
      return false;
    }
    Execution now = Hooks.enter();
    if (now == null) {
      return false;
    }
    try {
      StackTraceElement[] stack = new Throwable().getStackTrace();
      StackTraceElement starter = starter(stack);
      if (!Positions.isOfProgram(starter) && !beginsWith(starter, CONTROLLED)) {
        now.fail(new BeyondControl(message(starter, stack)), now.current);
      }
      now.threadModel.start(thread, container, -1);
    } finally {
      Hooks.leave(now);
    }
    return true;
  }

  private static boolean isServant(Thread thread) {
    return thread.getClass().getName().equals(SERVANT);
  }

  /** Who wants the thread to be started. */
  private static StackTraceElement starter(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (Positions.isOfProgram(frame) || !beginsWith(frame, PARTS_OF_START)) {
        return frame;
      }
    }
    return stack[0];
  }

  private static boolean beginsWith(StackTraceElement frame, List<String> prefixes) {
    for (String each : prefixes) {
      if (frame.getClassName().startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  private static String message(StackTraceElement starter, StackTraceElement[] stack) {
    return BeyondControl.place(Positions.innermost(stack))
        + " makes "
        + starter.getClassName()
        + " start a thread, which shares with others what cannot be controlled: give the work to"
        + " an executor, or to threads that the program starts itself";
  }
}
