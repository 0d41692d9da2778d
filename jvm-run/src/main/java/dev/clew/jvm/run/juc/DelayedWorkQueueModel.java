package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.calls.ThreadCalls;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queues of pools that schedule tasks, for a program that uses them itself: they give tasks
 * away when it is time.
 */
@Models(
    name = "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue",
    isComposed = true)
public final class DelayedWorkQueueModel {
  private static final long FOR_EVER = -1;

  private DelayedWorkQueueModel() {}

  /** Its pool will say what it is. */
  public static void created(Object self) {}

  private static PoolQueue of(Object self) {
    return PoolQueue.of(self);
  }

  private static DelayedPool pool(Object self) {
    return (DelayedPool) of(self).pool();
  }

  @SuppressWarnings("unchecked")
  private static BlockingQueue<Object> queue(Object self) {
    return (BlockingQueue<Object>) self;
  }

  // --- adding

  public static boolean offer(Object self, Runnable task) {
    return of(self).offer(() -> queue(self).offer(task));
  }

  public static void put(Object self, Runnable task) {
    offer(self, task);
  }

  public static boolean add(Object self, Runnable task) {
    return offer(self, task);
  }

  public static boolean offer(Object self, Runnable task, long timeout, TimeUnit unit) {
    return offer(self, task);
  }

  // --- taking

  public static @Nullable RunnableScheduledFuture<?> poll(Object self) {
    return (RunnableScheduledFuture<?>) pool(self).pollDue();
  }

  public static @Nullable RunnableScheduledFuture<?> take(Object self) throws InterruptedException {
    return await(self, FOR_EVER);
  }

  public static @Nullable RunnableScheduledFuture<?> poll(Object self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return await(self, Math.max(unit.toNanos(timeout), 0));
  }

  private static @Nullable RunnableScheduledFuture<?> await(Object self, long nanos)
      throws InterruptedException {
    if (ThreadCalls.interrupted(-1)) {
      throw new InterruptedException();
    }
    return (RunnableScheduledFuture<?>) pool(self).takeDue(nanos);
  }

  // --- several tasks

  public static boolean remove(Object self, @Nullable Object task) {
    return of(self).modify(() -> queue(self).remove(task));
  }

  public static void clear(Object self) {
    of(self)
        .modify(
            () -> {
              queue(self).clear();
              return true;
            });
  }

  public static int drainTo(Object self, Collection<Object> into) {
    return drainTo(self, into, Integer.MAX_VALUE);
  }

  public static int drainTo(Object self, Collection<Object> into, int most) {
    if (into == null) {
      throw new NullPointerException();
    }
    if (into == self) {
      throw new IllegalArgumentException();
    }
    List<Object> drained = new ArrayList<>();
    while (drained.size() < most) {
      Object task = poll(self);
      if (task == null) {
        break;
      }
      drained.add(task);
    }
    into.addAll(drained);
    return drained.size();
  }

  // --- questions

  public static @Nullable RunnableScheduledFuture<?> peek(Object self) {
    return (RunnableScheduledFuture<?>) of(self).look(() -> queue(self).peek());
  }

  public static int size(Object self) {
    return of(self).look(() -> queue(self).size());
  }

  public static boolean isEmpty(Object self) {
    return size(self) == 0;
  }

  public static boolean contains(Object self, @Nullable Object task) {
    return of(self).look(() -> queue(self).contains(task));
  }

  public static Object[] toArray(Object self) {
    return of(self).look(() -> queue(self).toArray());
  }

  public static Object[] toArray(Object self, Object[] into) {
    return of(self).look(() -> queue(self).toArray(into));
  }

  public static Iterator<Object> iterator(Object self) {
    return QueueCalls.iterator(queue(self));
  }
}
