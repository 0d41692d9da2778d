package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Rounds;
import dev.clew.jvm.run.Turns;
import dev.clew.jvm.run.VirtualClock;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What composed models have for each object: they do their work under control, with primitives that
 * are modelled themselves, and everything else they touch is no operation.
 */
final class Cores {
  private Cores() {}

  /** The program has made an object. */
  static void put(Object object, Object core) {
    Execution now = Controlled.enter();
    try {
      now.shadows.register(object, -1).model = core;
      now.objects.note(core, object);
    } finally {
      Hooks.leave(now);
    }
  }

  /** What belongs to an object that the program has made. */
  static <T> T get(Object object, Class<T> type) {
    Execution now = Controlled.enter();
    try {
      return type.cast(Objects.requireNonNull(now.shadows.of(object).model));
    } finally {
      Hooks.leave(now);
    }
  }

  /** Whether it matters to the program: until then it is no operation. */
  static boolean isVisible(Matter matter) {
    Execution now = Controlled.enter();
    boolean isVisible = now.objects.isVisible(matter);
    Hooks.leave(now);
    return isVisible;
  }

  /** It matters to the program: if it was no operation yet, the search starts again. */
  static void reveal(Matter matter) {
    Execution now = Controlled.enter();
    try {
      if (!now.objects.isVisible(matter)) {
        now.trace().reveal(now.objects.of(matter));
        now.dismiss(now.current);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  /** Asks something that is no operation. */
  static <T> T aside(Supplier<T> question) {
    Object token = Hooks.suspend();
    try {
      return question.get();
    } finally {
      Hooks.resume(token);
    }
  }

  /** The calling thread has nothing to do, or has again: to wait for ever then is no deadlock. */
  static void idle(boolean isIdle) {
    Execution now = Hooks.enter();
    if (now != null) {
      now.current.isIdle = isIdle;
      Hooks.leave(now);
    }
  }

  /**
   * The calling thread waits for the time of the next run of tasks that are all periodic.
   *
   * @param fewest how often the one of them was run that was run least
   * @param most how often the one of them was run that was run most
   */
  static void awaitsRun(int fewest, int most) {
    Execution now = Hooks.enter();
    if (now != null) {
      now.current.isRepeated = Rounds.areEnough(fewest, most);
      now.current.runs = fewest;
      Hooks.leave(now);
    }
  }

  /** It does so no longer. */
  static void awaitsNoRun() {
    Execution now = Hooks.enter();
    if (now != null) {
      now.current.isRepeated = false;
      now.current.runs = ProgramThread.NOT_PERIODIC;
      Hooks.leave(now);
    }
  }

  /** The time of the calling thread, as {@code System.nanoTime} would tell it. */
  static long nanos() {
    Execution now = Controlled.enter();
    try {
      return VirtualClock.nanos(now.current);
    } finally {
      Hooks.leave(now);
    }
  }

  /** The time of day of the calling thread, in milliseconds. */
  static long millis() {
    Execution now = Controlled.enter();
    try {
      return VirtualClock.millis(now.current);
    } finally {
      Hooks.leave(now);
    }
  }

  /** For the calling thread it is not earlier than this. */
  static void catchUp(long nanos) {
    Execution now = Controlled.enter();
    try {
      VirtualClock.catchUp(now.current, nanos);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Clears the interrupt status of the calling thread, if it can have been set. */
  static void clearInterrupt() {
    ThreadCalls.interrupted(-1);
  }

  /** Lets through what ends a thread of an execution that is over. */
  static void checkUnderWay(Throwable thrown) {
    if (thrown instanceof Turns.Abandoned over) {
      throw over;
    }
  }

  /**
   * Whether a latch is open, if it matters: who is interrupted, or may be, must not wait for an
   * open one, which would throw.
   */
  static boolean isOpenBeforeInterrupt(CountDownLatch latch) {
    Execution now = Controlled.enter();
    boolean canBeInterrupted;
    try {
      canBeInterrupted =
          now.current.isInterrupted || now.objects.areInterruptsVisible(now.current.number);
    } finally {
      Hooks.leave(now);
    }
    return canBeInterrupted && latch.getCount() == 0;
  }

  /**
   * Waits for the latch that opens after something has ended; false if the time was over before.
   * Who gives up, or is interrupted, finds out first whether it has ended: then the latch opens
   * soon.
   *
   * @param nanos negative if there is no limit
   */
  static boolean awaitEnd(CountDownLatch latch, long nanos, BooleanSupplier hasEnded)
      throws InterruptedException {
    if (isOpenBeforeInterrupt(latch)) {
      return true;
    }
    try {
      if (nanos < 0) {
        latch.await();
        return true;
      }
      if (latch.await(nanos, TimeUnit.NANOSECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      if (!hasEnded.getAsBoolean()) {
        throw e;
      }
      awaitUninterruptibly(latch);
      ThreadCalls.interrupt(Control.currentThread(), -1);
      return true;
    }
    if (hasEnded.getAsBoolean()) {
      awaitUninterruptibly(latch);
      return true;
    }
    return false;
  }

  /** Waits; an interrupt stays pending. */
  static void awaitUninterruptibly(CountDownLatch latch) {
    boolean isInterrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      ThreadCalls.interrupt(Control.currentThread(), -1);
    }
  }
}
