package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Turns;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Thread pools: what happens to the pool is an operation on its state; tasks in the queue are
 * permits of a semaphore for which idle workers wait.
 *
 * <p>When a pool is shut down each worker gets a permit more, finds no task and ends. Everything
 * but the state, the semaphore and a latch for the end is changed only in the step of an operation
 * on one of them, so it is as the order of these operations says.
 *
 * <p>Pools of a subclass in the JDK, which schedules tasks, and pools with a queue of the program
 * run as the JDK has them.
 */
@Models(value = ThreadPoolExecutor.class, isComposed = true)
public final class ThreadPoolExecutorModel {
  private static final int RUNNING = 0;
  private static final int SHUTDOWN = 1;
  private static final int STOPPED = 2;
  private static final int TERMINATED = 3;

  private static final String CONCURRENT = "java.util.concurrent.";

  /** Queues that give tasks in the order in which they came and always have room. */
  private static final Set<String> IN_ORDER =
      Set.of(CONCURRENT + "LinkedBlockingQueue", CONCURRENT + "LinkedBlockingDeque");

  private static final Set<String> OTHERS =
      Set.of(
          CONCURRENT + "ArrayBlockingQueue",
          CONCURRENT + "PriorityBlockingQueue",
          CONCURRENT + "SynchronousQueue");

  private static final MethodHandle BEFORE =
      Internal.method(
          ThreadPoolExecutor.class, "beforeExecute", void.class, Thread.class, Runnable.class);
  private static final MethodHandle AFTER =
      Internal.method(
          ThreadPoolExecutor.class, "afterExecute", void.class, Runnable.class, Throwable.class);
  private static final MethodHandle TERMINATE =
      Internal.method(ThreadPoolExecutor.class, "terminated", void.class);
  private static final Internal<Integer> CORE_SIZE =
      Internal.field(ThreadPoolExecutor.class, "corePoolSize");

  private ThreadPoolExecutorModel() {}

  public static void created(ThreadPoolExecutor self) {
    Class<?> type = self.getClass();
    boolean isOfJdk = type.getClassLoader() == null && type != ThreadPoolExecutor.class;
    String queue = Cores.aside(self::getQueue).getClass().getName();
    if (!isOfJdk && (IN_ORDER.contains(queue) || OTHERS.contains(queue))) {
      Cores.put(self, new Pool(self));
    }
  }

  private static Pool of(ThreadPoolExecutor self) {
    return Cores.get(self, Pool.class);
  }

  /** The state of a pool: the number counts the changes. */
  private static final class PoolState extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /** The tasks that wait in the queue of a pool, as permits. */
  private static final class QueuedTasks extends Semaphore {
    private static final long serialVersionUID = 1L;

    private QueuedTasks() {
      super(0);
    }
  }

  /** A pool of one execution. */
  private static final class Pool {
    private final ThreadPoolExecutor self;
    private final BlockingQueue<Runnable> queue;
    private final boolean isInOrder;
    private final boolean handsOver;
    private final PoolState state = new PoolState();
    private final QueuedTasks tasks = new QueuedTasks();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Worker> workers = new ArrayList<>();

    /** Tasks on their way to idle workers, where the queue keeps none. */
    private final Deque<Runnable> handed = new ArrayDeque<>();

    private int runState = RUNNING;
    private int size;
    private int idle;
    private int largest;
    private long completed;

    private Pool(ThreadPoolExecutor self) {
      this.self = self;
      this.queue = Cores.aside(self::getQueue);
      this.isInOrder =
          IN_ORDER.contains(queue.getClass().getName())
              && Cores.aside(queue::remainingCapacity) == Integer.MAX_VALUE;
      this.handsOver = queue instanceof SynchronousQueue;
    }

    private int coreSize() {
      return Cores.aside(self::getCorePoolSize);
    }

    private int maximumSize() {
      return Cores.aside(self::getMaximumPoolSize);
    }

    /** An operation on the state; what comes until the next operation belongs to it. */
    private void change() {
      state.getAndIncrement();
    }

    private void look() {
      state.get();
    }

    // --- tasks

    private void execute(Runnable task) {
      if (task == null) {
        throw new NullPointerException();
      }
      change();
      if (runState != RUNNING) {
        reject(task);
      } else if (size < coreSize()) {
        start(task);
      } else if (offer(task)) {
        if (size == 0) {
          start(null);
        }
        tasks.release();
      } else if (size < maximumSize()) {
        start(task);
      } else {
        reject(task);
      }
    }

    private boolean offer(Runnable task) {
      if (!handsOver) {
        return Cores.aside(() -> queue.offer(task));
      }
      if (idle == 0) {
        return false;
      }
      idle--;
      handed.add(task);
      return true;
    }

    private @Nullable Runnable poll() {
      return handsOver ? handed.poll() : Cores.aside(queue::poll);
    }

    private boolean hasQueued() {
      return handsOver ? !handed.isEmpty() : !Cores.aside(queue::isEmpty);
    }

    private void reject(Runnable task) {
      Cores.aside(self::getRejectedExecutionHandler).rejectedExecution(task, self);
    }

    /** Starts a worker, in the step of an operation on the state. */
    private boolean start(@Nullable Runnable first) {
      size++;
      largest = Math.max(largest, size);
      Worker worker = new Worker(this, first);
      Thread thread = null;
      try {
        thread = Cores.aside(self::getThreadFactory).newThread(worker);
        if (thread != null) {
          worker.thread = thread;
          workers.add(worker);
          ThreadCalls.startAny(thread);
          return true;
        }
      } catch (Throwable e) {
        Cores.checkUnderWay(e);
        fail(worker);
        throw e;
      }
      fail(worker);
      return false;
    }

    private void fail(Worker worker) {
      change();
      workers.remove(worker);
      size--;
      endIfOver();
    }

    // --- workers

    /** The next task of a worker, null if it is to end. */
    private @Nullable Runnable take() {
      boolean isCounted = false;
      while (true) {
        boolean mayTimeOut = Cores.aside(self::allowsCoreThreadTimeOut);
        boolean isTimed = false;
        if (mayTimeOut || coreSize() < maximumSize()) {
          change();
          idle += handsOver && !isCounted ? 1 : 0;
          isCounted = true;
          isTimed = mayTimeOut || size > coreSize();
        }
        if (!await(isTimed)) {
          change();
          if (isSpare(mayTimeOut)) {
            idle -= handsOver ? 1 : 0;
            return null;
          }
          continue;
        }
        if (!isInOrder && !handsOver) {
          change();
        }
        Runnable task = poll();
        if (task != null) {
          return task;
        }
        look(); // a task was removed, or this is the end
        if (runState != RUNNING) {
          return null;
        }
        isCounted = false;
      }
    }

    /** Whether a worker that waited long enough may end: not if a task is on its way. */
    private boolean isSpare(boolean mayTimeOut) {
      if (handsOver && idle == 0 || !mayTimeOut && size <= coreSize()) {
        return false;
      }
      return size > 1 || !hasQueued();
    }

    private boolean await(boolean isTimed) {
      long patience = Cores.aside(() -> self.getKeepAliveTime(TimeUnit.NANOSECONDS));
      if (!isTimed) {
        Cores.idle(true);
        tasks.acquireUninterruptibly();
        Cores.idle(false);
        return true;
      }
      while (true) {
        try {
          Cores.idle(true);
          return tasks.tryAcquire(patience, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          continue; // as the JDK does: a worker is not ended by that
        } finally {
          Cores.idle(false);
        }
      }
    }

    private void exit(Worker worker, boolean isBroken) {
      change();
      workers.remove(worker);
      size--;
      completed += worker.completed;
      if (!endIfOver() && runState < STOPPED && (isBroken || size == 0 && hasQueued())) {
        start(null);
      }
    }

    // --- the end

    private void shutDown(int how) {
      if (runState < how) {
        runState = how;
      }
    }

    /** Ends the pool if nothing is left, in the step of an operation on the state. */
    private boolean endIfOver() {
      boolean isOver = (runState == SHUTDOWN && !hasQueued() || runState == STOPPED) && size == 0;
      if (isOver) {
        runState = TERMINATED;
        try {
          Internal.call(TERMINATE, self);
        } finally {
          end.countDown();
        }
      }
      return isOver;
    }

    private int active() {
      int active = 0;
      for (Worker each : workers) {
        active += each.task == null ? 0 : 1;
      }
      return active;
    }

    private long completed() {
      long sum = completed;
      for (Worker each : workers) {
        sum += each.completed;
      }
      return sum;
    }
  }

  /** What a thread of a pool does. */
  private static final class Worker implements Runnable {
    private final Pool pool;

    /** What it is running, null if nothing. */
    private @Nullable Runnable task;

    private @Nullable Thread thread;
    private long completed;

    private Worker(Pool pool, @Nullable Runnable first) {
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

  // --- the methods of a pool

  public static void execute(ThreadPoolExecutor self, Runnable task) {
    of(self).execute(task);
  }

  public static void shutdown(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.change();
    boolean isFirst = pool.runState == RUNNING;
    pool.shutDown(SHUTDOWN);
    if (!pool.endIfOver() && isFirst && pool.size > 0) {
      pool.tasks.release(pool.size);
    }
  }

  public static List<Runnable> shutdownNow(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.change();
    pool.shutDown(STOPPED);
    List<Thread> interrupted = new ArrayList<>();
    for (Worker each : pool.workers) {
      if (each.thread != null) {
        interrupted.add(each.thread);
      }
    }
    int size = pool.size;
    boolean isOver = pool.endIfOver();
    pool.tasks.drainPermits();
    List<Runnable> left = new ArrayList<>();
    Cores.aside(() -> pool.queue.drainTo(left));
    left.addAll(pool.handed);
    pool.handed.clear();
    for (Thread each : interrupted) {
      ThreadCalls.interrupt(each, -1);
    }
    if (!isOver && size > 0) {
      pool.tasks.release(size);
    }
    return left;
  }

  public static boolean isShutdown(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState >= SHUTDOWN;
  }

  public static boolean isTerminating(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState == SHUTDOWN || pool.runState == STOPPED;
  }

  public static boolean isTerminated(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState == TERMINATED;
  }

  public static boolean awaitTermination(ThreadPoolExecutor self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return of(self).end.await(timeout, unit);
  }

  public static boolean prestartCoreThread(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.change();
    return pool.size < pool.coreSize() && pool.runState == RUNNING && pool.start(null);
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
    pool.endIfOver();
    return isRemoved;
  }

  public static int getPoolSize(ThreadPoolExecutor self) {
    Pool pool = of(self);
    pool.look();
    return pool.runState == TERMINATED ? 0 : pool.size;
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
        pool.runState == RUNNING
            ? "Running"
            : pool.runState == TERMINATED ? "Terminated" : "Shutting down";
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
