package dev.clew.jvm.run.juc;

import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Tasks of pools that schedule them: where they are in the queue is nothing to look at. */
@Models(
    name = "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask",
    isComposed = true)
public final class DelayedTaskModel {
  private static final Internal<ScheduledThreadPoolExecutor> POOL =
      Internal.field(
          "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask", "this$0");

  private DelayedTaskModel() {}

  /** It is asked for those only that are noted already, as futures. */
  public static void created(Object self) {}

  public static boolean cancel(Object self, boolean interrupts) {
    FutureTask<?> task = (FutureTask<?>) self;
    boolean isCancelled = FutureTaskModel.cancel(task, interrupts);
    ScheduledThreadPoolExecutor pool = POOL.of(self);
    if (isCancelled && Cores.aside(pool::getRemoveOnCancelPolicy)) {
      pool.remove(task);
    }
    return isCancelled;
  }
}
