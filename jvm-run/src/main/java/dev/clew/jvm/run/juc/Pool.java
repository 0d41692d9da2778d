package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread pool of one execution.
 *
 * <p>Everything is changed only in the step of an operation on the state or the semaphore. While
 * nobody but the pool uses a queue that keeps tasks in order, a permit alone says who takes which;
 * once somebody does, to take a task is an operation on the state too.
 */
class Pool {
  static final int RUNNING = 0;
  static final int SHUTDOWN = 1;
  static final int STOPPED = 2;
  static final int TIDYING = 3;
  static final int TERMINATED = 4;

  static final long FOR_EVER = -1;

  private static final MethodHandle TERMINATE =
      Internal.callable(ThreadPoolExecutor.class, "terminated", void.class);

  /** The tasks that wait in the queue of a pool, as permits. */
  static final class QueuedTasks extends Semaphore {
    private static final long serialVersionUID = 1L;

    private QueuedTasks(int number) {
      super(number);
    }
  }

  final ThreadPoolExecutor self;
  final BlockingQueue<Runnable> queue;
  final PoolState state = new PoolState();
  QueuedTasks tasks;
  final PoolEnd end = new PoolEnd(this);
  final Crew crew = new Crew(this);
  final PoolSettings settings = new PoolSettings(this);
  final Rejections rejections;
  int runState = RUNNING;

  /** What the program itself does to the queue. */
  final PoolQueue shared = new PoolQueue(this);

  /** Whether a permit is enough to take the next task. */
  final boolean takesByPermit;

  /** Whether workers that find no task any more can be let through when it is shut down. */
  final boolean letsThrough;

  /**
   * A pool of the program.
   *
   * @param keepsOrder whether the queue always has room, and gives tasks in the order in which they
   *     came
   */
  Pool(ThreadPoolExecutor self, boolean keepsOrder) {
    this.self = self;
    this.rejections = new Rejections(self);
    this.queue = Cores.aside(self::getQueue);
    this.tasks = new QueuedTasks(queued());
    this.takesByPermit =
        keepsOrder && !settings.areShared() && !Cores.isVisible(Matter.POOL_QUEUES);
    this.letsThrough =
        !settings.areShared()
            && isOfJdk()
            && !Cores.isVisible(Matter.POOL_QUEUES)
            && !Cores.isVisible(Matter.POOL_ENDS);
  }

  int coreSize() {
    return Cores.aside(self::getCorePoolSize);
  }

  int maximumSize() {
    return Cores.aside(self::getMaximumPoolSize);
  }

  private boolean allowsCoreTimeOut() {
    return Cores.aside(self::allowsCoreThreadTimeOut);
  }

  /** An operation on the state; what comes until the next operation belongs to it. */
  final void change() {
    state.change();
  }

  final void look() {
    state.look();
  }

  // --- tasks

  void execute(Runnable task) {
    if (task == null) {
      throw new NullPointerException();
    }
    change();
    if (start(task, coreSize())) {
      return;
    }
    if (runState == RUNNING && offer(task)) {
      QueuedTasks released = tasks;
      int woken = shared.takers().among(1);
      end.offered();
      start(null, 1);
      released.release();
      end.released();
      shared.takers().wake(woken);
    } else if (!start(task, maximumSize())) {
      rejections.reject(task);
    }
  }

  /** Starts a thread if there are less than so many. */
  final boolean start(@Nullable Runnable first, int limit) {
    boolean mayStart = runState == RUNNING || runState == SHUTDOWN && first == null && hasQueued();
    return mayStart && crew.size() < limit && crew.start(first);
  }

  boolean offer(Runnable task) {
    return Cores.aside(() -> queue.offer(task));
  }

  boolean hasQueued() {
    return !Cores.aside(queue::isEmpty);
  }

  final int queued() {
    return Cores.aside(queue::size);
  }

  // --- the queue, as others see it

  /** An operation of somebody who changes what is in the queue. */
  final void useQueue() {
    if (takesByPermit) {
      Cores.reveal(Matter.POOL_QUEUES);
    }
    change();
    end.reveal(); // it may put something there
  }

  /** An operation of somebody who asks what is in the queue. */
  void lookAtQueue() {
    look();
    if (takesByPermit && crew.size() > 0) {
      Cores.reveal(Matter.POOL_QUEUES);
    }
  }

  /** Tasks were put into the queue, in the step of an operation on the state. */
  void arrived(int number) {
    int woken = shared.takers().among(number);
    tasks.release(number);
    shared.takers().wake(woken);
  }

  final boolean remove(Object task) {
    useQueue();
    boolean isRemoved = Cores.aside(() -> queue.remove(task));
    int woken = shared.putters().among(isRemoved ? 1 : 0);
    removed();
    shared.putters().wake(woken);
    return isRemoved;
  }

  /** A task was removed, in the step of an operation on the state. */
  void removed() {
    endIfOver();
  }

  // --- workers

  /** The next task of a worker, null if it is to end. */
  @Nullable Runnable take(PoolWorker worker) {
    while (true) {
      boolean isTimed = false;
      if (settings.areShared() || canTimeOut()) {
        change();
        if (isSurplus()) {
          return crew.dismiss(worker);
        }
        isTimed = isTimed();
      }
      if (!await(worker, isTimed)) {
        change();
        if (isTimed() && mayGo()) {
          return crew.dismiss(worker);
        }
        continue;
      }
      if (worker.isLetThrough) {
        return null;
      }
      if (!takesByPermit) {
        change();
        if (runState >= STOPPED) {
          return null;
        }
      }
      Runnable task = Cores.aside(queue::poll);
      if (task != null) {
        left();
        return task;
      }
      if (takesByPermit) {
        look();
      }
      if (runState != RUNNING) {
        return null; // there is no task, or there was none when it was asked
      }
    }
  }

  /** A worker has nothing to do: an operation on the state; false if it is over for it. */
  final boolean arrive(PoolWorker worker) {
    if (!letsThrough) {
      change();
      return true;
    }
    worker.isLetThrough = !state.changeUnlessOver();
    return !worker.isLetThrough;
  }

  /** Whether there can be workers that do not wait for ever. */
  final boolean canTimeOut() {
    return allowsCoreTimeOut() || coreSize() < maximumSize();
  }

  private void left() {
    if (!takesByPermit) {
      shared.putters().wake(shared.putters().among(1));
    }
  }

  /** Whether a worker may end that has waited long enough. */
  final boolean isTimed() {
    return allowsCoreTimeOut() || crew.size() > coreSize();
  }

  final boolean isSurplus() {
    return crew.size() > maximumSize() && mayGo();
  }

  /** Whether there is nothing to do that needs one more. */
  final boolean mayGo() {
    return crew.size() > 1 || !hasQueued();
  }

  final long keepAliveNanos() {
    return Cores.aside(() -> self.getKeepAliveTime(TimeUnit.NANOSECONDS));
  }

  /** Whether the pool can be known to be over when nothing is in its queue any more. */
  boolean canEndQuietly() {
    return takesByPermit && !canTimeOut() && end.haveAllPermitsCome();
  }

  /** Waits for a permit, or to be let through; false if the time was over before. */
  final boolean await(PoolWorker worker, boolean isTimed) {
    long patience = keepAliveNanos();
    if (letsThrough) {
      Cores.idle(true);
      Permits.Waited waited =
          SemaphoreModel.acquireUnlessClosed(tasks, isTimed ? patience : FOR_EVER);
      Cores.idle(false);
      worker.isLetThrough = waited == Permits.Waited.CLOSED;
      return waited != Permits.Waited.GAVE_UP;
    }
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
    if (worker.isLetThrough) {
      end.leave();
      crew.leave(worker);
      return;
    }
    change();
    crew.leave(worker);
    if (end.isQuiet()) {
      if (!worker.isDismissed) {
        end.replaceOrLeave(isBroken);
      }
      return;
    }
    if (endIfOver() || runState >= STOPPED) {
      return;
    }
    int wanted = allowsCoreTimeOut() ? 0 : coreSize();
    boolean isWanted = isBroken || crew.size() < (wanted == 0 && hasQueued() ? 1 : wanted);
    boolean isLate = runState == SHUTDOWN && !isBroken;
    QueuedTasks released = tasks;
    if (isWanted && start(null, maximumSize()) && isLate) {
      released.release(); // to end by: the one that has left has used its own
    }
  }

  /**
   * All workers that wait are to look again what they wait for. Who has done so waits for other
   * permits than those who have not: nobody takes the permit of another one.
   */
  final void wakeIdle() {
    int workers = crew.size();
    if (workers > 0) {
      QueuedTasks before = tasks;
      tasks = new QueuedTasks(onTheirWay() + (runState == RUNNING ? 0 : workers));
      before.release(workers);
    }
  }

  /** How many tasks there are for which somebody has to be woken. */
  int onTheirWay() {
    return queued();
  }

  // --- the end

  void shutDown() {
    change();
    boolean isFirst = reach(SHUTDOWN);
    if (endIfOver() || !isFirst) {
      return;
    }
    end.begin();
    end.wake(tasks, crew.size());
  }

  /** Ends soon; the tasks that nobody has begun. */
  final List<Runnable> stop() {
    change();
    if (end.isQuiet()) {
      end.reveal(); // who has not left is to be interrupted
      return new ArrayList<>();
    }
    if (reach(STOPPED)) {
      end.begin();
    }
    List<Thread> interrupted = crew.begun();
    int atMost = crew.size();
    QueuedTasks awaited = tasks;
    List<Runnable> left = new ArrayList<>();
    List<CountDownLatch> taken = drain(left);
    int woken = shared.putters().among(left.size());
    if (atMost == 0) {
      endIfOver();
    }
    for (Thread each : interrupted) {
      ThreadCalls.interrupt(each, -1);
    }
    end.wake(awaited, atMost);
    shared.putters().wake(woken);
    for (CountDownLatch each : taken) {
      each.countDown();
    }
    return left;
  }

  /** Takes all tasks away; what is to be opened for those who wait until theirs is taken. */
  List<CountDownLatch> drain(List<Runnable> left) {
    if (takesByPermit && crew.size() > 0) {
      tasks.drainPermits();
    }
    left.addAll(Cores.aside(() -> QueueCalls.pollAll(queue, Integer.MAX_VALUE)));
    return List.of();
  }

  /** Is further on the way to the end, if it is not yet; whether it was running. */
  final boolean reach(int newState) {
    boolean wasRunning = runState == RUNNING;
    runState = Math.max(runState, newState);
    return wasRunning;
  }

  /**
   * Ends the pool if nothing is left, in the step of an operation on the state; not one that ends
   * quietly, whose workers leave in other steps.
   */
  final boolean endIfOver() {
    boolean isOver =
        !end.isQuiet()
            && (runState == SHUTDOWN && !hasQueued() || runState == STOPPED)
            && crew.size() == 0;
    if (isOver) {
      if (isOfJdk()) {
        runState = TERMINATED;
        end.tell();
      } else {
        tidy();
      }
    }
    return isOver;
  }

  /** Whether no code of the program runs when the pool has ended. */
  private boolean isOfJdk() {
    return self.getClass() == ThreadPoolExecutor.class
        || self.getClass() == ScheduledThreadPoolExecutor.class;
  }

  final boolean hasEnded() {
    look();
    return isOver();
  }

  /** Whether it has ended, after an operation on the state. */
  final boolean isOver() {
    return end.isQuiet() ? end.haveAllLeft() : runState == TERMINATED;
  }

  /** An operation of somebody who asks which threads there are, or what they do. */
  final void lookAtCrew() {
    look();
    end.reveal();
  }

  private void tidy() {
    runState = TIDYING;
    try {
      Internal.call(TERMINATE, self);
    } finally {
      change();
      runState = TERMINATED;
      end.tell();
    }
  }
}
