package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Turns;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a thread of a pool does.
 *
 * <p>That it begins or ends a task is an operation only if somebody asks for that.
 */
final class PoolWorker implements Runnable {
  private static final MethodHandle BEFORE =
      Internal.callable(
          ThreadPoolExecutor.class, "beforeExecute", void.class, Thread.class, Runnable.class);
  private static final MethodHandle AFTER =
      Internal.callable(
          ThreadPoolExecutor.class, "afterExecute", void.class, Runnable.class, Throwable.class);

  /** Something that a thread tells of itself: the number counts the changes. */
  static final class WorkerState extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  private final Pool pool;
  private final @Nullable Runnable first;
  private final @Nullable WorkerState presence;
  private final @Nullable WorkerState progress;

  /** As in the JDK, one that has not begun yet is at work. */
  private boolean isBusy = true;

  private long completed;

  /** Who makes the thread. */
  final Thread maker = Control.currentThread();

  @Nullable Thread thread;

  /** Whether it found that the pool is shut down and has nothing to do any more. */
  boolean isLetThrough;

  /** Whether it is to end, and not counted any more. */
  boolean isDismissed;

  /** Whether that it begins is an operation on the state of the pool. */
  private final boolean tellsBegin;

  private boolean isBegun;

  /**
   * For a thread to be made.
   *
   * @param first what it does first, null if it is to look for that
   * @param isWatched whether somebody asks what it is at
   * @param tellsBegin whether it matters when it begins
   */
  PoolWorker(Pool pool, @Nullable Runnable first, boolean isWatched, boolean tellsBegin) {
    this.pool = pool;
    this.first = first;
    this.tellsBegin = tellsBegin;
    this.presence = isWatched ? new WorkerState() : null;
    this.progress = isWatched ? new WorkerState() : null;
  }

  @Override
  public void run() {
    boolean isBroken = true;
    boolean isOver = false;
    try {
      begin();
      setBusy(false);
      Runnable next = first == null ? pool.take(this) : first;
      while (next != null) {
        setBusy(true);
        takeInterruptBack();
        runTask(next);
        next = pool.take(this);
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

  /** As soon as it is started it has begun, unless that matters. */
  void started() {
    isBegun |= !tellsBegin;
  }

  boolean isBegun() {
    return isBegun;
  }

  private void begin() {
    if (tellsBegin) {
      pool.change();
      isBegun = true;
      if (pool.runState >= Pool.STOPPED) {
        ThreadCalls.interrupt(Control.currentThread(), -1);
      }
    }
  }

  /** An interrupt that came before a task is none of the task, unless the pool was stopped. */
  private void takeInterruptBack() {
    if (ThreadCalls.interrupted(-1)) {
      pool.look();
      if (pool.runState >= Pool.STOPPED) {
        ThreadCalls.interrupt(Control.currentThread(), -1);
      }
    }
  }

  private void runTask(Runnable next) {
    try {
      Internal.call(BEFORE, pool.self, Control.currentThread(), next);
      try {
        next.run();
        Internal.call(AFTER, pool.self, next, null);
      } catch (Throwable e) {
        Cores.checkUnderWay(e);
        Internal.call(AFTER, pool.self, next, e);
        throw e;
      }
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      complete();
      throw e;
    }
    complete();
  }

  // --- what others may ask

  private void setBusy(boolean newIsBusy) {
    if (presence != null) {
      presence.getAndIncrement();
    }
    isBusy = newIsBusy;
  }

  private void complete() {
    if (progress != null) {
      progress.getAndIncrement();
    }
    completed++;
    setBusy(false);
  }

  boolean isBusy() {
    if (presence != null) {
      presence.get();
    }
    return isBusy;
  }

  long completed() {
    if (progress != null) {
      progress.get();
    }
    return completed;
  }

  boolean isBusyNow() {
    return isBusy;
  }

  long completedSoFar() {
    return completed;
  }
}
