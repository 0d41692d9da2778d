package dev.clew.jvm.run.juc;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Queues without room. Whom an unfair one serves is whom the JDK serves: who came last. */
@Models(SynchronousQueue.class)
public final class SynchronousQueueModel {
  private static final long FOR_EVER = -1;

  private SynchronousQueueModel() {}

  public static void created(SynchronousQueue<?> self, boolean isFair) {
    HandOver.create(self, isFair);
  }

  public static void put(SynchronousQueue<?> self, Object element) throws InterruptedException {
    HandOver.give(self, checked(element), FOR_EVER);
  }

  public static boolean offer(SynchronousQueue<?> self, Object element, long timeout, TimeUnit unit)
      throws InterruptedException {
    return HandOver.give(self, checked(element), Math.max(unit.toNanos(timeout), 0));
  }

  public static boolean offer(SynchronousQueue<?> self, Object element) {
    try {
      return HandOver.give(self, checked(element), 0);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an offer that does not wait was interrupted", e);
    }
  }

  public static Object take(SynchronousQueue<?> self) throws InterruptedException {
    return checked(HandOver.take(self, FOR_EVER));
  }

  public static @Nullable Object poll(SynchronousQueue<?> self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return HandOver.take(self, Math.max(unit.toNanos(timeout), 0));
  }

  public static @Nullable Object poll(SynchronousQueue<?> self) {
    try {
      return HandOver.take(self, 0);
    } catch (InterruptedException e) {
      throw new IllegalStateException("a poll that does not wait was interrupted", e);
    }
  }

  private static Object checked(@Nullable Object element) {
    if (element == null) {
      throw new NullPointerException();
    }
    return element;
  }
}
