package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Producers and consumers at a bounded buffer with one lock and two conditions: bbuf. */
public final class BoundedBuffer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition isNotFull = lock.newCondition();
  private final Condition isNotEmpty = lock.newCondition();
  private final int[] items;
  private int head;
  private int count;

  private BoundedBuffer(int capacity) {
    items = new int[capacity];
  }

  /** Arguments: how many producers, how many consumers, the capacity, how many items each. */
  public static void main(String[] arguments) throws InterruptedException {
    int producers = Integer.parseInt(arguments[0]);
    int consumers = Integer.parseInt(arguments[1]);
    int times = Integer.parseInt(arguments[3]);
    BoundedBuffer buffer = new BoundedBuffer(Integer.parseInt(arguments[2]));
    Together.run(
        producers + consumers,
        thread -> {
          for (int i = 0; i < times; i++) {
            if (thread < producers) {
              buffer.put(thread);
            } else {
              buffer.get();
            }
          }
        });
    assert buffer.count == (producers - consumers) * times;
  }

  private void put(int item) {
    lock.lock();
    try {
      while (count == items.length) {
        isNotFull.awaitUninterruptibly();
      }
      items[(head + count) % items.length] = item;
      count++;
      isNotEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  private int get() {
    lock.lock();
    try {
      while (count == 0) {
        isNotEmpty.awaitUninterruptibly();
      }
      int item = items[head];
      head = (head + 1) % items.length;
      count--;
      isNotFull.signal();
      return item;
    } finally {
      lock.unlock();
    }
  }
}
