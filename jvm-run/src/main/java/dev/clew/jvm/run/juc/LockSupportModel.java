package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.VirtualClock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Parking and unparking. A park ends by an unpark, an interrupt or a timeout, never without. */
@Models(LockSupport.class)
public final class LockSupportModel {
  private static final long FOR_EVER = -1;

  private LockSupportModel() {}

  public static void park() {
    parkFor(FOR_EVER);
  }

  public static void park(@Nullable Object blocker) {
    parkFor(blocker, FOR_EVER);
  }

  public static void parkNanos(long nanos) {
    if (nanos > 0) {
      parkFor(nanos);
    }
  }

  public static void parkNanos(@Nullable Object blocker, long nanos) {
    if (nanos > 0) {
      parkFor(blocker, nanos);
    }
  }

  public static void parkUntil(long deadline) {
    parkFor(nanosUntil(deadline));
  }

  public static void parkUntil(@Nullable Object blocker, long deadline) {
    parkFor(blocker, nanosUntil(deadline));
  }

  private static long nanosUntil(long deadline) {
    Execution now = Controlled.enter();
    try {
      return VirtualClock.nanosUntil(now.current, deadline);
    } finally {
      Hooks.leave(now);
    }
  }

  private static void parkFor(long nanos) {
    Execution now = Controlled.enter();
    try {
      now.threadModel.park(nanos, -1);
    } finally {
      Hooks.leave(now);
    }
  }

  private static void parkFor(@Nullable Object blocker, long nanos) {
    Execution now = Controlled.enter();
    ProgramThread self = now.current;
    try {
      self.blocker = blocker;
      now.threadModel.park(nanos, -1);
    } finally {
      self.blocker = null;
      Hooks.leave(now);
    }
  }

  public static void unpark(@Nullable Thread thread) {
    if (thread == null) {
      return;
    }
    Execution now = Controlled.enter();
    try {
      now.threadModel.unpark(thread, -1);
    } finally {
      Hooks.leave(now);
    }
  }

  public static void setCurrentBlocker(@Nullable Object blocker) {
    Execution now = Controlled.enter();
    now.current.blocker = blocker;
    Hooks.leave(now);
  }

  /** Not an operation: what a thread is blocked on is for monitors of a program, not for itself. */
  public static @Nullable Object getBlocker(Thread thread) {
    if (thread == null) {
      throw new NullPointerException();
    }
    Execution now = Controlled.enter();
    try {
      ProgramThread known = now.threadModel.of(thread);
      return known == null ? LockSupport.getBlocker(thread) : known.blocker;
    } finally {
      Hooks.leave(now);
    }
  }
}
