package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the models of blocking queues have in common. */
final class QueueCalls {
  private static final long FOR_EVER = -1;

  private QueueCalls() {}

  static void created(BlockingQueue<?> self) {
    Execution now = Controlled.enter();
    try {
      now.shadows.register(self, -1);
    } finally {
      Hooks.leave(now);
    }
  }

  /**
   * Made by the first operation: what a constructor puts into the queue is there by then. Null if
   * the queue belongs to a pool.
   */
  private static @Nullable Stock of(Execution now, BlockingQueue<?> self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof Stock known) {
      return known;
    }
    if (shadow.model instanceof PoolQueue) {
      return null;
    }
    Stock stock = new Stock(now, shadow, self);
    shadow.model = stock;
    return stock;
  }

  // --- adding

  static boolean offer(BlockingQueue<?> self, Object element, Supplier<@Nullable Boolean> place) {
    checkElement(element);
    Execution now = Controlled.enter();
    try {
      Stock stock = of(now, self);
      if (stock != null) {
        return stock.offer(place);
      }
    } finally {
      Hooks.leave(now);
    }
    return PoolQueue.of(self).offer(place);
  }

  static void put(
      BlockingQueue<?> self, Object element, Supplier<@Nullable Boolean> place, boolean looksFirst)
      throws InterruptedException {
    put(self, element, place, FOR_EVER, looksFirst);
  }

  static boolean put(
      BlockingQueue<?> self,
      Object element,
      Supplier<@Nullable Boolean> place,
      long timeout,
      TimeUnit unit)
      throws InterruptedException {
    checkElement(element);
    return put(self, element, place, Math.max(unit.toNanos(timeout), 0), false);
  }

  private static boolean put(
      BlockingQueue<?> self,
      Object element,
      Supplier<@Nullable Boolean> place,
      long nanos,
      boolean looksFirst)
      throws InterruptedException {
    checkElement(element);
    Execution now = Controlled.enter();
    boolean looks = looksFirst || self instanceof PriorityBlockingQueue;
    try {
      Stock stock = of(now, self);
      if (stock != null) {
        return stock.put(place, nanos, looks);
      }
    } finally {
      Hooks.leave(now);
    }
    return PoolQueue.of(self).put(place, nanos, looks);
  }

  private static void checkElement(Object element) {
    if (element == null) {
      throw new NullPointerException();
    }
  }

  // --- taking

  static @Nullable Object poll(BlockingQueue<?> self, Supplier<@Nullable Object> remove) {
    Execution now = Controlled.enter();
    try {
      Stock stock = of(now, self);
      if (stock != null) {
        return stock.poll(remove);
      }
    } finally {
      Hooks.leave(now);
    }
    return PoolQueue.of(self).poll(remove);
  }

  static Object take(BlockingQueue<?> self, Supplier<@Nullable Object> remove, boolean looksFirst)
      throws InterruptedException {
    Object taken = take(self, remove, FOR_EVER, looksFirst);
    if (taken == null) {
      throw new IllegalStateException("a wait without a limit gave up");
    }
    return taken;
  }

  static @Nullable Object take(
      BlockingQueue<?> self, Supplier<@Nullable Object> remove, long timeout, TimeUnit unit)
      throws InterruptedException {
    return take(self, remove, Math.max(unit.toNanos(timeout), 0), false);
  }

  private static @Nullable Object take(
      BlockingQueue<?> self, Supplier<@Nullable Object> remove, long nanos, boolean looksFirst)
      throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      Stock stock = of(now, self);
      if (stock != null) {
        return stock.take(remove, nanos, looksFirst);
      }
    } finally {
      Hooks.leave(now);
    }
    return PoolQueue.of(self).take(remove, nanos, looksFirst);
  }

  // --- several elements

  /** Asks something, with the methods of the queue itself. */
  static <T> T look(BlockingQueue<?> self, Supplier<T> question) {
    Execution now = Controlled.enter();
    try {
      Stock stock = of(now, self);
      if (stock != null) {
        return stock.look(question);
      }
    } finally {
      Hooks.leave(now);
    }
    return PoolQueue.of(self).look(question);
  }

  /** Changes the queue in any way, with its own methods. */
  static <T> T modify(BlockingQueue<?> self, Supplier<T> change) {
    Execution now = Controlled.enter();
    try {
      Stock stock = of(now, self);
      if (stock != null) {
        return stock.modify(change);
      }
    } finally {
      Hooks.leave(now);
    }
    return PoolQueue.of(self).modify(change);
  }

  /** What to do with the elements is the program's: it comes after they were taken. */
  static int drain(BlockingQueue<?> self, Collection<Object> into, int most) {
    if (into == null) {
      throw new NullPointerException();
    }
    if (into == self) {
      throw new IllegalArgumentException();
    }
    if (most <= 0) {
      return 0;
    }
    List<Object> drained = modify(self, () -> pollAll(self, most));
    for (Object each : drained) {
      into.add(each);
    }
    return drained.size();
  }

  static void clear(BlockingQueue<?> self) {
    modify(self, () -> pollAll(self, Integer.MAX_VALUE));
  }

  /** Not by the methods for it, which would ask the lock of the queue who waits. */
  static <T> List<T> pollAll(BlockingQueue<? extends T> self, int most) {
    List<T> all = new ArrayList<>();
    while (all.size() < most && !self.isEmpty()) {
      all.add(self.poll());
    }
    return all;
  }

  static boolean addAll(BlockingQueue<Object> self, Collection<?> added) {
    if (added == self) {
      throw new IllegalArgumentException();
    }
    List<Object> all = Arrays.asList(added.toArray());
    return modify(self, () -> self.addAll(all));
  }

  static boolean removeAll(BlockingQueue<?> self, Collection<?> removed) {
    List<Object> all = Arrays.asList(removed.toArray());
    return modify(self, () -> self.removeIf(all::contains));
  }

  static boolean retainAll(BlockingQueue<?> self, Collection<?> retained) {
    List<Object> all = Arrays.asList(retained.toArray());
    return modify(self, () -> self.removeIf(each -> !all.contains(each)));
  }

  static boolean removeIf(BlockingQueue<Object> self, Predicate<Object> filter) {
    if (filter == null) {
      throw new NullPointerException();
    }
    return modify(self, () -> self.removeIf(filter));
  }

  // --- going through the elements

  static void forEach(BlockingQueue<?> self, Consumer<Object> action) {
    if (action == null) {
      throw new NullPointerException();
    }
    for (Object each : look(self, self::toArray)) {
      action.accept(each);
    }
  }

  static Iterator<Object> iterator(BlockingQueue<?> self) {
    return new Elements(self, look(self, self::toArray));
  }

  static Iterator<Object> descendingIterator(BlockingQueue<?> self) {
    Object[] elements = look(self, self::toArray);
    Collections.reverse(Arrays.asList(elements));
    return new Elements(self, elements);
  }

  static Spliterator<Object> spliterator(BlockingQueue<?> self) {
    Object[] elements = look(self, () -> self.toArray());
    return Spliterators.spliterator(
        elements, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
  }

  /** Goes through the elements that were there at first, as iterators of queues may. */
  private static final class Elements implements Iterator<Object> {
    private final BlockingQueue<?> queue;
    private final Object[] elements;
    private int next;
    private boolean canRemove;

    private Elements(BlockingQueue<?> queue, Object[] elements) {
      this.queue = queue;
      this.elements = elements;
    }

    @Override
    public boolean hasNext() {
      return next < elements.length;
    }

    @Override
    public Object next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      canRemove = true;
      return elements[next++];
    }

    @Override
    public void remove() {
      if (!canRemove) {
        throw new IllegalStateException();
      }
      canRemove = false;
      Object removed = elements[next - 1];
      modify(queue, () -> removeSame(removed));
    }

    private boolean removeSame(Object removed) {
      for (Iterator<?> each = queue.iterator(); each.hasNext(); ) {
        if (each.next() == removed) {
          each.remove();
          return true;
        }
      }
      return false;
    }
  }
}
