package dev.clew.jvm.run.juc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * A fork-join pool with one thread: tasks from outside are run in the order in which they came,
 * between them those that the thread forked itself, the last first unless the pool is asked to do
 * otherwise.
 *
 * <p>A thread that waits for something hands the work over to another one, and does no more than
 * what it is in the middle of when it goes on.
 */
final class SerialPool extends PoolCore {
  /** The tasks from outside that were not begun: permits say how many. */
  private final Deque<ForkJoinTask<?>> queue = new ArrayDeque<>();

  /** What the thread at work has forked itself: nobody else sees it. */
  private final Deque<ForkJoinTask<?>> forked = new ArrayDeque<>();

  private final boolean isAsync;

  /** The thread at work: the last one that was made. */
  private @Nullable Worker atWork;

  private boolean isStarted;

  SerialPool(ForkJoinPool self, boolean isCommon, Parts parts) {
    super(self, 1, isCommon, parts);
    isAsync = self.getAsyncMode();
  }

  @Override
  Worker newWorker(ForkJoinWorkerThread thread, @Nullable ForkJoinTask<?> first) {
    atWork = new Worker(thread, first);
    return atWork;
  }

  private boolean isAtWork() {
    Worker worker = currentWorker();
    return worker != null && worker == atWork;
  }

  @Override
  void push(ForkJoinTask<?> task) {
    if (isAtWork()) {
      forked.addLast(task);
      return;
    }
    change();
    queue.addLast(task);
    if (!isStarted) {
      isStarted = true;
      start(null);
    }
    permits.release();
  }

  @Override
  void work(Worker worker) {
    while (worker == atWork) {
      ForkJoinTask<?> task = isAsync ? forked.pollFirst() : forked.pollLast();
      if (task == null) {
        Cores.idle(true);
        permits.acquireUninterruptibly();
        Cores.idle(false);
        task = queue.pollFirst();
      }
      if (task != null) {
        runIfClaimed(task);
        Cores.clearInterrupt();
      }
    }
  }

  private void runIfClaimed(ForkJoinTask<?> task) {
    TaskCore core = TaskCore.of(task);
    if (core.claim()) {
      TaskRuns.run(task, core);
    }
    ran();
  }

  @Override
  boolean help(ForkJoinTask<?> task, TaskCore core) {
    if (!isAtWork() || !canHelp(core)) {
      return false;
    }
    boolean isQueued = forked.removeLastOccurrence(task);
    if (!isQueued) {
      change();
      isQueued = queue.removeFirstOccurrence(task);
    }
    if (isQueued) {
      runIfClaimed(task);
    }
    return isQueued;
  }

  @Override
  void beginWait() {
    if (isAtWork()) {
      start(null);
    }
  }

  @Override
  void endWait() {
    // It is not at work any more, and ends after what it is in the middle of.
  }
}
