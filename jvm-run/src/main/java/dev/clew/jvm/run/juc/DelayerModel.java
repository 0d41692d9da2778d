package dev.clew.jvm.run.juc;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What futures wait for their timeouts with, before JDK 25. */
@Models(name = "java.util.concurrent.CompletableFuture$Delayer", isComposed = true)
@BeforeJdk(25)
public final class DelayerModel {
  private DelayerModel() {}

  /** Something to do after a time. */
  private static final class DelayedAction extends FutureTask<Object>
      implements ScheduledFuture<Object> {
    private final CountDownLatch isOver = new CountDownLatch(1);
    private final long nanos;

    private DelayedAction(Runnable command, long nanos) {
      super(command, null);
      this.nanos = nanos;
    }

    @Override
    protected void done() {
      isOver.countDown();
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(nanos, other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  public static ScheduledFuture<?> delay(Runnable command, long delay, TimeUnit unit) {
    DelayedAction action = new DelayedAction(command, unit.toNanos(delay));
    Delays.start(action.isOver, action.nanos, action);
    return action;
  }
}
