package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
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
 * A thread pool of one execution.
 *
 * <p>Everything is changed only in the step of an operation on the state or the semaphore.
 */
class Pool {
  static final int RUNNING = 0;
  static final int SHUTDOWN = 1;
  static final int STOPPED = 2;
  static final int TERMINATED = 3;

  private static final String CONCURRENT = "java.util.concurrent.";

  /** Queues that give tasks in the order in which they came and always have room. */
  private static final Set<String> IN_ORDER =
      Set.of(CONCURRENT + "LinkedBlockingQueue", CONCURRENT + "LinkedBlockingDeque");

  private static final Set<String> OTHERS =
      Set.of(
          CONCURRENT + "ArrayBlockingQueue",
          CONCURRENT + "PriorityBlockingQueue",
          CONCURRENT + "SynchronousQueue");

  private static final MethodHandle TERMINATE =
      Internal.callable(ThreadPoolExecutor.class, "terminated", void.class);

  /** The state of a pool: the number counts the changes. */
  static final class PoolState extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /** The tasks that wait in the queue of a pool, as permits. */
  static final class QueuedTasks extends Semaphore {
    private static final long serialVersionUID = 1L;

    private QueuedTasks() {
      super(0);
    }
  }

  final ThreadPoolExecutor self;
  final BlockingQueue<Runnable> queue;
  final boolean isInOrder;
  final boolean handsOver;
  final PoolState state = new PoolState();
  final QueuedTasks tasks = new QueuedTasks();
  final CountDownLatch end = new CountDownLatch(1);
  final List<PoolWorker> workers = new ArrayList<>();

  /** Tasks on their way to idle workers, where the queue keeps none. */
  final Deque<Runnable> handed = new ArrayDeque<>();

  int runState = RUNNING;
  int size;
  int idle;
  int largest;
  long completed;

  /** Whether a pool with such a queue is modelled. */
  static boolean isModelled(BlockingQueue<Runnable> queue) {
    String type = queue.getClass().getName();
    return IN_ORDER.contains(type) || OTHERS.contains(type);
  }

  Pool(ThreadPoolExecutor self) {
    this.self = self;
    this.queue = Cores.aside(self::getQueue);
    this.isInOrder =
        IN_ORDER.contains(queue.getClass().getName())
            && Cores.aside(queue::remainingCapacity) == Integer.MAX_VALUE;
    this.handsOver = queue instanceof SynchronousQueue;
  }

  int coreSize() {
    return Cores.aside(self::getCorePoolSize);
  }

  int maximumSize() {
    return Cores.aside(self::getMaximumPoolSize);
  }

  /** An operation on the state; what comes until the next operation belongs to it. */
  void change() {
    state.getAndIncrement();
  }

  void look() {
    state.get();
  }

  // --- tasks

  void execute(Runnable task) {
    if (task == null) {
      throw new NullPointerException();
    }
    change();
    boolean isStarted = runState == RUNNING && size < coreSize() && start(task);
    if (isStarted) {
      return;
    }
    if (runState == RUNNING && offer(task)) {
      if (size == 0) {
        start(null);
      }
      tasks.release();
    } else if (runState != RUNNING || size >= maximumSize() || !start(task)) {
      reject(task);
    }
  }

  boolean offer(Runnable task) {
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

  @Nullable Runnable poll() {
    return handsOver ? handed.poll() : Cores.aside(queue::poll);
  }

  boolean hasQueued() {
    return handsOver ? !handed.isEmpty() : !Cores.aside(queue::isEmpty);
  }

  void reject(Runnable task) {
    Cores.aside(self::getRejectedExecutionHandler).rejectedExecution(task, self);
  }

  /** Starts a worker, in the step of an operation on the state. */
  boolean start(@Nullable Runnable first) {
    size++;
    largest = Math.max(largest, size);
    PoolWorker worker = new PoolWorker(this, first);
    Thread thread = null;
    try {
      thread = Cores.aside(self::getThreadFactory).newThread(worker);
      if (thread != null) {
        worker.thread = thread;
        workers.add(worker);
        Control.start(thread);
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

  void fail(PoolWorker worker) {
    change();
    workers.remove(worker);
    size--;
    endIfOver();
  }

  // --- workers

  /** The next task of a worker, null if it is to end. */
  @Nullable Runnable take() {
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
        if (runState >= STOPPED) {
          return null;
        }
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
  boolean isSpare(boolean mayTimeOut) {
    if (handsOver && idle == 0 || !mayTimeOut && size <= coreSize()) {
      return false;
    }
    return size > 1 || !hasQueued();
  }

  boolean await(boolean isTimed) {
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

  void exit(PoolWorker worker, boolean isBroken) {
    change();
    workers.remove(worker);
    size--;
    completed += worker.completed;
    if (!endIfOver() && runState < STOPPED && (isBroken || size == 0 && hasQueued())) {
      start(null);
    }
  }

  // --- the end

  void shutDown() {
    change();
    boolean isFirst = reach(SHUTDOWN);
    if (!endIfOver() && isFirst && size > 0) {
      tasks.release(size);
    }
  }

  /** Ends soon; the tasks that nobody has begun. */
  List<Runnable> stop() {
    change();
    reach(STOPPED);
    List<Thread> interrupted = new ArrayList<>();
    for (PoolWorker each : workers) {
      if (each.thread != null) {
        interrupted.add(each.thread);
      }
    }
    int atMost = size;
    boolean isOver = endIfOver();
    List<Runnable> left = drain();
    for (Thread each : interrupted) {
      ThreadCalls.interrupt(each, -1);
    }
    if (!isOver && atMost > 0) {
      tasks.release(atMost);
    }
    return left;
  }

  /** Takes all tasks away. */
  List<Runnable> drain() {
    tasks.drainPermits();
    List<Runnable> left = new ArrayList<>();
    Cores.aside(() -> queue.drainTo(left));
    left.addAll(handed);
    handed.clear();
    return left;
  }

  /** Is further on the way to the end, if it is not yet; whether it was running. */
  boolean reach(int newState) {
    boolean wasRunning = runState == RUNNING;
    runState = Math.max(runState, newState);
    return wasRunning;
  }

  /** Ends the pool if nothing is left, in the step of an operation on the state. */
  boolean endIfOver() {
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

  /** A task was removed, in the step of an operation on the state. */
  void removed() {
    endIfOver();
  }

  int active() {
    int active = 0;
    for (PoolWorker each : workers) {
      active += each.task == null ? 0 : 1;
    }
    return active;
  }

  long completed() {
    long sum = completed;
    for (PoolWorker each : workers) {
      sum += each.completed;
    }
    return sum;
  }
}
