package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Queues in which who adds may wait until the element is taken. */
@Models(LinkedTransferQueue.class)
public final class LinkedTransferQueueModel {
  private static final long FOR_EVER = -1;

  private LinkedTransferQueueModel() {}

  public static void created(LinkedTransferQueue<?> self) {
    Execution now = Controlled.enter();
    try {
      now.shadows.register(self, -1);
      of(now, self);
    } finally {
      Hooks.leave(now);
    }
  }

  private static TransferCore of(Execution now, LinkedTransferQueue<?> self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof TransferCore known) {
      return known;
    }
    TransferCore core = new TransferCore(new Meeting(now, shadow, false), self.toArray());
    shadow.model = core;
    return core;
  }

  private static <T> T with(LinkedTransferQueue<?> self, Function<TransferCore, T> operation) {
    Execution now = Controlled.enter();
    try {
      return operation.apply(of(now, self));
    } finally {
      Hooks.leave(now);
    }
  }

  // --- adding

  public static void put(LinkedTransferQueue<?> self, Object element) {
    offer(self, element);
  }

  public static boolean add(LinkedTransferQueue<?> self, Object element) {
    return offer(self, element);
  }

  public static boolean offer(
      LinkedTransferQueue<?> self, Object element, long time, TimeUnit unit) {
    return offer(self, element);
  }

  public static boolean offer(LinkedTransferQueue<?> self, Object element) {
    Objects.requireNonNull(element);
    return with(
        self,
        core -> {
          core.add(element);
          return true;
        });
  }

  public static void transfer(LinkedTransferQueue<?> self, Object element)
      throws InterruptedException {
    transfer(self, element, FOR_EVER);
  }

  public static boolean tryTransfer(
      LinkedTransferQueue<?> self, Object element, long timeout, TimeUnit unit)
      throws InterruptedException {
    return transfer(self, element, Math.max(unit.toNanos(timeout), 0));
  }

  public static boolean tryTransfer(LinkedTransferQueue<?> self, Object element) {
    try {
      return transfer(self, element, 0);
    } catch (InterruptedException e) {
      throw new IllegalStateException("a try that does not wait was interrupted", e);
    }
  }

  private static boolean transfer(LinkedTransferQueue<?> self, Object element, long nanos)
      throws InterruptedException {
    Objects.requireNonNull(element);
    Execution now = Controlled.enter();
    try {
      return of(now, self).transfer(element, nanos);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- taking

  public static @Nullable Object take(LinkedTransferQueue<?> self) throws InterruptedException {
    return take(self, FOR_EVER);
  }

  public static @Nullable Object poll(LinkedTransferQueue<?> self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return take(self, Math.max(unit.toNanos(timeout), 0));
  }

  public static @Nullable Object poll(LinkedTransferQueue<?> self) {
    try {
      return take(self, 0);
    } catch (InterruptedException e) {
      throw new IllegalStateException("a poll that does not wait was interrupted", e);
    }
  }

  private static @Nullable Object take(LinkedTransferQueue<?> self, long nanos)
      throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      return of(now, self).take(nanos);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- several elements

  public static boolean remove(LinkedTransferQueue<?> self, @Nullable Object element) {
    return element != null && with(self, core -> core.remove(element::equals, true));
  }

  public static void clear(LinkedTransferQueue<?> self) {
    with(self, core -> core.remove(each -> true, false));
  }

  public static boolean removeIf(LinkedTransferQueue<?> self, Predicate<Object> filter) {
    Objects.requireNonNull(filter);
    return with(self, core -> core.remove(filter, false));
  }

  public static boolean removeAll(LinkedTransferQueue<?> self, Collection<?> removed) {
    List<Object> all = Arrays.asList(removed.toArray());
    return with(self, core -> core.remove(all::contains, false));
  }

  public static boolean retainAll(LinkedTransferQueue<?> self, Collection<?> retained) {
    List<Object> all = Arrays.asList(retained.toArray());
    return with(self, core -> core.remove(each -> !all.contains(each), false));
  }

  // --- questions

  private static List<Object> elements(LinkedTransferQueue<?> self) {
    return with(self, TransferCore::elements);
  }

  public static @Nullable Object peek(LinkedTransferQueue<?> self) {
    List<Object> elements = elements(self);
    return elements.isEmpty() ? null : elements.get(0);
  }

  public static boolean isEmpty(LinkedTransferQueue<?> self) {
    return elements(self).isEmpty();
  }

  public static int size(LinkedTransferQueue<?> self) {
    return elements(self).size();
  }

  public static boolean hasWaitingConsumer(LinkedTransferQueue<?> self) {
    return getWaitingConsumerCount(self) > 0;
  }

  public static int getWaitingConsumerCount(LinkedTransferQueue<?> self) {
    return with(self, TransferCore::takers);
  }

  public static boolean contains(LinkedTransferQueue<?> self, @Nullable Object element) {
    return element != null && elements(self).contains(element);
  }

  public static Object[] toArray(LinkedTransferQueue<?> self) {
    return elements(self).toArray();
  }

  public static Object[] toArray(LinkedTransferQueue<?> self, Object[] into) {
    return elements(self).toArray(into);
  }

  public static String toString(LinkedTransferQueue<?> self) {
    return elements(self).toString();
  }

  public static void forEach(LinkedTransferQueue<?> self, Consumer<Object> action) {
    elements(self).forEach(action);
  }

  public static Spliterator<Object> spliterator(LinkedTransferQueue<?> self) {
    return elements(self).spliterator();
  }

  public static Iterator<Object> iterator(LinkedTransferQueue<?> self) {
    Iterator<Object> elements = elements(self).iterator();
    return new Iterator<>() {
      private @Nullable Object last;

      @Override
      public boolean hasNext() {
        return elements.hasNext();
      }

      @Override
      public Object next() {
        last = elements.next();
        return last;
      }

      @Override
      public void remove() {
        Object removed = last;
        if (removed == null) {
          throw new IllegalStateException();
        }
        last = null;
        with(self, core -> core.remove(each -> each == removed, true));
      }
    };
  }
}
