package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.ProgramThread;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A task of a fork-join pool in one execution: a latch for its end, and a status that threads
 * compete for.
 *
 * <p>As long as nobody but the one who runs a task ends it, there is nothing to compete for, and
 * the status is no operation.
 */
final class TaskCore {
  /** How a task can have ended. */
  static final int DONE = 1;

  static final int FAILED = 2;
  static final int CANCELLED = 3;

  /** What the status of one that has not ended can be. */
  private static final int NEW = 0;

  private static final int QUEUED = 1;
  private static final int CLAIMED = 2;

  /** Everybody who ends it adds this: the first is the one who does. */
  private static final int ENDED = 1 << 8;

  /** What threads compete for. */
  private static final class TaskStatus extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /** What programs keep in a task. */
  private static final class TaskTag extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /** Opens when the task has ended. */
  private static final class TaskResult extends CountDownLatch {
    private TaskResult() {
      super(1);
    }
  }

  private final TaskStatus status = new TaskStatus();
  private TaskResult result = new TaskResult();
  final AtomicInteger tag = new TaskTag();

  /** Whether it is made to be ended by others. */
  private final boolean isContended;

  /** How many parts of it have not been completed; null if it does not count them. */
  @Nullable AtomicInteger pending;

  /** The pool it was last given to. */
  @Nullable PoolCore pool;

  /** Who runs it, known to that thread only. */
  private @Nullable Thread runner;

  private boolean wasRun;

  /** How it has ended; 0 if it has not, or that cannot be known yet. */
  private int ended;

  private @Nullable Throwable exception;
  private @Nullable Thread thrower;

  /** The event with which it ended, and the thread and its time then. */
  private int endEvent = -1;

  private int ender;
  private int endTime;

  TaskCore(boolean isContended) {
    this.isContended = isContended;
  }

  static TaskCore of(Object task) {
    return Cores.get(task, TaskCore.class);
  }

  private boolean isCompetedFor() {
    return isContended || Cores.isVisible(Matter.CLAIMS);
  }

  // --- beginning

  /** It was given to a pool. */
  void queue() {
    if (isCompetedFor() && !status.compareAndSet(NEW, QUEUED) && wasRun) {
      status.compareAndSet(CLAIMED, QUEUED);
    }
  }

  /** Whether it was in a pool, and the calling thread is the one to run it. */
  boolean claim() {
    return !isCompetedFor() || status.compareAndSet(QUEUED, CLAIMED);
  }

  /** Whether it was not ended before somebody came to run it. */
  boolean canBegin() {
    return isCompetedFor() ? status.get() < ENDED : ended == 0;
  }

  /** The calling thread runs it. */
  void begin() {
    runner = Control.currentThread();
    wasRun = true;
  }

  void leave() {
    runner = null;
  }

  // --- ending

  /** Ends it unless it has ended; by whoever runs it or has completed its last part. */
  boolean end(int how, @Nullable Throwable thrown) {
    if (isCompetedFor()) {
      if (status.getAndAdd(ENDED) >= ENDED) {
        return false;
      }
    } else if (ended != 0) {
      return false;
    }
    exception = thrown;
    thrower = Control.currentThread();
    ended = how;
    result.countDown();
    Execution now = Controlled.enter();
    ProgramThread self = now.current;
    endEvent = now.events() - 1;
    ender = self.number;
    endTime = self.now() - 1;
    Hooks.leave(now);
    return true;
  }

  /** The same by anybody: threads may compete from now on. */
  boolean endFromOutside(int how, @Nullable Throwable thrown) {
    if (!isContended && runner != Control.currentThread()) {
      Cores.reveal(Matter.CLAIMS);
    }
    return end(how, thrown);
  }

  /** Takes it back from the pool if nobody runs it. */
  boolean takeBack() {
    Cores.reveal(Matter.CLAIMS);
    return status.compareAndSet(QUEUED, NEW);
  }

  /** Lets it be used again. */
  void reinitialize() {
    ended = 0;
    exception = null;
    thrower = null;
    result = new TaskResult();
    if (isCompetedFor()) {
      status.set(NEW);
    }
  }

  /**
   * The time of the given thread when it ended the task, if it has done nothing since then; -1
   * otherwise.
   */
  static int timeOfEnd(Execution now, TaskCore core, ProgramThread thread) {
    if (core.endEvent < 0 || core.ender != thread.number) {
      return -1;
    }
    for (int i = now.events() - 1; i > core.endEvent; i--) {
      if (now.trace().thread(i) == thread.number) {
        return -1;
      }
    }
    return core.endTime;
  }

  // --- questions

  CountDownLatch result() {
    return result;
  }

  /** How it has ended, as anybody can see it; 0 if it has not. */
  int look() {
    return result.getCount() == 0 ? ended : 0;
  }

  /** The same for one who has waited for the end, or tried to end it. */
  int ended() {
    return ended;
  }

  /** What it threw; a copy for another thread, with the stack of both, if that can be made. */
  @Nullable Throwable exception(int how) {
    if (how == CANCELLED) {
      return new CancellationException();
    }
    Throwable thrown = exception;
    if (how != FAILED || thrown == null || thrower == Control.currentThread()) {
      return how == FAILED ? thrown : null;
    }
    return ExceptionCopies.of(thrown);
  }
}
