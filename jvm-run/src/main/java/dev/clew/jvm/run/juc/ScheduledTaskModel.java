package dev.clew.jvm.run.juc;

import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tasks of a fork-join pool that are run after a time, or again and again, since JDK 25. */
@Models(name = "java.util.concurrent.DelayScheduler$ScheduledForkJoinTask", isComposed = true)
@SinceJdk(25)
public final class ScheduledTaskModel {
  private ScheduledTaskModel() {}

  /** Runs a task when it is time. */
  static void schedule(PoolCore pool, ForkJoinTask<?> task) {
    delay(pool, task, ((Delayed) task).getDelay(TimeUnit.NANOSECONDS));
  }

  private static void delay(PoolCore pool, ForkJoinTask<?> task, long nanos) {
    boolean isImmediate = Internal.<Boolean>field(task.getClass(), "isImmediate").of(task);
    TaskCore core = TaskCore.of(task);
    Delays.start(
        core.result(),
        nanos,
        () -> {
          if (isImmediate) {
            task.quietlyInvoke();
          } else {
            pool.fork(task);
          }
        });
  }

  /** After a run: whether it was the last one. */
  public static boolean postExec(ForkJoinTask<?> self) {
    long again = Internal.<Long>field(self.getClass(), "nextDelay").of(self);
    ForkJoinPool of = Internal.<@Nullable ForkJoinPool>field(self.getClass(), "pool").of(self);
    if (again == 0 || of == null) {
      return true;
    }
    PoolCore pool = PoolCore.of(of);
    pool.look();
    if (pool.runState != PoolCore.RUNNING) {
      self.cancel(false);
      return true;
    }
    delay(pool, self, Math.abs(again));
    return false;
  }
}
