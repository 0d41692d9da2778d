package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.StateLook;
import dev.clew.jvm.run.StateModel;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Latches: a semaphore that begins without permits.
 *
 * <p>To count down gives a permit, which commutes with other such. To await needs as many permits
 * as the latch began with, but takes none: it only looks, and commutes with the other awaits.
 * Nothing ever takes permits, so an await that can be done stays possible, and one that is blocked
 * could not have come earlier: the search finds nothing to reverse there.
 */
@Models(CountDownLatch.class)
public final class CountDownLatchModel {
  private static final int COUNT_DOWN = Dependence.modes(OpKind.RELEASE, true);
  private static final int LOOK = Dependence.modes(OpKind.READ, true);
  private static final long FOR_EVER = -1;

  private CountDownLatchModel() {}

  /** A latch of one execution. */
  private static final class Latch implements Gate, StateModel {
    /** The number by which a trace names it. */
    final int number;

    /** The count with which it began. */
    final int count;

    int countedDown;

    Latch(int number, int count) {
      this.number = number;
      this.count = count;
    }

    @Override
    public void addTo(StateLook look) {
      look.add(count);
      look.add(countedDown);
    }

    int left() {
      return Math.max(count - countedDown, 0);
    }

    @Override
    public boolean isOpen(ProgramThread thread) {
      return left() == 0;
    }
  }

  public static void created(CountDownLatch self, int count) {
    Execution now = Controlled.enter();
    try {
      create(now, now.shadows.register(self, -1), count);
    } finally {
      Hooks.leave(now);
    }
  }

  private static Latch of(Execution now, CountDownLatch self) {
    Shadow shadow = now.shadows.of(self);
    return shadow.model instanceof Latch known ? known : create(now, shadow, (int) self.getCount());
  }

  private static Latch create(Execution now, Shadow shadow, int count) {
    Latch latch = new Latch(now.objects.part(shadow, Objects.STATE), count);
    shadow.model = latch;
    return latch;
  }

  public static void await(CountDownLatch self) throws InterruptedException {
    await(self, FOR_EVER);
  }

  public static boolean await(CountDownLatch self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return await(self, Math.max(unit.toNanos(timeout), 0));
  }

  private static boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
    Execution now = Controlled.enter();
    ProgramThread self = now.current;
    try {
      now.threadModel.checkInterrupt(self, -1);
      Latch of = of(now, latch);
      if (nanos == 0 || now.patience.givesUp(self, nanos, -1)) {
        return look(now, of) == 0;
      }
      self.amount = of.count;
      boolean isOpen =
          now.threadModel.standInterruptibly(self, OpKind.ACQUIRE, of.number, of, -1, nanos);
      if (isOpen) {
        now.clocks.acquire(self, of.number);
        record(now, of, OpKind.ACQUIRE, LOOK, of.count);
      }
      return isOpen;
    } finally {
      self.amount = 0;
      Hooks.leave(now);
    }
  }

  /** Orders what came before it only until the count is zero, as the JDK promises no more. */
  public static void countDown(CountDownLatch self) {
    countDown(self, 1);
  }

  /** The same several times in one operation. */
  static void countDown(CountDownLatch self, int times) {
    Execution now = Controlled.enter();
    try {
      Latch of = of(now, self);
      now.stand(now.current, OpKind.RELEASE, of.number, null, -1);
      if (of.left() > 0) {
        now.clocks.release(now.current, of.number);
      }
      record(now, of, OpKind.RELEASE, COUNT_DOWN, times);
      of.countedDown += times;
    } finally {
      Hooks.leave(now);
    }
  }

  public static long getCount(CountDownLatch self) {
    Execution now = Controlled.enter();
    try {
      return look(now, of(now, self));
    } finally {
      Hooks.leave(now);
    }
  }

  public static String toString(CountDownLatch self) {
    return DefaultText.of(self) + "[Count = " + getCount(self) + "]";
  }

  private static int look(Execution now, Latch of) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, of.number, null, -1);
    now.clocks.acquire(self, of.number);
    int event = record(now, of, OpKind.READ, LOOK, 0);
    if (now.recordsDetails()) {
      now.details.value(event, self, of.left());
    }
    return of.left();
  }

  private static int record(Execution now, Latch of, OpKind kind, int modes, int amount) {
    return now.record(
        now.current, kind, of.number, -1, modes, -1, of.countedDown, 0, amount, -1, -1);
  }
}
