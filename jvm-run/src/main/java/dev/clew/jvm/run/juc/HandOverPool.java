package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool of one execution whose queue has no room: a task goes to a worker that is idle, or a
 * thread of the program waits until one is.
 */
final class HandOverPool extends Pool {
  /** A task of a thread of the program that waits until it is taken. */
  private record Given(Runnable task, CountDownLatch isTaken) {}

  private final Deque<Given> given = new ArrayDeque<>();
  private final boolean isFair;

  /** Tasks on their way to idle workers. */
  private final Deque<Runnable> handed = new ArrayDeque<>();

  /** The workers that wait, and no task is on its way to them. */
  private int idle;

  HandOverPool(ThreadPoolExecutor self) {
    super(self, true);
    isFair = isFair(queue);
  }

  private static boolean isFair(Object queue) {
    Execution now = Controlled.enter();
    try {
      return now.shadows.of(queue).model instanceof HandOver place && place.isInOrder();
    } finally {
      Hooks.leave(now);
    }
  }

  /** The pool to which a queue belongs. */
  static HandOverPool of(Object queue) {
    return Cores.get(queue, HandOverPool.class);
  }

  @Override
  boolean offer(Runnable task) {
    if (idle == 0) {
      return false;
    }
    idle--;
    handed.add(task);
    return true;
  }

  @Override
  boolean hasQueued() {
    return !handed.isEmpty();
  }

  @Override
  int onTheirWay() {
    return handed.size();
  }

  /** Who is not idle when it is shut down gets no task any more. */
  @Override
  boolean canEndQuietly() {
    return takesByPermit && end.haveAllPermitsCome();
  }

  /** It never holds anything that anybody could see. */
  @Override
  void lookAtQueue() {
    look();
  }

  // --- workers

  @Override
  @Nullable Runnable take(PoolWorker worker) {
    while (true) {
      if (!arrive(worker) || runState != RUNNING) {
        return null;
      }
      Runnable next = takeGiven();
      if (next != null) {
        return next;
      }
      if (isSurplus()) {
        return crew.dismiss(worker);
      }
      idle++;
      if (!awaitTask(worker)) {
        return crew.dismiss(worker);
      }
      if (worker.isLetThrough) {
        return null;
      }
      next = takesByPermit ? handed.poll() : null;
      if (next != null) {
        return next;
      }
      change();
      next = handed.poll();
      if (next != null) {
        return next;
      }
      idle--;
    }
  }

  /** Waits for a task; false, in the step of an operation on the state, if it may as well end. */
  private boolean awaitTask(PoolWorker worker) {
    while (!await(worker, isTimed())) {
      if (!arrive(worker)) {
        return true;
      }
      if (idle > 0 && isTimed() && mayGo()) {
        idle--;
        return false;
      }
    }
    return true;
  }

  /** The task of somebody who waits until it is taken. */
  private @Nullable Runnable takeGiven() {
    Given next = nextGiven();
    if (next == null) {
      return null;
    }
    next.isTaken.countDown();
    return next.task;
  }

  private @Nullable Given nextGiven() {
    return isFair ? given.pollFirst() : given.pollLast();
  }

  /** What is on its way to a worker is begun: it stays. */
  @Override
  List<CountDownLatch> drain(List<Runnable> left) {
    List<CountDownLatch> taken = new ArrayList<>();
    for (Given each = nextGiven(); each != null; each = nextGiven()) {
      left.add(each.task);
      taken.add(each.isTaken);
    }
    return taken;
  }

  // --- what the program itself does to the queue

  /**
   * Gives a task to a worker.
   *
   * @param nanos how long to wait at most, 0 not at all, negative for ever
   */
  boolean give(Runnable task, long nanos) throws InterruptedException {
    useQueue();
    if (offer(task)) {
      tasks.release();
      return true;
    }
    if (nanos == 0) {
      return false;
    }
    Given own = new Given(task, new CountDownLatch(1));
    given.addLast(own);
    shared.takers().wake(shared.takers().among(1));
    try {
      if (nanos < 0) {
        own.isTaken.await();
        return true;
      }
      if (own.isTaken.await(nanos, TimeUnit.NANOSECONDS)) {
        return true;
      }
      change();
      return !given.remove(own);
    } catch (InterruptedException e) {
      change();
      if (given.remove(own)) {
        throw e;
      }
      ThreadCalls.interrupt(Control.currentThread(), -1);
      return true;
    }
  }

  /** Takes what another thread of the program wants to give, null if there was none in time. */
  @Nullable Object takeGiven(long nanos) throws InterruptedException {
    change();
    boolean hasTime = nanos != 0;
    while (true) {
      Runnable task = takeGiven();
      if (task != null || !hasTime) {
        return task;
      }
      hasTime = shared.takers().await(nanos);
    }
  }
}
