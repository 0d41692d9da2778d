package dev.clew.jvm.run.juc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool of one execution whose tasks wait for their time.
 *
 * <p>One idle worker, the leader, waits for the time of the first task; it gives up that wait when
 * nothing else can run, and takes the task. The others wait until it has one, or until there is
 * another first task: for that they get a permit.
 */
final class DelayedPool extends Pool {
  private static final String TASK =
      "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";
  private static final Internal<Long> TIME = Internal.field(TASK, "time");

  /** How often a periodic task was run. */
  private static final class Runs {
    private final RunnableScheduledFuture<?> task;
    private int count;

    private Runs(RunnableScheduledFuture<?> task) {
      this.task = task;
    }
  }

  private final ScheduledThreadPoolExecutor scheduler;

  /** Of the periodic tasks that were run. */
  private final List<Runs> runs = new ArrayList<>();

  /** How many workers wait, the leader among them. */
  private int waiting;

  /** Who waits for the time of the first task; null if nobody does, or another one is first now. */
  private @Nullable PoolWorker leader;

  /** The latest time at which a task was taken: what is scheduled after that is not earlier. */
  private long latest = Long.MIN_VALUE;

  /** The latest time at which a task was added: it is not earlier for who takes one after that. */
  private long latestAdded = Long.MIN_VALUE;

  DelayedPool(ScheduledThreadPoolExecutor scheduler) {
    super(scheduler, false);
    this.scheduler = scheduler;
  }

  private static boolean isOfJdk(Runnable task) {
    return task.getClass().getName().equals(TASK);
  }

  // --- tasks

  void schedule(RunnableScheduledFuture<?> task) {
    change();
    if (runState != RUNNING) {
      rejections.reject(task);
      return;
    }
    boolean isAwaited = add(task);
    QueuedTasks released = tasks;
    start(null, Math.max(coreSize(), 1));
    if (isAwaited) {
      released.release();
    }
  }

  /** Puts a task into the queue; whether it is one that somebody who waits is to look at. */
  private boolean add(RunnableScheduledFuture<?> task) {
    if (isOfJdk(task) && latest > Cores.nanos()) {
      TIME.set(task, TIME.of(task) + latest - Cores.nanos());
      Cores.catchUp(latest);
    }
    latestAdded = Math.max(latestAdded, Cores.nanos());
    Cores.aside(() -> queue.offer(task));
    if (first() != task) {
      return false;
    }
    leader = null;
    return waiting > 0;
  }

  /** A periodic task is due again, if the pool still runs those. */
  void scheduleAgain(RunnableScheduledFuture<?> task) {
    change();
    countRun(task);
    boolean isWanted = runState == RUNNING || runState == SHUTDOWN && keepsPeriodic();
    if (isWanted) {
      end.reveal(); // the program has changed its mind
    }
    if (isWanted) {
      Cores.aside(() -> queue.offer(task));
    } else {
      task.cancel(false);
    }
  }

  private void countRun(RunnableScheduledFuture<?> task) {
    Runs known = runsOf(task);
    if (known == null) {
      known = new Runs(task);
      runs.add(known);
    }
    known.count++;
  }

  private @Nullable Runs runsOf(Runnable task) {
    for (Runs each : runs) {
      if (each.task == task) {
        return each;
      }
    }
    return null;
  }

  private @Nullable Runnable first() {
    return Cores.aside(queue::peek);
  }

  /** How long a task has to wait. Code of the program may tell: this can be several operations. */
  private static long delay(Runnable task) {
    return isOfJdk(task)
        ? TIME.of(task) - Cores.nanos()
        : ((RunnableScheduledFuture<?>) task).getDelay(TimeUnit.NANOSECONDS);
  }

  private boolean areAllPeriodic() {
    return Cores.aside(
        () -> {
          for (Runnable each : queue) {
            if (!((RunnableScheduledFuture<?>) each).isPeriodic()) {
              return false;
            }
          }
          return true;
        });
  }

  // --- workers

  @Override
  @Nullable Runnable take(PoolWorker worker) {
    boolean waited = false;
    boolean isInTime = true;
    while (true) {
      if (worker.isLetThrough || !arrive(worker)) {
        return null;
      }
      Cores.catchUp(latestAdded);
      leader = leader == worker ? null : leader;
      waiting -= waited ? 1 : 0;
      waited = false;
      Runnable first = first();
      if (runState >= STOPPED || runState == SHUTDOWN && first == null) {
        return null;
      }
      if (isSurplus() || !isInTime && isTimed() && mayGo()) {
        return crew.dismiss(worker);
      }
      long delay = first == null ? Long.MAX_VALUE : delay(first);
      if (first != null && !isOfJdk(first)) {
        change();
        if (first() != first) {
          continue;
        }
      }
      if (delay <= 0 && first != null) {
        return take(first);
      }
      waiting++;
      waited = true;
      boolean leads = first != null && leader == null;
      leader = leads ? worker : leader;
      isInTime = leads || await(worker, isTimed());
      if (leads) {
        awaitTime(worker, delay);
      }
    }
  }

  private Runnable take(Runnable first) {
    Cores.aside(() -> queue.remove(first));
    latest = Math.max(latest, Cores.nanos());
    wake();
    return first;
  }

  /** One of those who wait is to look at the next task; or all, if none will come. */
  private void wake() {
    boolean isLast = runState != RUNNING && !hasQueued();
    if (end.isQuiet()) {
      return;
    }
    if (isLast) {
      end.begin();
      if (end.isQuiet()) {
        end.wake(tasks, crew.size());
        return;
      }
    }
    if (waiting > 0 && (isLast || hasQueued() && leader == null)) {
      tasks.release(isLast ? waiting : 1);
    }
  }

  /** The leader waits for the time of the first task, which is no time to end. */
  private void awaitTime(PoolWorker worker, long nanos) {
    if (areAllPeriodic()) {
      Cores.idle(true);
      awaitRun();
    }
    try {
      if (letsThrough) {
        Permits.Waited waited = SemaphoreModel.acquireUnlessClosed(tasks, nanos);
        worker.isLetThrough = waited == Permits.Waited.CLOSED;
      } else {
        tasks.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      return; // as the JDK does: it looks what is to be done
    } finally {
      Cores.idle(false);
      Cores.awaitsNoRun();
    }
  }

  /** The calling thread waits for the next run of tasks that are all periodic. */
  private void awaitRun() {
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    for (Runnable each : Cores.aside(() -> queue.toArray(new Runnable[0]))) {
      Runs known = runsOf(each);
      int count = known == null ? 0 : known.count;
      fewest = Math.min(fewest, count);
      most = Math.max(most, count);
    }
    Cores.awaitsRun(fewest, most);
  }

  /** Who waits is woken for the next task only. */
  @Override
  int onTheirWay() {
    return 0;
  }

  // --- the queue, as the program sees it

  @Override
  void arrived(int number) {
    int woken = shared.takers().among(number);
    wake();
    shared.takers().wake(woken);
  }

  /** Takes a task that is due, null if there is none. */
  @Nullable Runnable pollDue() {
    try {
      return takeDue(0);
    } catch (InterruptedException e) {
      throw new IllegalStateException("a look that does not wait was interrupted", e);
    }
  }

  /**
   * Takes a task as soon as it is due.
   *
   * @param nanos how long to wait at most, negative for ever
   * @return null if the time ran out
   */
  @Nullable Runnable takeDue(long nanos) throws InterruptedException {
    change();
    boolean hasTime = nanos != 0;
    while (true) {
      Cores.catchUp(latestAdded);
      Runnable first = first();
      long delay = first == null ? Long.MAX_VALUE : delay(first);
      if (first != null && !isOfJdk(first)) {
        change();
        if (first() != first) {
          continue;
        }
      }
      if (first != null && delay <= 0) {
        return take(first);
      }
      if (!hasTime) {
        return null;
      }
      boolean isDueFirst = first != null && (nanos < 0 || delay < nanos);
      hasTime = shared.takers().await(isDueFirst ? delay : nanos) || isDueFirst;
    }
  }

  // --- the end

  private boolean keepsPeriodic() {
    return Cores.aside(scheduler::getContinueExistingPeriodicTasksAfterShutdownPolicy);
  }

  private boolean keepsDelayed() {
    return Cores.aside(scheduler::getExecuteExistingDelayedTasksAfterShutdownPolicy);
  }

  @Override
  void shutDown() {
    change();
    Cores.catchUp(latestAdded);
    boolean isFirst = reach(SHUTDOWN);
    List<RunnableScheduledFuture<?>> dropped = new ArrayList<>();
    List<RunnableScheduledFuture<?>> kept = new ArrayList<>();
    sort(kept, dropped);
    for (RunnableScheduledFuture<?> each : dropped) {
      Cores.aside(() -> queue.remove(each));
    }
    for (RunnableScheduledFuture<?> each : dropped) {
      each.cancel(false);
    }
    for (RunnableScheduledFuture<?> each : kept) {
      if (each.isCancelled()) {
        change();
        Cores.aside(() -> queue.remove(each));
      }
    }
    if (!kept.isEmpty() || !dropped.isEmpty()) {
      change();
    }
    if (!end.isQuiet() && !endIfOver() && isFirst) {
      end.begin();
      end.wake(tasks, crew.size());
    }
  }

  /** No task comes any more, not even one that was begun and is to be done again. */
  @Override
  boolean canEndQuietly() {
    return runState >= STOPPED || !hasQueued() && !keepsPeriodic();
  }

  /** Which tasks are still to be done after the end of the pool, and which are not. */
  private void sort(
      List<RunnableScheduledFuture<?>> kept, List<RunnableScheduledFuture<?>> dropped) {
    boolean keepsPeriodic = keepsPeriodic();
    boolean keepsDelayed = keepsDelayed();
    for (Runnable each : Cores.aside(() -> queue.toArray(new Runnable[0]))) {
      RunnableScheduledFuture<?> task = (RunnableScheduledFuture<?>) each;
      boolean isKept =
          Cores.aside(task::isPeriodic) ? keepsPeriodic : keepsDelayed || delay(task) <= 0;
      (isKept ? kept : dropped).add(task);
    }
  }

  @Override
  void removed() {
    if (!endIfOver() && runState != RUNNING) {
      wake();
    }
  }

  @Override
  List<CountDownLatch> drain(List<Runnable> left) {
    Cores.aside(
        () -> {
          left.addAll(List.of(queue.toArray(new Runnable[0])));
          queue.clear();
          return left;
        });
    return List.of();
  }
}
