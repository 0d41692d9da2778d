package dev.clew.jvm.run.juc;

import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Blocking queues with one way in and one way out.
 *
 * <p>Comparators, {@code equals} and predicates of the program are part of the operation in which
 * the queue needs them.
 */
@Models(
    value = LinkedBlockingQueue.class,
    also = {ArrayBlockingQueue.class, PriorityBlockingQueue.class})
public final class BlockingQueueModel {
  private BlockingQueueModel() {}

  public static void created(BlockingQueue<?> self) {
    QueueCalls.created(self);
  }

  // --- adding

  public static boolean offer(BlockingQueue<Object> self, Object element) {
    return QueueCalls.offer(self, element, () -> self.offer(element));
  }

  public static void put(BlockingQueue<Object> self, Object element) throws InterruptedException {
    QueueCalls.put(self, element, () -> self.offer(element), false);
  }

  public static boolean offer(
      BlockingQueue<Object> self, Object element, long timeout, TimeUnit unit)
      throws InterruptedException {
    return QueueCalls.put(self, element, () -> self.offer(element), timeout, unit);
  }

  // --- taking

  public static @Nullable Object poll(BlockingQueue<Object> self) {
    return QueueCalls.poll(self, self::poll);
  }

  public static Object take(BlockingQueue<Object> self) throws InterruptedException {
    return QueueCalls.take(self, self::poll, false);
  }

  public static @Nullable Object poll(BlockingQueue<Object> self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return QueueCalls.take(self, self::poll, timeout, unit);
  }

  // --- several elements

  public static boolean remove(BlockingQueue<Object> self, @Nullable Object element) {
    return QueueCalls.modify(self, () -> self.remove(element));
  }

  public static void clear(BlockingQueue<Object> self) {
    QueueCalls.clear(self);
  }

  public static int drainTo(BlockingQueue<Object> self, Collection<Object> into) {
    return QueueCalls.drain(self, into, Integer.MAX_VALUE);
  }

  public static int drainTo(BlockingQueue<Object> self, Collection<Object> into, int most) {
    return QueueCalls.drain(self, into, most);
  }

  public static boolean removeIf(BlockingQueue<Object> self, Predicate<Object> filter) {
    return QueueCalls.removeIf(self, filter);
  }

  public static boolean removeAll(BlockingQueue<Object> self, Collection<?> removed) {
    return QueueCalls.removeAll(self, removed);
  }

  public static boolean retainAll(BlockingQueue<Object> self, Collection<?> retained) {
    return QueueCalls.retainAll(self, retained);
  }

  // --- questions

  public static @Nullable Object peek(BlockingQueue<Object> self) {
    return QueueCalls.look(self, self::peek);
  }

  public static int size(BlockingQueue<Object> self) {
    return QueueCalls.look(self, self::size);
  }

  public static int remainingCapacity(BlockingQueue<Object> self) {
    return QueueCalls.look(self, self::remainingCapacity);
  }

  public static boolean contains(BlockingQueue<Object> self, @Nullable Object element) {
    return QueueCalls.look(self, () -> self.contains(element));
  }

  public static Object[] toArray(BlockingQueue<Object> self) {
    return QueueCalls.look(self, () -> self.toArray());
  }

  public static Object[] toArray(BlockingQueue<Object> self, Object[] into) {
    return QueueCalls.look(self, () -> self.toArray(into));
  }

  public static void forEach(BlockingQueue<Object> self, Consumer<Object> action) {
    QueueCalls.forEach(self, action);
  }

  public static Iterator<Object> iterator(BlockingQueue<Object> self) {
    return QueueCalls.iterator(self);
  }

  public static Spliterator<Object> spliterator(BlockingQueue<Object> self) {
    return QueueCalls.spliterator(self);
  }
}
