package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Matter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * How a pool that is shut down ends.
 *
 * <p>Once a pool is shut down and its queue is empty, which is for ever, an idle worker is <i>let
 * through</i>: it changes nothing, so the workers do that in any order. To leave is to count down a
 * latch, which they do in any order as well, and who awaits the end waits for that. So nobody sees
 * which of them was first, and the orders are no classes of their own.
 *
 * <p>Somebody who asks which threads are still there does see it. Then {@link Matter#POOL_ENDS} is
 * revealed, and in the search that begins again each worker takes a permit to end by, looks at the
 * state and changes it when it leaves. That is also done where a task may be in the queue whose
 * permit is still to come when the pool is shut down: a permit then does not say whether the queue
 * is empty.
 */
final class PoolEnd {
  /** What the latch counts: shutting down leaves as many as there are workers. */
  private static final int ALL = 1 << 20;

  /** What a thread has put into the queue. */
  private static final class Submitter {
    final int thread;

    /** How many tasks it has put there without a permit so far. */
    int withoutPermit;

    /** When it gave the last permit. */
    int time;

    private Submitter(int thread) {
      this.thread = thread;
    }
  }

  private final Pool pool;
  private final CountDownLatch latch = new CountDownLatch(ALL);
  private final List<Submitter> submitters = new ArrayList<>();
  private boolean isQuiet;

  /** The workers that have not left a pool that ends quietly. */
  private int present;

  PoolEnd(Pool pool) {
    this.pool = pool;
  }

  CountDownLatch latch() {
    return latch;
  }

  // --- tasks

  /** The calling thread has put a task into the queue. */
  void offered() {
    Execution now = Controlled.enter();
    try {
      of(now.current.number).withoutPermit++;
    } finally {
      Hooks.leave(now);
    }
  }

  /** It has given the permit for it. */
  void released() {
    Execution now = Controlled.enter();
    try {
      Submitter submitter = of(now.current.number);
      submitter.withoutPermit--;
      submitter.time = now.current.now() - 1;
    } finally {
      Hooks.leave(now);
    }
  }

  private Submitter of(int thread) {
    for (Submitter each : submitters) {
      if (each.thread == thread) {
        return each;
      }
    }
    Submitter added = new Submitter(thread);
    submitters.add(added);
    return added;
  }

  /** Whether all permits came before what the calling thread does now, in whatever order. */
  boolean haveAllPermitsCome() {
    Execution now = Controlled.enter();
    try {
      for (Submitter each : submitters) {
        if (each.withoutPermit > 0 || !now.current.hasSeen(each.thread, each.time)) {
          return false;
        }
      }
      return true;
    } finally {
      Hooks.leave(now);
    }
  }

  // --- the end

  /** The pool is shut down, in the step of an operation on its state. */
  void begin() {
    present = pool.crew.size();
    isQuiet = present > 0 && pool.letsThrough && pool.canEndQuietly();
    if (isQuiet) {
      pool.state.end();
    }
  }

  /** Whether the pool is shut down, and nobody has seen yet in which order its workers end. */
  boolean isQuiet() {
    return isQuiet;
  }

  /** All workers that wait are to end; so many there were when the pool was shut down. */
  void wake(Semaphore awaited, int workers) {
    if (isQuiet) {
      CountDownLatchModel.countDown(latch, ALL - workers);
      SemaphoreModel.close(awaited);
    } else if (workers > 0) {
      awaited.release(workers);
    }
  }

  /**
   * A worker that was not let through leaves a pool that ends quietly, in the step of an operation
   * on its state. One that a task has broken is replaced if there is something left to do: the
   * permits say so.
   */
  void replaceOrLeave(boolean isBroken) {
    boolean isWanted =
        isBroken
            && pool.runState == Pool.SHUTDOWN
            && pool.tasks.availablePermits() > 0
            && pool.hasQueued();
    if (isWanted && pool.crew.size() < pool.maximumSize()) {
      pool.crew.start(null);
    } else {
      leave();
    }
  }

  /** A worker leaves, or one that was counted was not made. */
  void leave() {
    CountDownLatchModel.countDown(latch, 1);
    present--;
  }

  /** The pool has ended, where that is an operation on its state. */
  void tell() {
    CountDownLatchModel.countDown(latch, ALL);
  }

  /** Asks whether all have left a pool that ends quietly. */
  boolean haveAllLeft() {
    return latch.getCount() == 0;
  }

  /** The same without an operation. */
  boolean haveAllLeftNow() {
    return isQuiet && present == 0;
  }

  /** Somebody sees which workers are there. */
  void reveal() {
    if (isQuiet && !haveAllLeft()) {
      Cores.reveal(Matter.POOL_ENDS);
    }
  }
}
