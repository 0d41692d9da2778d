package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.Turns;
import java.lang.reflect.Field;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Cyclic barriers; the last one to arrive runs the action before the others go on. */
@Models(CyclicBarrier.class)
public final class CyclicBarrierModel {
  private static final long FOR_EVER = -1;

  private CyclicBarrierModel() {}

  public static void created(CyclicBarrier self, int parties, @Nullable Runnable action) {
    Execution now = Controlled.enter();
    try {
      Shadow shadow = now.shadows.register(self, -1);
      shadow.model = new Barrier(now, shadow, parties, action);
    } finally {
      Hooks.leave(now);
    }
  }

  private static Barrier of(Execution now, CyclicBarrier self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof Barrier known) {
      return known;
    }
    Barrier barrier = new Barrier(now, shadow, self.getParties(), actionOf(self));
    shadow.model = barrier;
    return barrier;
  }

  /** The action of a barrier that was made while nothing was under control. */
  private static @Nullable Runnable actionOf(CyclicBarrier barrier) {
    try {
      Field field = CyclicBarrier.class.getDeclaredField("barrierCommand");
      field.setAccessible(true);
      return (Runnable) field.get(barrier);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public static int await(CyclicBarrier self) throws InterruptedException, BrokenBarrierException {
    try {
      return await(self, FOR_EVER);
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  public static int await(CyclicBarrier self, long timeout, TimeUnit unit)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    return await(self, Math.max(unit.toNanos(timeout), 0));
  }

  private static int await(CyclicBarrier self, long nanos)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    Execution now = Controlled.enter();
    Barrier barrier;
    int index;
    try {
      barrier = of(now, self);
      index = barrier.await(nanos);
    } finally {
      Hooks.leave(now);
    }
    if (index == 0 && barrier.action != null) {
      run(barrier.action, barrier);
    }
    return index;
  }

  private static void run(Runnable action, Barrier barrier) {
    try {
      action.run();
    } catch (Turns.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      finish(barrier, false);
      throw e;
    }
    finish(barrier, true);
  }

  private static void finish(Barrier barrier, boolean hasRun) {
    Execution now = Controlled.enter();
    try {
      if (hasRun) {
        barrier.opened();
      } else {
        barrier.failed();
      }
    } finally {
      Hooks.leave(now);
    }
  }

  public static boolean isBroken(CyclicBarrier self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).isBroken();
    } finally {
      Hooks.leave(now);
    }
  }

  public static void reset(CyclicBarrier self) {
    Execution now = Controlled.enter();
    try {
      of(now, self).reset();
    } finally {
      Hooks.leave(now);
    }
  }

  public static int getNumberWaiting(CyclicBarrier self) {
    Execution now = Controlled.enter();
    try {
      return of(now, self).numberWaiting();
    } finally {
      Hooks.leave(now);
    }
  }
}
