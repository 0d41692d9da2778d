package dev.clew.jvm.run.calls;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What threads do to each other and ask of each other. */
@Replaces(Thread.class)
public final class ThreadCalls {
  private static final long FOR_EVER = -1;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private ThreadCalls() {}

  /** Instead of {@link Thread#currentThread}, where threads do not carry the identity. */
  @BeforeJdk(21)
  public static Thread currentThread() {
    return Control.currentThread();
  }

  /** Instead of {@link Thread#start}. */
  public static void start(Thread thread, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      thread.start();
      return;
    }
    try {
      now.threadModel.start(thread, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /**
   * Instead of {@link Thread#getStackTrace}: on older JVMs the thread that the program knows is not
   * the one that runs it.
   */
  public static StackTraceElement[] getStackTrace(Thread thread, int site) {
    Execution now = Hooks.execution();
    if (now == null || thread != now.current.identity) {
      return thread.getStackTrace();
    }
    StackTraceElement[] stack = new Exception().getStackTrace();
    StackTraceElement[] asked = new StackTraceElement[stack.length + 1];
    System.arraycopy(stack, 0, asked, 1, stack.length);
    asked[0] =
        new StackTraceElement(
            null, "java.base", null, "java.lang.Thread", "getStackTrace", "Thread.java", -1);
    return asked;
  }

  // --- waiting for others

  /** Instead of {@link Thread#join()}. */
  public static void join(Thread thread, int site) throws InterruptedException {
    await(thread, FOR_EVER, site);
  }

  /** Instead of {@link Thread#join(long)}. */
  public static void join(Thread thread, long millis, int site) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    await(thread, millis == 0 ? FOR_EVER : MILLISECONDS.toNanos(millis), site);
  }

  /** Instead of {@link Thread#join(long, int)}. */
  public static void join(Thread thread, long millis, int nanos, int site)
      throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    if (nanos < 0 || nanos > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    long whole = sum(millis, nanos);
    await(thread, whole == 0 ? FOR_EVER : whole, site);
  }

  /** Instead of {@code Thread.join(Duration)} of JDK 19 and later. */
  public static boolean join(Thread thread, Duration time, int site) throws InterruptedException {
    return await(thread, Math.max(NANOSECONDS.convert(time), 0), site);
  }

  static boolean await(Thread thread, long nanos, int site) throws InterruptedException {
    Execution now = Hooks.enter();
    if (now == null) {
      if (nanos == FOR_EVER) {
        thread.join();
      } else {
        thread.join(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
      }
      return !thread.isAlive();
    }
    try {
      return now.threadModel.join(thread, nanos, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** In nanoseconds, the longest time there is if it is longer than that. */
  static long sum(long millis, int nanos) {
    return Math.min(MILLISECONDS.toNanos(millis), Long.MAX_VALUE - nanos) + nanos;
  }

  // --- giving way

  /** Instead of {@link Thread#sleep(long)}. */
  public static void sleep(long millis, int site) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    sleepNanos(MILLISECONDS.toNanos(millis), site);
  }

  /** Instead of {@link Thread#sleep(long, int)}. */
  public static void sleep(long millis, int nanos, int site) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    if (nanos < 0 || nanos > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    sleepNanos(sum(millis, nanos), site);
  }

  /** Instead of {@code Thread.sleep(Duration)} of JDK 19 and later. */
  public static void sleep(Duration time, int site) throws InterruptedException {
    sleepNanos(Math.max(NANOSECONDS.convert(time), 0), site);
  }

  static void sleepNanos(long nanos, int site) throws InterruptedException {
    Execution now = Hooks.enter();
    if (now == null) {
      Thread.sleep(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
      return;
    }
    try {
      now.threadModel.sleep(nanos, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Thread#yield}. */
  public static void yield(int site) {
    giveWay(site);
  }

  /** Instead of {@link Thread#onSpinWait}. */
  public static void onSpinWait(int site) {
    giveWay(site);
  }

  private static void giveWay(int site) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.threadModel.giveWay(site);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  // --- interrupts

  /** Instead of {@link Thread#interrupt}. */
  public static void interrupt(Thread thread, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      thread.interrupt();
      return;
    }
    try {
      now.threadModel.interrupt(thread, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Thread#interrupted}. */
  public static boolean interrupted(int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      return Thread.interrupted();
    }
    try {
      return now.threadModel.testInterrupt(now.current, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Thread#isInterrupted}. */
  public static boolean isInterrupted(Thread thread, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      return thread.isInterrupted();
    }
    try {
      return now.threadModel.isInterrupted(thread, site);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- questions

  /** Instead of {@link Thread#isAlive}. */
  public static boolean isAlive(Thread thread, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      return thread.isAlive();
    }
    try {
      return now.threadModel.isAlive(thread, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Thread#getState}. */
  public static Thread.State getState(Thread thread, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      return thread.getState();
    }
    try {
      return now.threadModel.state(thread, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Thread#activeCount}. */
  public static int activeCount(int site) {
    ThreadGroupCalls.refuse(site);
    return Thread.activeCount();
  }

  /** Instead of {@link Thread#enumerate}. */
  public static int enumerate(Thread[] list, int site) {
    ThreadGroupCalls.refuse(site);
    return Thread.enumerate(list);
  }

  /** Instead of {@link Thread#holdsLock}. */
  public static boolean holdsLock(Object object) {
    return Control.holdsLock(object);
  }

  /** Instead of {@link Thread#setDefaultUncaughtExceptionHandler}. */
  public static void setDefaultUncaughtExceptionHandler(
      Thread.@Nullable UncaughtExceptionHandler handler) {
    Execution now = Hooks.execution();
    if (now == null || !Hooks.isControlled()) {
      Thread.setDefaultUncaughtExceptionHandler(handler);
    } else {
      now.failures.defaultHandler = handler;
    }
  }

  /** Instead of {@link Thread#getDefaultUncaughtExceptionHandler}. */
  public static Thread.@Nullable UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
    Execution now = Hooks.execution();
    return now == null || !Hooks.isControlled()
        ? Thread.getDefaultUncaughtExceptionHandler()
        : now.failures.defaultHandler;
  }
}
