package dev.clew.jvm.run.juc;

import java.util.Timer;
import java.util.TimerTask;

/** Timers. What belongs to one is kept with its queue, which it has in common with its thread. */
@Models(value = Timer.class, isComposed = true)
public final class TimerModel {
  private static final Internal<Object> QUEUE = Internal.field(Timer.class, "queue");

  private TimerModel() {}

  public static void created(Timer self) {
    Cores.put(self, of(self));
  }

  private static TimerCore of(Timer self) {
    return Cores.get(QUEUE.of(self), TimerCore.class);
  }

  public static void sched(Timer self, TimerTask task, long time, long period) {
    if (time < 0) {
      throw new IllegalArgumentException("Illegal execution time.");
    }
    long limited = Math.abs(period) > Long.MAX_VALUE >> 1 ? period >> 1 : period;
    of(self).schedule(task, TimerTaskModel.of(task), time, limited);
  }

  public static void cancel(Timer self) {
    of(self).cancel();
  }

  public static int purge(Timer self) {
    return of(self).purge();
  }
}
