package dev.clew.jvm.run.juc;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Exchangers: every second thread that comes meets the one that waits. */
@Models(Exchanger.class)
public final class ExchangerModel {
  private static final long FOR_EVER = -1;

  private ExchangerModel() {}

  public static void created(Exchanger<?> self) {
    HandOver.create(self, true);
  }

  public static @Nullable Object exchange(Exchanger<?> self, @Nullable Object item)
      throws InterruptedException {
    HandOver.Exchanged exchanged = HandOver.exchange(self, item, FOR_EVER);
    if (exchanged == null) {
      throw new IllegalStateException("an exchange without a limit gave up");
    }
    return exchanged.item();
  }

  public static @Nullable Object exchange(
      Exchanger<?> self, @Nullable Object item, long timeout, TimeUnit unit)
      throws InterruptedException, TimeoutException {
    HandOver.Exchanged exchanged =
        HandOver.exchange(self, item, Math.max(unit.toNanos(timeout), 0));
    if (exchanged == null) {
      throw new TimeoutException();
    }
    return exchanged.item();
  }
}
