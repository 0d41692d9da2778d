package dev.clew.jvm.run.juc;

import java.util.List;
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
 * <p>Pools that schedule tasks are {@linkplain DelayedPool special}, pools with a queue of the
 * program run as the JDK has them.
 */
@Models(value = ThreadPoolExecutor.class, isComposed = true)
public final class ThreadPoolExecutorModel {
  private static final Internal<Integer> CORE_SIZE =
      Internal.field(ThreadPoolExecutor.class, "corePoolSize");

  private ThreadPoolExecutorModel() {}

  public static void created(ThreadPoolExecutor self) {
    Class<?> type = self.getClass();
    boolean isOfJdk = type.getClassLoader() == null && type != ThreadPoolExecutor.class;
    if (!isOfJdk && Pool.isModelled(Cores.aside(self::getQueue))) {
      Cores.put(self, new Pool(self));
    }
  }

  static Pool of(ThreadPoolExecutor self) {
    return Cores.get(self, Pool.class);
  }

  // --- the methods of a pool

  public static void execute(ThreadPoolExecutor self, Runnable task) {
    of(self).execute(task);
  }

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
    return pool.runState == Pool.SHUTDOWN || pool.runState == Pool.STOPPED;
  }

  public static boolean isTerminated(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState == Pool.TERMINATED;
  }

  public static boolean awaitTermination(ThreadPoolExecutor self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return of(self).end.await(timeout, unit);
  }

  public static boolean prestartCoreThread(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.change();
    return pool.size < pool.coreSize() && pool.runState == Pool.RUNNING && pool.start(null);
  }

  public static int prestartAllCoreThreads(ThreadPoolExecutor self) {
    int started = 0;
    while (prestartCoreThread(self)) {
      started++;
    }
    return started;
  }

  public static void setCorePoolSize(ThreadPoolExecutor self, int size) {
    Pool pool = of(self);
    if (size < 0 || pool.maximumSize() < size) {
      throw new IllegalArgumentException();
    }
    pool.change();
    int before = pool.coreSize();
    CORE_SIZE.set(self, size);
    int wanted = Math.min(size - before, Cores.aside(pool.queue::size));
    while (wanted-- > 0 && pool.size < size && pool.start(null)) {
      pool.change();
    }
  }

  public static boolean remove(ThreadPoolExecutor self, Runnable task) {
    Pool pool = of(self);
    pool.change();
    boolean isRemoved = Cores.aside(() -> pool.queue.remove(task));
    pool.removed();
    return isRemoved;
  }

  public static int getPoolSize(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState == Pool.TERMINATED ? 0 : pool.size;
  }

  public static int getActiveCount(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.active();
  }

  public static int getLargestPoolSize(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.largest;
  }

  public static long getTaskCount(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.completed() + pool.active() + Cores.aside(pool.queue::size);
  }

  public static long getCompletedTaskCount(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.completed();
  }

  public static String toString(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    String run =
        pool.runState == Pool.RUNNING
            ? "Running"
            : pool.runState == Pool.TERMINATED ? "Terminated" : "Shutting down";
    return DefaultText.of(self)
        + "["
        + run
        + ", pool size = "
        + pool.size
        + ", active threads = "
        + pool.active()
        + ", queued tasks = "
        + Cores.aside(pool.queue::size)
        + ", completed tasks = "
        + pool.completed()
        + "]";
  }
}
