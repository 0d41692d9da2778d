package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.calls.ThreadCalls;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a pool, for a program that uses it itself: what it does is an operation on the state
 * of the pool.
 */
final class PoolQueue {
  private final Pool pool;
  private final PoolWaiters takers;
  private final PoolWaiters putters;

  PoolQueue(Pool pool) {
    this.pool = pool;
    this.takers = new PoolWaiters(pool);
    this.putters = new PoolWaiters(pool);
  }

  /** What a queue is that belongs to a pool. */
  static PoolQueue of(Object queue) {
    return Cores.get(queue, PoolQueue.class);
  }

  // --- what the program does

  boolean offer(Supplier<@Nullable Boolean> place) {
    pool.useQueue();
    return place(place);
  }

  boolean put(Supplier<@Nullable Boolean> place, long nanos, boolean looksFirst)
      throws InterruptedException {
    checkInterrupt(looksFirst);
    pool.useQueue();
    boolean hasTime = nanos != 0;
    while (!place(place)) {
      if (!hasTime) {
        return false;
      }
      hasTime = putters.await(nanos);
    }
    return true;
  }

  private boolean place(Supplier<@Nullable Boolean> place) {
    boolean isPlaced = Boolean.TRUE.equals(Cores.aside(place::get));
    if (isPlaced) {
      pool.arrived(1);
    }
    return isPlaced;
  }

  <T> @Nullable T poll(Supplier<@Nullable T> remove) {
    pool.useQueue();
    return remove(remove);
  }

  <T> @Nullable T take(Supplier<@Nullable T> remove, long nanos, boolean looksFirst)
      throws InterruptedException {
    checkInterrupt(looksFirst);
    pool.useQueue();
    boolean hasTime = nanos != 0;
    while (true) {
      T removed = remove(remove);
      if (removed != null || !hasTime) {
        return removed;
      }
      hasTime = takers.await(nanos);
    }
  }

  private <T> @Nullable T remove(Supplier<@Nullable T> remove) {
    T removed = Cores.aside(remove::get);
    if (removed != null) {
      left(1);
    }
    return removed;
  }

  private static void checkInterrupt(boolean looksFirst) throws InterruptedException {
    if (!looksFirst && ThreadCalls.interrupted(-1)) {
      throw new InterruptedException();
    }
  }

  <T> T look(Supplier<T> question) {
    pool.lookAtQueue();
    return Cores.aside(question);
  }

  <T> T modify(Supplier<T> change) {
    pool.useQueue();
    int before = pool.queued();
    T result = Cores.aside(change);
    int after = pool.queued();
    if (after < before) {
      left(before - after);
    } else if (after > before) {
      pool.arrived(after - before);
    }
    return result;
  }

  private void left(int number) {
    putters.wake(putters.among(number));
  }

  // --- those who wait

  Pool pool() {
    return pool;
  }

  PoolWaiters takers() {
    return takers;
  }

  PoolWaiters putters() {
    return putters;
  }
}
