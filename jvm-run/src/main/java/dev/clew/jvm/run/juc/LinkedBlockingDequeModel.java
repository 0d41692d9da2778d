package dev.clew.jvm.run.juc;

import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Blocking queues with two ends; where a method has no end in its name the JDK calls one that has.
 */
@Models(LinkedBlockingDeque.class)
public final class LinkedBlockingDequeModel {
  private LinkedBlockingDequeModel() {}

  public static void created(LinkedBlockingDeque<?> self) {
    QueueCalls.created(self);
  }

  // --- adding

  public static boolean offerFirst(LinkedBlockingDeque<Object> self, Object element) {
    return QueueCalls.offer(self, element, () -> self.offerFirst(element));
  }

  public static void putFirst(LinkedBlockingDeque<Object> self, Object element)
      throws InterruptedException {
    QueueCalls.put(self, element, () -> self.offerFirst(element), true);
  }

  public static boolean offerFirst(
      LinkedBlockingDeque<Object> self, Object element, long timeout, TimeUnit unit)
      throws InterruptedException {
    return QueueCalls.put(self, element, () -> self.offerFirst(element), timeout, unit);
  }

  public static boolean offerLast(LinkedBlockingDeque<Object> self, Object element) {
    return QueueCalls.offer(self, element, () -> self.offerLast(element));
  }

  public static void putLast(LinkedBlockingDeque<Object> self, Object element)
      throws InterruptedException {
    QueueCalls.put(self, element, () -> self.offerLast(element), true);
  }

  public static boolean offerLast(
      LinkedBlockingDeque<Object> self, Object element, long timeout, TimeUnit unit)
      throws InterruptedException {
    return QueueCalls.put(self, element, () -> self.offerLast(element), timeout, unit);
  }

  public static boolean addAll(LinkedBlockingDeque<Object> self, Collection<?> added) {
    return QueueCalls.addAll(self, added);
  }

  // --- taking

  public static @Nullable Object pollFirst(LinkedBlockingDeque<Object> self) {
    return QueueCalls.poll(self, self::pollFirst);
  }

  public static Object takeFirst(LinkedBlockingDeque<Object> self) throws InterruptedException {
    return QueueCalls.take(self, self::pollFirst, true);
  }

  public static @Nullable Object pollFirst(
      LinkedBlockingDeque<Object> self, long timeout, TimeUnit unit) throws InterruptedException {
    return QueueCalls.take(self, self::pollFirst, timeout, unit);
  }

  public static @Nullable Object pollLast(LinkedBlockingDeque<Object> self) {
    return QueueCalls.poll(self, self::pollLast);
  }

  public static Object takeLast(LinkedBlockingDeque<Object> self) throws InterruptedException {
    return QueueCalls.take(self, self::pollLast, true);
  }

  public static @Nullable Object pollLast(
      LinkedBlockingDeque<Object> self, long timeout, TimeUnit unit) throws InterruptedException {
    return QueueCalls.take(self, self::pollLast, timeout, unit);
  }

  // --- several elements

  public static boolean removeFirstOccurrence(
      LinkedBlockingDeque<Object> self, @Nullable Object element) {
    return QueueCalls.modify(self, () -> self.removeFirstOccurrence(element));
  }

  public static boolean removeLastOccurrence(
      LinkedBlockingDeque<Object> self, @Nullable Object element) {
    return QueueCalls.modify(self, () -> self.removeLastOccurrence(element));
  }

  public static void clear(LinkedBlockingDeque<Object> self) {
    QueueCalls.clear(self);
  }

  public static int drainTo(LinkedBlockingDeque<Object> self, Collection<Object> into) {
    return QueueCalls.drain(self, into, Integer.MAX_VALUE);
  }

  public static int drainTo(LinkedBlockingDeque<Object> self, Collection<Object> into, int most) {
    return QueueCalls.drain(self, into, most);
  }

  public static boolean removeIf(LinkedBlockingDeque<Object> self, Predicate<Object> filter) {
    return QueueCalls.removeIf(self, filter);
  }

  public static boolean removeAll(LinkedBlockingDeque<Object> self, Collection<?> removed) {
    return QueueCalls.removeAll(self, removed);
  }

  public static boolean retainAll(LinkedBlockingDeque<Object> self, Collection<?> retained) {
    return QueueCalls.retainAll(self, retained);
  }

  // --- questions

  public static @Nullable Object peekFirst(LinkedBlockingDeque<Object> self) {
    return QueueCalls.look(self, self::peekFirst);
  }

  public static @Nullable Object peekLast(LinkedBlockingDeque<Object> self) {
    return QueueCalls.look(self, self::peekLast);
  }

  public static int size(LinkedBlockingDeque<Object> self) {
    return QueueCalls.look(self, self::size);
  }

  public static int remainingCapacity(LinkedBlockingDeque<Object> self) {
    return QueueCalls.look(self, self::remainingCapacity);
  }

  public static boolean contains(LinkedBlockingDeque<Object> self, @Nullable Object element) {
    return QueueCalls.look(self, () -> self.contains(element));
  }

  public static Object[] toArray(LinkedBlockingDeque<Object> self) {
    return QueueCalls.look(self, () -> self.toArray());
  }

  public static Object[] toArray(LinkedBlockingDeque<Object> self, Object[] into) {
    return QueueCalls.look(self, () -> self.toArray(into));
  }

  public static void forEach(LinkedBlockingDeque<Object> self, Consumer<Object> action) {
    QueueCalls.forEach(self, action);
  }

  public static Iterator<Object> iterator(LinkedBlockingDeque<Object> self) {
    return QueueCalls.iterator(self);
  }

  public static Iterator<Object> descendingIterator(LinkedBlockingDeque<Object> self) {
    return QueueCalls.descendingIterator(self);
  }

  public static Spliterator<Object> spliterator(LinkedBlockingDeque<Object> self) {
    return QueueCalls.spliterator(self);
  }
}
