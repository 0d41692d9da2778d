package dev.clew.jvm.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Threads that do what scripts say to variables of all kinds; each argument is the script of a
 * thread. The line on which main fails in the end tells what came out.
 */
public final class StateScripts {
  private static int total;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicInteger atomic = new AtomicInteger();
  private final AtomicIntegerArray counts = new AtomicIntegerArray(2);
  private final AtomicReference<Integer> box = new AtomicReference<>(1000);
  private final Semaphore permits = new Semaphore(1);
  private final CountDownLatch latch = new CountDownLatch(1);
  private final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
  private final List<Integer> history = new ArrayList<>();
  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private final int[] cells = new int[2];
  private volatile int flag;
  private int guarded;
  private int hint;
  private int mark;
  private Node list = new Node(0, null);

  private record Node(int value, @Nullable Node next) {}

  private interface Action {
    int apply(int value) throws InterruptedException;
  }

  public static void main(String[] scripts) throws InterruptedException {
    StateScripts shared = new StateScripts();
    Thread[] threads = new Thread[scripts.length];
    for (int t = 0; t < scripts.length; t++) {
      String script = scripts[t];
      int seed = t + 1;
      threads[t] = new Thread(() -> shared.run(script, seed));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    shared.tell();
  }

  private void run(String script, int seed) {
    int value = seed;
    try {
      for (int i = 0; i < script.length(); i++) {
        value = step(script.charAt(i), value) % 7;
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int step(char letter, int value) throws InterruptedException {
    switch (letter) {
      case 'a' -> {
        synchronized (this) {
          guarded = (2 * guarded + value) % 5;
          return value;
        }
      }
      case 'g' -> {
        return get(value) + value;
      }
      case 'f' -> flag = value;
      case 'r' -> {
        return flag + 10 * value;
      }
      case 'i' -> {
        return value + atomic.incrementAndGet();
      }
      case 'x' -> {
        return atomic.compareAndSet(0, value) ? 1 : atomic.get();
      }
      case 'l' -> {
        return underLock(before -> cells[before % 2] = (cells[0] + before) % 3, value);
      }
      case 'n' -> {
        return underLock(
            before -> {
              list = new Node(before, list.value() > 2 ? null : list);
              return list.next() == null ? 0 : list.next().value();
            },
            value);
      }
      case 'w' -> {
        return underLock(
            before -> {
              while (cells[1] == 0) {
                changed.await();
              }
              return before;
            },
            value);
      }
      case 's' -> {
        return underLock(
            before -> {
              cells[1] = 1;
              changed.signal();
              return before;
            },
            value);
      }
      case 'o' -> {
        for (int k = 0; k < 2; k++) {
          synchronized (this) {
            guarded = (guarded + k + value) % 4;
          }
        }
        return value;
      }
      case 'p' -> total = value;
      case 'h' -> {
        hint = value;
        flag = value;
      }
      case 'P' -> {
        return flag == 0 ? value : hint;
      }
      case 'H' -> {
        synchronized (this) {
          mark = value;
        }
      }
      case 'k' -> {
        synchronized (this) {
          value += flag;
        }
        return mark + value;
      }
      case 'q' -> permits.acquire();
      case 'Q' -> permits.release();
      case 'd' -> latch.countDown();
      case 'D' -> latch.await();
      case 'R' -> {
        return read(value);
      }
      case 'W' -> {
        readWrite.writeLock().lock();
        history.add(value);
        readWrite.writeLock().unlock();
      }
      case 'e' -> {
        return underLock(
            before -> {
              queue.addLast(before);
              return before;
            },
            value);
      }
      case 'E' -> {
        return underLock(
            before -> {
              Integer first = queue.pollFirst();
              return first == null ? before : first;
            },
            value);
      }
      case 'b' -> {
        Integer seen = box.get();
        return box.compareAndSet(seen, 1000 + value) ? value : 5;
      }
      case 'z' -> {
        return counts.incrementAndGet(value % 2);
      }
      case 'm' -> {
        synchronized (cells) {
          synchronized (this) {
            return guarded;
          }
        }
      }
      case 'M' -> {
        synchronized (this) {
          synchronized (cells) {
            return cells.length;
          }
        }
      }
      default -> throw new IllegalArgumentException("no such letter: " + letter);
    }
    return value;
  }

  private int underLock(Action action, int value) throws InterruptedException {
    lock.lock();
    try {
      return action.apply(value);
    } finally {
      lock.unlock();
    }
  }

  /** The iterator lives while the thread may be interrupted by others. */
  private int read(int value) {
    int sum = value;
    readWrite.readLock().lock();
    try {
      for (Integer each : history) {
        sum += each + flag;
      }
    } finally {
      readWrite.readLock().unlock();
    }
    return sum;
  }

  private synchronized int get(int factor) {
    return guarded * factor;
  }

  private void tell() {
    int hash = 31 * guarded + 7 * flag + 3 * cells[0] + cells[1] + atomic.get() + list.value();
    hash += 3 * queue.size() + Objects.requireNonNull(box.get()) + counts.get(0);
    for (int each : history) {
      hash = 3 * hash + each;
    }
    switch (Math.floorMod(hash + 5 * total, 8)) {
      case 0 -> throw new IllegalStateException("0");
      case 1 -> throw new IllegalStateException("1");
      case 2 -> throw new IllegalStateException("2");
      case 3 -> throw new IllegalStateException("3");
      case 4 -> throw new IllegalStateException("4");
      case 5 -> throw new IllegalStateException("5");
      case 6 -> throw new IllegalStateException("6");
      default -> throw new IllegalStateException("7");
    }
  }
}
