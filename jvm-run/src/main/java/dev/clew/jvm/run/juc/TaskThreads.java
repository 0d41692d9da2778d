package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;

/**
 * An executor of one execution that has a thread for each task.
 *
 * <p>To start a task and to shut down are operations on the state. That a task ends is none: it
 * counts down a latch, which tasks do in any order, and who awaits the end waits for that. Who is
 * to interrupt the threads that are left sees which these are: then {@link Matter#POOL_ENDS} is
 * revealed, and in the search that begins again the end of a task is an operation on the state too.
 */
final class TaskThreads {
  /** What the latch counts: shutting down leaves as many as there are tasks. */
  private static final int ALL = 1 << 20;

  private final PoolState state = new PoolState();
  private final CountDownLatch latch = new CountDownLatch(ALL);
  private final boolean tellsEnds = Cores.isVisible(Matter.POOL_ENDS);

  /** Those whose tasks have not ended, if that is told. */
  private final List<Thread> left = new ArrayList<>();

  private int started;
  private boolean isShutDown;

  /** Whether an operation on the state finds that no task is taken any more. */
  boolean isShutDown() {
    state.look();
    return isShutDown;
  }

  void start(Thread thread) {
    state.change();
    if (isShutDown) {
      throw new RejectedExecutionException();
    }
    started++;
    left.add(thread);
    try {
      Control.start(thread);
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      completed(thread);
      throw e;
    }
  }

  /** A task has ended. */
  void completed(Thread thread) {
    if (tellsEnds) {
      state.change();
      left.remove(thread);
    }
    latch.countDown();
  }

  void shutDown() {
    state.change();
    end();
  }

  /** Shuts down, and interrupts the threads that are left. */
  void stop() {
    state.change();
    List<Thread> interrupted = List.copyOf(left);
    end();
    if (!tellsEnds && started > 0 && latch.getCount() > 0) {
      Cores.reveal(Matter.POOL_ENDS);
    }
    for (Thread each : interrupted) {
      ThreadCalls.interrupt(each, -1);
    }
  }

  private void end() {
    if (!isShutDown) {
      isShutDown = true;
      CountDownLatchModel.countDown(latch, ALL - started);
    }
  }

  boolean hasEnded() {
    return isShutDown() && latch.getCount() == 0;
  }

  CountDownLatch latch() {
    return latch;
  }
}
