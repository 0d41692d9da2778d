package dev.clew.jvm.run.juc;

import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Pools that schedule tasks; for everything else they are thread pools. */
@Models(value = ScheduledThreadPoolExecutor.class, isComposed = true)
public final class ScheduledThreadPoolExecutorModel {
  private ScheduledThreadPoolExecutorModel() {}

  public static void created(ScheduledThreadPoolExecutor self) {
    PoolKinds.put(self, new DelayedPool(self));
  }

  private static DelayedPool of(ScheduledThreadPoolExecutor self) {
    return Cores.get(self, DelayedPool.class);
  }

  public static void delayedExecute(
      ScheduledThreadPoolExecutor self, RunnableScheduledFuture<?> task) {
    of(self).schedule(task);
  }

  public static void reExecutePeriodic(
      ScheduledThreadPoolExecutor self, RunnableScheduledFuture<?> task) {
    of(self).scheduleAgain(task);
  }

  /** Whoever has taken a task runs it: the pool was asked when it was taken. */
  public static boolean canRunInCurrentRunState(
      ScheduledThreadPoolExecutor self, RunnableScheduledFuture<?> task) {
    return true;
  }
}
