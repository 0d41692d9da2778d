package dev.clew.jvm.run.juc;

import java.util.TimerTask;

/** Tasks of timers. */
@Models(value = TimerTask.class, isComposed = true)
public final class TimerTaskModel {
  private TimerTaskModel() {}

  public static void created(TimerTask self) {
    Cores.put(self, new TimerCore.TaskStatus());
  }

  static TimerCore.TaskStatus of(TimerTask self) {
    return Cores.get(self, TimerCore.TaskStatus.class);
  }

  public static boolean cancel(TimerTask self) {
    return of(self).getAndSet(TimerCore.CANCELLED) == TimerCore.SCHEDULED;
  }

  public static long scheduledExecutionTime(TimerTask self) {
    TimerCore.TaskStatus status = of(self);
    status.get();
    return status.next - Math.abs(status.period);
  }
}
