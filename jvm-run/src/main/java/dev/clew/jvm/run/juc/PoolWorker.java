package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Turns;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** What a thread of a pool does. */
final class PoolWorker implements Runnable {
  private static final MethodHandle BEFORE =
      Internal.callable(
          ThreadPoolExecutor.class, "beforeExecute", void.class, Thread.class, Runnable.class);
  private static final MethodHandle AFTER =
      Internal.callable(
          ThreadPoolExecutor.class, "afterExecute", void.class, Runnable.class, Throwable.class);

  final Pool pool;

  /** What it is running, null if nothing. */
  @Nullable Runnable task;

  @Nullable Thread thread;
  long completed;

  PoolWorker(Pool pool, @Nullable Runnable first) {
    this.pool = pool;
    this.task = first;
  }

  @Override
  public void run() {
    boolean isBroken = true;
    boolean isOver = false;
    try {
      while (true) {
        Runnable next = task == null ? pool.take() : task;
        if (next == null) {
          break;
        }
        task = next;
        runTask(next);
      }
      isBroken = false;
    } catch (Turns.Abandoned e) {
      isOver = true;
      throw e;
    } finally {
      if (!isOver) {
        pool.exit(this, isBroken);
      }
    }
  }

  private void runTask(Runnable next) {
    try {
      Internal.call(BEFORE, pool.self, Control.currentThread(), next);
      try {
        next.run();
      } catch (Throwable e) {
        Cores.checkUnderWay(e);
        Internal.call(AFTER, pool.self, next, e);
        throw e;
      }
      Internal.call(AFTER, pool.self, next, null);
    } finally {
      task = null;
      completed++;
    }
    Cores.clearInterrupt(); // an interrupt of this task is none of the next
  }
}
