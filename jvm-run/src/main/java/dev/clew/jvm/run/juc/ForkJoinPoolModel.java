package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ManagedBlocker;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Fork-join pools: any thread of a pool may run any task, and who waits for a task may run it. */
@Models(value = ForkJoinPool.class, isComposed = true)
public final class ForkJoinPoolModel {
  private static final Internal<@Nullable String> PREFIX =
      Internal.field(ForkJoinPool.class, "workerNamePrefix");

  private ForkJoinPoolModel() {}

  public static void created(ForkJoinPool self) {
    int parallelism = self.getParallelism();
    PoolCore core = PoolCore.create(self, parallelism, PoolCore.Parts.create(parallelism));
    Cores.put(self, core);
  }

  private static PoolCore of(ForkJoinPool self) {
    return PoolCore.of(self);
  }

  // --- the pool of all

  public static ForkJoinPool commonPool() {
    return CommonPool.pool();
  }

  /** Of JDK 25 and later. */
  @SinceJdk(25)
  public static ForkJoinPool asyncCommonPool() {
    return CommonPool.pool();
  }

  public static int getCommonPoolParallelism() {
    return CommonPool.parallelism();
  }

  public static int getParallelism(ForkJoinPool self) {
    return of(self).parallelism;
  }

  // --- tasks

  public static @Nullable Object invoke(ForkJoinPool self, ForkJoinTask<?> task) {
    of(self).submit(task);
    return task.join();
  }

  /** What all ways to submit a task end in, in JDK 17. */
  public static ForkJoinTask<?> externalSubmit(ForkJoinPool self, ForkJoinTask<?> task) {
    of(self).submit(task);
    return task;
  }

  /** The same in JDK 19 and later. */
  @SinceJdk(21)
  public static ForkJoinTask<?> poolSubmit(
      ForkJoinPool self, boolean signals, ForkJoinTask<?> task) {
    of(self).submit(task);
    return task;
  }

  public static List<?> invokeAll(ForkJoinPool self, Collection<?> tasks) {
    List<ForkJoinTask<?>> all = submitAll(self, tasks);
    for (ForkJoinTask<?> each : all) {
      each.quietlyJoin();
    }
    return all;
  }

  /** Of JDK 22 and later. */
  @SinceJdk(22)
  public static List<?> invokeAllUninterruptibly(ForkJoinPool self, Collection<?> tasks) {
    return invokeAll(self, tasks);
  }

  public static List<?> invokeAll(
      ForkJoinPool self, Collection<?> tasks, long timeout, TimeUnit unit)
      throws InterruptedException {
    List<ForkJoinTask<?>> all = submitAll(self, tasks);
    boolean isTimeLeft = true;
    for (ForkJoinTask<?> each : all) {
      TaskCore core = TaskCore.of(each);
      isTimeLeft =
          isTimeLeft && TaskRuns.await(each, core, Math.max(unit.toNanos(timeout), 0)) != 0;
      if (!isTimeLeft) {
        each.cancel(true);
      }
    }
    return all;
  }

  private static List<ForkJoinTask<?>> submitAll(ForkJoinPool self, Collection<?> tasks) {
    List<ForkJoinTask<?>> all = new ArrayList<>();
    for (Object each : tasks) {
      all.add(self.submit((Callable<?>) each));
    }
    return all;
  }

  public static @Nullable Object invokeAny(ForkJoinPool self, Collection<?> tasks)
      throws InterruptedException, ExecutionException {
    try {
      return new FirstResult(self, tasks).await(TaskRuns.FOR_EVER);
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  public static @Nullable Object invokeAny(
      ForkJoinPool self, Collection<?> tasks, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return new FirstResult(self, tasks).await(Math.max(unit.toNanos(timeout), 0));
  }

  /** Of JDK 25 and later, where the task says when it is to be run. */
  @SinceJdk(25)
  public static ForkJoinTask<?> scheduleDelayedTask(ForkJoinPool self, ForkJoinTask<?> task) {
    PoolCore pool = of(self);
    pool.look();
    if (pool.runState != PoolCore.RUNNING) {
      throw new RejectedExecutionException();
    }
    ScheduledTaskModel.schedule(pool, task);
    return task;
  }

  // --- waiting for something else

  public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
    if (blocker == null) {
      throw new NullPointerException();
    }
    PoolCore pool = PoolCore.ofThread(Control.currentThread());
    while (!blocker.isReleasable()) {
      if (pool == null ? blocker.block() : block(pool, blocker)) {
        break;
      }
    }
  }

  private static boolean block(PoolCore pool, ManagedBlocker blocker) throws InterruptedException {
    pool.beginWait();
    boolean isReleased;
    try {
      isReleased = blocker.block();
    } catch (InterruptedException e) {
      pool.endWait();
      throw e;
    }
    pool.endWait();
    return isReleased;
  }

  // --- the end

  public static void shutdown(ForkJoinPool self) {
    of(self).shutdown();
  }

  public static List<Runnable> shutdownNow(ForkJoinPool self) {
    of(self).stop();
    return List.of();
  }

  public static boolean isShutdown(ForkJoinPool self) {
    PoolCore pool = of(self);
    pool.look();
    return pool.runState != PoolCore.RUNNING;
  }

  public static boolean isTerminating(ForkJoinPool self) {
    PoolCore pool = of(self);
    pool.look();
    return pool.runState == PoolCore.STOPPED && !pool.isQuiescent();
  }

  public static boolean isTerminated(ForkJoinPool self) {
    return of(self).hasEnded();
  }

  /** Of JDK 22 and later: whether a task is not to be begun any more. */
  @SinceJdk(22)
  public static boolean poolIsStopping(@Nullable ForkJoinPool pool) {
    return pool != null && of(pool).runState == PoolCore.STOPPED;
  }

  public static boolean awaitTermination(ForkJoinPool self, long timeout, TimeUnit unit)
      throws InterruptedException {
    PoolCore pool = of(self);
    long nanos = Math.max(unit.toNanos(timeout), 0);
    if (pool.isCommon) {
      pool.awaitQuiescence(nanos, 0);
      return false;
    }
    return pool.awaitShutdown(nanos) && pool.awaitQuiescence(nanos, 0);
  }

  /** Of JDK 19 and later. */
  @SinceJdk(19)
  public static void close(ForkJoinPool self) {
    PoolCore pool = of(self);
    if (!pool.isCommon) {
      pool.shutdown();
      pool.awaitQuiescenceUninterruptibly(TaskRuns.FOR_EVER, 0);
    }
  }

  public static boolean isQuiescent(ForkJoinPool self) {
    return of(self).isQuiescent();
  }

  public static boolean awaitQuiescence(ForkJoinPool self, long timeout, TimeUnit unit) {
    PoolCore pool = of(self);
    int own = PoolCore.ofThread(Control.currentThread()) == pool ? 1 : 0;
    return pool.awaitQuiescenceUninterruptibly(Math.max(unit.toNanos(timeout), 0), own);
  }

  // --- questions

  /** The name of the next thread: it says which thread starts it, as its how-manieth. */
  public static String nextWorkerThreadName(ForkJoinPool self) {
    String prefix = PREFIX.of(self);
    Execution now = Controlled.enter();
    try {
      String key = now.threads.key(now.threads.nextChild(now.current));
      StringBuilder name = new StringBuilder();
      for (String each : key.substring(key.indexOf('.') + 1).split("\\.")) {
        name.append(name.isEmpty() ? "" : ".").append(Integer.parseInt(each) + 1);
      }
      return (prefix == null ? "ForkJoinPool.commonPool-worker-" : prefix) + name;
    } finally {
      Hooks.leave(now);
    }
  }

  public static int getPoolSize(ForkJoinPool self) {
    PoolCore pool = of(self);
    pool.change();
    return Math.min(pool.pushed(), pool.parallelism);
  }

  public static int getActiveThreadCount(ForkJoinPool self) {
    PoolCore pool = of(self);
    int ended = pool.ended();
    pool.change();
    return Math.max(Math.min(pool.pushed() - ended, pool.parallelism), 0);
  }

  public static int getRunningThreadCount(ForkJoinPool self) {
    return getActiveThreadCount(self);
  }

  public static long getStealCount(ForkJoinPool self) {
    return of(self).ended();
  }

  public static long getQueuedTaskCount(ForkJoinPool self) {
    return 0;
  }

  public static int getQueuedSubmissionCount(ForkJoinPool self) {
    return 0;
  }

  public static boolean hasQueuedSubmissions(ForkJoinPool self) {
    return false;
  }

  public static @Nullable ForkJoinTask<?> pollSubmission(ForkJoinPool self) {
    return null;
  }

  public static int drainTasksTo(ForkJoinPool self, Collection<?> tasks) {
    return 0;
  }

  public static String toString(ForkJoinPool self) {
    PoolCore pool = of(self);
    pool.look();
    String state = pool.runState == PoolCore.RUNNING ? "Running" : "Shutting down";
    return DefaultText.of(self) + "[" + state + ", parallelism = " + pool.parallelism + "]";
  }
}
