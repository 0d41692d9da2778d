package dev.clew.jvm.run.juc;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Thread pools: what happens to the pool is an operation on its state; tasks in the queue are
 * permits of a semaphore for which idle workers wait.
 *
 * <p>When a pool is shut down each worker gets a permit more, finds no task and ends. Everything
 * but the state, the semaphore and a latch for the end is changed only in the step of an operation
 * on one of them, so it is as the order of these operations says.
 *
 * <p>Pools that {@linkplain HandOverPool hand tasks over} or {@linkplain DelayedPool schedule} them
 * are special, pools with a queue of the program run as the JDK has them.
 */
@Models(value = ThreadPoolExecutor.class, isComposed = true)
public final class ThreadPoolExecutorModel {
  private ThreadPoolExecutorModel() {}

  public static void created(ThreadPoolExecutor self) {
    Class<?> type = self.getClass();
    boolean isOfJdk = type.getClassLoader() == null && type != ThreadPoolExecutor.class;
    if (!isOfJdk) {
      PoolKinds.created(self);
    }
  }

  static Pool of(ThreadPoolExecutor self) {
    return Cores.get(self, Pool.class);
  }

  // --- tasks and threads

  public static void execute(ThreadPoolExecutor self, Runnable task) {
    of(self).execute(task);
  }

  public static boolean remove(ThreadPoolExecutor self, Runnable task) {
    return of(self).remove(task);
  }

  /** Takes cancelled tasks out of the queue. */
  public static void purge(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.lookAtQueue();
    for (Object each : Cores.aside(() -> pool.queue.toArray())) {
      if (each instanceof Future<?> future && future.isCancelled()) {
        pool.remove(each);
      }
    }
  }

  public static boolean prestartCoreThread(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.change();
    return pool.start(null, pool.coreSize());
  }

  public static int prestartAllCoreThreads(ThreadPoolExecutor self) {
    int started = 0;
    while (prestartCoreThread(self)) {
      started++;
    }
    return started;
  }

  // --- settings

  public static void setCorePoolSize(ThreadPoolExecutor self, int size) {
    of(self).settings.setCoreSize(size);
  }

  public static int getCorePoolSize(ThreadPoolExecutor self) {
    return of(self).settings.get(self::getCorePoolSize);
  }

  public static void setMaximumPoolSize(ThreadPoolExecutor self, int size) {
    of(self).settings.setMaximumSize(size);
  }

  public static int getMaximumPoolSize(ThreadPoolExecutor self) {
    return of(self).settings.get(self::getMaximumPoolSize);
  }

  /** How long a worker waits that waits already makes no difference: it gives up last of all. */
  public static void setKeepAliveTime(ThreadPoolExecutor self, long time, TimeUnit unit) {
    of(self).settings.set(() -> self.setKeepAliveTime(time, unit));
  }

  public static long getKeepAliveTime(ThreadPoolExecutor self, TimeUnit unit) {
    return of(self).settings.get(() -> self.getKeepAliveTime(unit));
  }

  public static void allowCoreThreadTimeOut(ThreadPoolExecutor self, boolean isAllowed) {
    of(self).settings.allowCoreTimeOut(isAllowed);
  }

  public static boolean allowsCoreThreadTimeOut(ThreadPoolExecutor self) {
    return of(self).settings.get(self::allowsCoreThreadTimeOut);
  }

  public static void setThreadFactory(ThreadPoolExecutor self, ThreadFactory factory) {
    of(self).settings.set(() -> self.setThreadFactory(factory));
  }

  public static ThreadFactory getThreadFactory(ThreadPoolExecutor self) {
    return of(self).settings.get(self::getThreadFactory);
  }

  public static void setRejectedExecutionHandler(
      ThreadPoolExecutor self, RejectedExecutionHandler handler) {
    of(self).settings.set(() -> self.setRejectedExecutionHandler(handler));
  }

  public static RejectedExecutionHandler getRejectedExecutionHandler(ThreadPoolExecutor self) {
    return of(self).settings.get(self::getRejectedExecutionHandler);
  }

  // --- the end

  public static void shutdown(ThreadPoolExecutor self) {
    of(self).shutDown();
  }

  public static List<Runnable> shutdownNow(ThreadPoolExecutor self) {
    return of(self).stop();
  }

  public static boolean isShutdown(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState >= Pool.SHUTDOWN;
  }

  public static boolean isTerminating(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState >= Pool.SHUTDOWN && !pool.isOver();
  }

  public static boolean isTerminated(ThreadPoolExecutor self) {
    return of(self).hasEnded();
  }

  public static boolean awaitTermination(ThreadPoolExecutor self, long timeout, TimeUnit unit)
      throws InterruptedException {
    Pool pool = of(self);
    return timeout <= 0
        ? pool.hasEnded()
        : Cores.awaitEnd(pool.end.latch(), unit.toNanos(timeout), pool::hasEnded);
  }

  // --- questions

  public static int getPoolSize(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.lookAtCrew();
    return pool.runState >= Pool.TIDYING ? 0 : pool.crew.joined();
  }

  public static int getActiveCount(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.lookAtCrew();
    return pool.crew.active();
  }

  public static int getLargestPoolSize(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.crew.largest();
  }

  public static long getTaskCount(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.lookAtCrew();
    Crew.Numbers numbers = pool.crew.numbers();
    pool.lookAtQueue();
    return numbers.completed() + numbers.active() + pool.queued();
  }

  public static long getCompletedTaskCount(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.lookAtCrew();
    return pool.crew.completed();
  }

  /** The text in which the JDK tells that a task was rejected is no question of the program. */
  public static String toString(ThreadPoolExecutor self) {
    Pool pool = of(self);
    if (pool.rejections.isTold()) {
      return text(pool, pool.crew.numbersAside());
    }
    pool.lookAtCrew();
    Crew.Numbers numbers = pool.crew.numbers();
    pool.lookAtQueue();
    return text(pool, numbers);
  }

  private static String text(Pool pool, Crew.Numbers numbers) {
    String run =
        pool.runState == Pool.RUNNING
            ? "Running"
            : pool.runState == Pool.TERMINATED || pool.end.haveAllLeftNow()
                ? "Terminated"
                : "Shutting down";
    return DefaultText.of(pool.self)
        + "["
        + run
        + ", pool size = "
        + numbers.joined()
        + ", active threads = "
        + numbers.active()
        + ", queued tasks = "
        + pool.queued()
        + ", completed tasks = "
        + numbers.completed()
        + "]";
  }
}
