package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Crowds.Crowd;
import dev.clew.jvm.run.Crowds.Member;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.ProgramThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * A fork-join pool with several threads: each task has a thread of its own, in which it begins at
 * once.
 *
 * <p>That is so until an execution has more tasks under way than the pool has threads. In which
 * order tasks are given to the pool and end is no operation until then; after that, each needs one
 * of the places there are, in any order. A thread is used again by who started it, if that one is
 * known to come after the end of the task before.
 */
final class OpenPool extends PoolCore {
  /** A thread of this pool. */
  private static final class OpenWorker {
    final Thread starter;
    final Worker worker;

    /** The time at which it had nothing to do any more, -1 if it has or that is not known. */
    int freeSince = -1;

    @Nullable Member member;

    /** Whether it has one of the places. */
    boolean hasPlace;

    private OpenWorker(Thread starter, Worker worker) {
      this.starter = starter;
      this.worker = worker;
    }
  }

  /** Whether it is an operation how many run. */
  private final boolean isLimited;

  private final Crowd crowd;
  private final List<OpenWorker> threads = new ArrayList<>();

  /**
   * A pool.
   *
   * @param limit how many may run at a time
   */
  OpenPool(ForkJoinPool self, int parallelism, int limit, boolean isCommon, Parts parts) {
    super(self, parallelism, isCommon, parts);
    Execution now = Controlled.enter();
    crowd = now.crowds.add(limit);
    isLimited = limit <= parallelism && now.objects.isVisible(Matter.LIMITS);
    Hooks.leave(now);
  }

  @Override
  void push(ForkJoinTask<?> task) {
    OpenWorker free = free();
    if (free != null) {
      free.freeSince = -1;
      free.worker.next = task;
      free.worker.wake.release();
    } else {
      start(task);
    }
  }

  @Override
  Worker newWorker(ForkJoinWorkerThread thread, @Nullable ForkJoinTask<?> first) {
    Worker worker = new Worker(thread, first);
    threads.add(new OpenWorker(Control.currentThread(), worker));
    return worker;
  }

  private @Nullable OpenWorker free() {
    Thread starter = Control.currentThread();
    Execution now = Controlled.enter();
    try {
      for (OpenWorker each : threads) {
        ProgramThread thread =
            each.freeSince >= 0 && each.starter == starter
                ? now.threadModel.of(each.worker.thread)
                : null;
        if (thread != null && now.current.hasSeen(thread.number, each.freeSince)) {
          return each;
        }
      }
      return null;
    } finally {
      Hooks.leave(now);
    }
  }

  private OpenWorker of(Worker worker) {
    for (OpenWorker each : threads) {
      if (each.worker == worker) {
        return each;
      }
    }
    throw new IllegalStateException("not a thread of this pool");
  }

  @Override
  void work(Worker worker) {
    OpenWorker self = of(worker);
    for (ForkJoinTask<?> task = worker.next; task != null; task = worker.await()) {
      TaskCore core = TaskCore.of(task);
      enter(self);
      if (core.claim()) {
        TaskRuns.run(task, core);
      }
      leave(self, core);
      ran();
      Cores.clearInterrupt();
    }
  }

  private void enter(OpenWorker self) {
    if (isLimited) {
      permits.acquireUninterruptibly();
      self.hasPlace = true;
      return;
    }
    Execution now = Controlled.enter();
    self.member = now.crowds.enter(crowd);
    Hooks.leave(now);
  }

  private void leave(OpenWorker self, TaskCore core) {
    giveUpPlace(self);
    Execution now = Controlled.enter();
    try {
      if (self.member != null) {
        now.crowds.leave(crowd, self.member);
        self.member = null;
      }
      self.freeSince = TaskCore.timeOfEnd(now, core, now.current);
    } finally {
      Hooks.leave(now);
    }
  }

  private void giveUpPlace(OpenWorker self) {
    if (self.hasPlace) {
      self.hasPlace = false;
      permits.release();
    }
  }

  /** Only where it can be noticed who runs a task: else another thread does the same. */
  @Override
  boolean help(ForkJoinTask<?> task, TaskCore core) {
    if (!Cores.isVisible(Matter.CLAIMS) || !canHelp(core) || !core.claim()) {
      return false;
    }
    TaskRuns.run(task, core);
    return true;
  }

  /** Its place is for others from now on: when it goes on there may be one more than allowed. */
  @Override
  void beginWait() {
    Worker worker = currentWorker();
    if (worker == null) {
      return;
    }
    OpenWorker self = of(worker);
    giveUpPlace(self);
    Member member = self.member;
    if (member != null) {
      Execution now = Controlled.enter();
      try {
        now.crowds.beginWait(crowd, member);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  @Override
  void endWait() {
    Worker worker = currentWorker();
    Member member = worker == null ? null : of(worker).member;
    if (member != null) {
      Execution now = Controlled.enter();
      now.crowds.endWait(member);
      Hooks.leave(now);
    }
  }
}
