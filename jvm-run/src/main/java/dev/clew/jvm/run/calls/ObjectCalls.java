package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.BeyondControl;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Monitor;
import java.util.concurrent.TimeUnit;

/** Waiting at the monitor of an object, and notifying. */
@Replaces(Object.class)
public final class ObjectCalls {
  private static final long FOR_EVER = -1;

  private ObjectCalls() {}

  /** Instead of {@link Object#wait()}. */
  public static void wait(Object object, int site) throws InterruptedException {
    await(object, FOR_EVER, site);
  }

  /** Instead of {@link Object#wait(long)}. */
  public static void wait(Object object, long millis, int site) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    await(object, millis == 0 ? FOR_EVER : TimeUnit.MILLISECONDS.toNanos(millis), site);
  }

  /** Instead of {@link Object#wait(long, int)}. */
  public static void wait(Object object, long millis, int nanos, int site)
      throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    if (nanos < 0 || nanos > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    long whole = ThreadCalls.sum(millis, nanos);
    await(object, whole == 0 ? FOR_EVER : whole, site);
  }

  static void await(Object object, long nanos, int site) throws InterruptedException {
    Execution now = Hooks.enter();
    if (now == null) {
      if (nanos == FOR_EVER) {
        throw new IllegalMonitorStateException("nothing is controlled, so nobody could notify");
      }
      return;
    }
    try {
      Monitor monitor = held(now, object);
      if (object instanceof Thread) {
        BeyondControl.refuse(
            now,
            site,
            "waits at the monitor of a thread, which the JDK notifies when the thread ends. That"
                + " cannot be controlled: use join");
      }
      now.monitors.await(now.current, monitor, monitor.waitSet, site, nanos);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Object#notify()}. */
  public static void notify(Object object, int site) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.monitors.notifyOne(now.current, held(now, object).waitSet, site);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Instead of {@link Object#notifyAll()}. */
  public static void notifyAll(Object object, int site) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.monitors.notifyAll(now.current, held(now, object).waitSet, site);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  private static Monitor held(Execution now, Object object) {
    Monitor monitor = now.monitors.of(object);
    if (monitor.holder != now.current) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
    return monitor;
  }
}
