package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A fork-join pool in one execution.
 *
 * <p>What happens to the pool itself is an operation on its state; tasks that have ended are
 * permits of a semaphore, for whoever waits until there is nothing left to do.
 */
abstract class PoolCore {
  static final int RUNNING = 0;
  static final int SHUTDOWN = 1;
  static final int STOPPED = 2;

  private static final Internal<ForkJoinPool> POOL =
      Internal.field(ForkJoinWorkerThread.class, "pool");

  /** The common pool is never shut down. */
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  /** The state of a pool: the number counts the changes. */
  static final class PoolState extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /** The tasks of a pool that have ended, as permits. */
  static final class EndedTasks extends Semaphore {
    private static final long serialVersionUID = 1L;

    EndedTasks() {
      super(0);
    }
  }

  /** Those who may run a task, or the tasks that somebody may run, as permits. */
  static final class PoolPermits extends Semaphore {
    private static final long serialVersionUID = 1L;

    PoolPermits(int permits) {
      super(permits);
    }
  }

  /**
   * What operations on a pool are on.
   *
   * @param state what happens to the pool
   * @param ended the tasks that have ended
   * @param permits who may do something
   */
  record Parts(PoolState state, EndedTasks ended, PoolPermits permits) {
    static Parts create(int parallelism) {
      return new Parts(
          new PoolState(), new EndedTasks(), new PoolPermits(parallelism == 1 ? 0 : parallelism));
    }
  }

  /** A thread of a pool. */
  static final class Worker {
    final ForkJoinWorkerThread thread;

    /** Permits say that there is something to do next, or that the worker is to end. */
    final Semaphore wake = new Semaphore(0);

    @Nullable ForkJoinTask<?> next;

    Worker(ForkJoinWorkerThread thread, @Nullable ForkJoinTask<?> first) {
      this.thread = thread;
      this.next = first;
    }

    /** Waits for something to do. */
    @Nullable ForkJoinTask<?> await() {
      Cores.idle(true);
      wake.acquireUninterruptibly();
      Cores.idle(false);
      return next;
    }
  }

  final ForkJoinPool self;
  final int parallelism;
  final boolean isCommon;
  final PoolPermits permits;
  private final PoolState state;
  private final EndedTasks ended;
  private final List<ForkJoinTask<?>> pushed = new ArrayList<>();
  private final CountDownLatch isShutDown;
  int runState = RUNNING;

  PoolCore(ForkJoinPool self, int parallelism, boolean isCommon, Parts parts) {
    this.self = self;
    this.parallelism = parallelism;
    this.isCommon = isCommon;
    this.state = parts.state;
    this.ended = parts.ended;
    this.permits = parts.permits;
    this.isShutDown = isCommon ? NEVER : new CountDownLatch(1);
  }

  static PoolCore create(ForkJoinPool self, int parallelism, Parts parts) {
    return parallelism == 1
        ? new SerialPool(self, false, parts)
        : new OpenPool(self, parallelism, parallelism, false, parts);
  }

  static PoolCore of(ForkJoinPool self) {
    return Cores.get(self, PoolCore.class);
  }

  /** The pool of a thread, null if it has none. */
  static @Nullable PoolCore ofThread(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker ? of(POOL.of(worker)) : null;
  }

  /** The pool of the calling thread: if it has none, that of all. */
  static PoolCore current() {
    PoolCore own = ofThread(Control.currentThread());
    return own == null ? CommonPool.core() : own;
  }

  /** An operation on the state; what comes until the next operation belongs to it. */
  final void change() {
    state.getAndIncrement();
  }

  final void look() {
    state.get();
  }

  // --- tasks

  /** Somebody gives a task to the pool. */
  final void submit(ForkJoinTask<?> task) {
    if (task == null) {
      throw new NullPointerException();
    }
    if (!isCommon && ofThread(Control.currentThread()) != this) {
      look();
      if (runState != RUNNING) {
        throw new RejectedExecutionException();
      }
    }
    fork(task);
  }

  /** A thread of the pool, or one that has no pool, forks a task. */
  final void fork(ForkJoinTask<?> task) {
    TaskCore core = TaskCore.of(task);
    core.pool = this;
    core.queue();
    if (runState == STOPPED) {
      core.endFromOutside(TaskCore.CANCELLED, null);
      return;
    }
    pushed.add(task);
    push(task);
  }

  /** Sees to it that a task is run. */
  abstract void push(ForkJoinTask<?> task);

  /** What a thread of the pool does. */
  abstract void work(Worker worker);

  /** Whether the calling thread, which is to wait for the task, has run it instead. */
  abstract boolean help(ForkJoinTask<?> task, TaskCore core);

  /** The calling thread of the pool is about to wait: another one may do something in its place. */
  abstract void beginWait();

  abstract void endWait();

  /** A task that was given to the pool was run, or is no more to be run. */
  final void ran() {
    if (Cores.isVisible(Matter.QUIESCENCE)) {
      ended.release();
    }
  }

  /** Whether the calling thread is one that may run what it would wait for. */
  final boolean canHelp(TaskCore core) {
    PoolCore own = ofThread(Control.currentThread());
    return core.pool == this && (own == null ? isCommon : own == this);
  }

  // --- threads

  final List<Worker> workers = new ArrayList<>();

  final @Nullable Worker currentWorker() {
    Thread current = Control.currentThread();
    for (Worker each : workers) {
      if (each.thread == current) {
        return each;
      }
    }
    return null;
  }

  abstract Worker newWorker(ForkJoinWorkerThread thread, @Nullable ForkJoinTask<?> first);

  final @Nullable Worker start(@Nullable ForkJoinTask<?> first) {
    ForkJoinWorkerThread thread = self.getFactory().newThread(self);
    if (thread == null) {
      return null;
    }
    if (isCommon) {
      thread.setContextClassLoader(Control.currentThread().getContextClassLoader());
    }
    Worker worker = newWorker(thread, first);
    workers.add(worker);
    Control.start(thread);
    return worker;
  }

  /** What a thread that the factory has made does. */
  static void work(ForkJoinWorkerThread thread) {
    PoolCore pool = of(POOL.of(thread));
    Worker worker = pool.currentWorker();
    if (worker != null) {
      pool.work(worker);
    }
  }

  // --- the end

  /** No more tasks are taken. */
  final void shutdown() {
    if (!isCommon) {
      change();
      runState = Math.max(runState, SHUTDOWN);
      isShutDown.countDown();
    }
  }

  final boolean awaitShutdown(long nanos) throws InterruptedException {
    return isShutDown.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Tasks that were not begun are cancelled, and those who run others are interrupted. */
  final void stop() {
    if (isCommon) {
      return;
    }
    Cores.reveal(Matter.CLAIMS);
    change();
    runState = STOPPED;
    isShutDown.countDown();
    List<ForkJoinTask<?>> tasks = List.copyOf(pushed);
    List<Worker> threads = List.copyOf(workers);
    for (ForkJoinTask<?> each : tasks) {
      each.cancel(false);
    }
    for (Worker each : threads) {
      ThreadCalls.interrupt(each.thread, -1);
    }
  }

  final boolean hasEnded() {
    look();
    return runState >= SHUTDOWN && isQuiescent();
  }

  final boolean isQuiescent() {
    Cores.reveal(Matter.QUIESCENCE);
    change();
    int all = pushed.size();
    return ended.availablePermits() == all;
  }

  /**
   * Waits until all tasks have ended.
   *
   * @param nanos for how long, negative for ever
   * @param own how many tasks the calling thread is in the middle of
   */
  final boolean awaitQuiescence(long nanos, int own) throws InterruptedException {
    Cores.reveal(Matter.QUIESCENCE);
    int seen = 0;
    while (true) {
      change();
      int wanted = pushed.size() - own;
      if (wanted <= seen) {
        return true;
      }
      if (nanos < 0) {
        ended.acquire(wanted);
      } else if (!ended.tryAcquire(wanted, nanos, TimeUnit.NANOSECONDS)) {
        return false;
      }
      ended.release(wanted);
      seen = wanted;
    }
  }

  /** The same; an interrupt stays pending. */
  final boolean awaitQuiescenceUninterruptibly(long nanos, int own) {
    boolean isInterrupted = false;
    boolean isQuiescent;
    while (true) {
      try {
        isQuiescent = awaitQuiescence(nanos, own);
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      ThreadCalls.interrupt(Control.currentThread(), -1);
    }
    return isQuiescent;
  }

  // --- questions

  /** How many tasks were given to the pool. */
  final int pushed() {
    return pushed.size();
  }

  /** How many of them have ended. */
  final int ended() {
    Cores.reveal(Matter.QUIESCENCE);
    return ended.availablePermits();
  }
}
