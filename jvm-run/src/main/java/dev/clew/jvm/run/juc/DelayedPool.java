package dev.clew.jvm.run.juc;

import java.util.ArrayList;
import java.util.List;
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

  private final ScheduledThreadPoolExecutor scheduler;

  /** How many workers wait, the leader among them. */
  private int waiting;

  private boolean isLed;

  /** The latest time at which a task was taken: what is scheduled after that is not earlier. */
  private long latest = Long.MIN_VALUE;

  DelayedPool(ScheduledThreadPoolExecutor scheduler) {
    super(scheduler);
    this.scheduler = scheduler;
  }

  private static boolean isOfJdk(Runnable task) {
    return task.getClass().getName().equals(TASK);
  }

  // --- tasks

  void schedule(RunnableScheduledFuture<?> task) {
    change();
    if (runState != RUNNING) {
      reject(task);
      return;
    }
    add(task);
    if (size < coreSize() || size == 0) {
      start(null);
    }
  }

  private void add(RunnableScheduledFuture<?> task) {
    if (isOfJdk(task) && latest > Cores.nanos()) {
      TIME.set(task, TIME.of(task) + latest - Cores.nanos());
      Cores.catchUp(latest);
    }
    Cores.aside(() -> queue.offer(task));
    if (waiting > 0 && first() == task) {
      tasks.release();
    }
  }

  /** A periodic task is due again, if the pool still runs those. */
  void scheduleAgain(RunnableScheduledFuture<?> task) {
    change();
    boolean isWanted = runState == RUNNING || runState == SHUTDOWN && keepsPeriodic();
    if (isWanted) {
      Cores.aside(() -> queue.offer(task));
    } else {
      task.cancel(false);
    }
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
  @Nullable Runnable take() {
    boolean leads = false;
    boolean waited = false;
    while (true) {
      change();
      isLed &= !leads;
      leads = false;
      waiting -= waited ? 1 : 0;
      waited = false;
      Runnable first = first();
      if (runState >= STOPPED || runState == SHUTDOWN && first == null) {
        return null;
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
      leads = first != null && !isLed;
      isLed |= leads;
      await(leads, delay);
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
    if (waiting > 0 && (isLast || hasQueued() && !isLed)) {
      tasks.release(isLast ? waiting : 1);
    }
  }

  private void await(boolean isTimed, long nanos) {
    boolean isIdle = !isTimed || areAllPeriodic();
    Cores.idle(isIdle);
    Cores.repeats(isTimed && isIdle);
    try {
      if (isTimed) {
        tasks.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      } else {
        tasks.acquireUninterruptibly();
      }
    } catch (InterruptedException e) {
      return; // as the JDK does: it looks what is to be done
    } finally {
      Cores.idle(false);
      Cores.repeats(false);
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
    if (!endIfOver() && isFirst && size > 0) {
      tasks.release(size);
    }
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
  List<Runnable> drain() {
    return Cores.aside(
        () -> {
          List<Runnable> left = new ArrayList<>(List.of(queue.toArray(new Runnable[0])));
          queue.clear();
          return left;
        });
  }
}
