package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Matter;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;

/** How fork-join tasks are run, how they fail, and how threads wait for them. */
final class TaskRuns {
  static final long FOR_EVER = -1;

  private static final MethodHandle EXEC =
      Internal.method(ForkJoinTask.class, "exec", boolean.class);

  /** The class of tasks whose result nobody can see: exceptions are those of the thread. */
  private static final String WITHOUT_RESULT =
      "java.util.concurrent.ForkJoinTask$RunnableExecuteAction";

  private TaskRuns() {}

  /** Runs a task. */
  static void run(ForkJoinTask<?> task, TaskCore core) {
    core.begin();
    boolean isComplete = false;
    try {
      isComplete = (boolean) EXEC.invokeExact(task);
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      fail(task, core, e);
    }
    if (isComplete) {
      core.end(TaskCore.DONE, null);
    }
    core.leave();
  }

  /** Ends a task by an exception, and those that it is a part of. */
  static boolean fail(ForkJoinTask<?> task, TaskCore core, Throwable thrown) {
    if (!core.endFromOutside(TaskCore.FAILED, thrown)) {
      return false;
    }
    if (task.getClass().getName().equals(WITHOUT_RESULT)) {
      tell(thrown);
    }
    CountedCompleter<?> part = task instanceof CountedCompleter<?> counted ? counted : null;
    CountedCompleter<?> caller = part;
    while (part != null && part.onExceptionalCompletion(thrown, caller)) {
      caller = part;
      part = part.getCompleter();
      if (part != null) {
        Cores.reveal(Matter.CLAIMS);
        if (!TaskCore.of(part).end(TaskCore.FAILED, thrown)) {
          break;
        }
      }
    }
    return true;
  }

  private static void tell(Throwable thrown) {
    Execution now = Controlled.enter();
    try {
      now.failures.uncaught(now.current, thrown);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- waiting

  /** Waits for the end of a task, or runs it itself; an interrupt stays pending. */
  static int await(ForkJoinTask<?> task, TaskCore core) {
    PoolCore pool = PoolCore.current();
    pool.help(task, core);
    pool.beginWait();
    Cores.awaitUninterruptibly(core.result());
    pool.endWait();
    return core.ended();
  }

  /**
   * The same until the thread is interrupted or the time is over.
   *
   * @return 0 if the time was over
   */
  static int await(ForkJoinTask<?> task, TaskCore core, long nanos) throws InterruptedException {
    CountDownLatch result = core.result();
    if (Cores.isOpenBeforeInterrupt(result)) {
      return core.ended();
    }
    if (nanos == 0) {
      return core.look();
    }
    PoolCore pool = PoolCore.current();
    pool.help(task, core);
    pool.beginWait();
    boolean isOver = true;
    try {
      if (nanos < 0) {
        result.await();
      } else {
        isOver = result.await(nanos, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      pool.endWait();
      throw e;
    }
    pool.endWait();
    return isOver ? core.ended() : 0;
  }
}
