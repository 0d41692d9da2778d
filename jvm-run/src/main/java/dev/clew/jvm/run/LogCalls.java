package dev.clew.jvm.run;

import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What loggers of the JDK call of a program: its handlers and filters are parts of the program. */
public final class LogCalls {
  private LogCalls() {}

  /**
   * Before a logger gets another handler: forgets those that an earlier execution of the program
   * gave to it.
   */
  public static void add(Logger logger) {
    for (Handler each : logger.getHandlers()) {
      if (isLeft(each)) {
        logger.removeHandler(each);
      }
    }
  }

  /** Instead of {@link Handler#publish} in a logger. */
  public static void publish(Handler handler, LogRecord record) {
    if (isLeft(handler)) {
      return;
    }
    boolean isReopened = Uncontrolled.interrupt(handler);
    try {
      handler.publish(record);
    } finally {
      if (isReopened) {
        Uncontrolled.begin();
      }
    }
  }

  /** Instead of {@link Filter#isLoggable} in a logger. */
  public static boolean isLoggable(Filter filter, LogRecord record) {
    if (isLeft(filter)) {
      return true;
    }
    boolean isReopened = Uncontrolled.interrupt(filter);
    try {
      return filter.isLoggable(record);
    } finally {
      if (isReopened) {
        Uncontrolled.begin();
      }
    }
  }

  /** Whether an object of the program was made in an earlier execution, and the logger kept it. */
  private static boolean isLeft(Object object) {
    Execution now = Hooks.execution();
    return now != null && Uncontrolled.isInside() && now.shadows.isLeft(object);
  }

  /** Before a handler of the JDK calls a method of this object, perhaps with a lock in hand. */
  public static void note(@Nullable Object called) {
    if (called != null && Uncontrolled.isInside()) {
      Uncontrolled.note(called);
    }
  }
}
