package dev.clew.jvm.program;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Programs of which a search for data races can leave out much, or nothing. */
public final class PrunablePrograms {
  private PrunablePrograms() {}

  private static void together(Runnable one, Runnable other) throws InterruptedException {
    Thread first = new Thread(one);
    Thread second = new Thread(other);
    first.start();
    second.start();
    first.join();
    second.join();
  }

  /** Counts under a lock, a monitor and by synchronized methods. */
  public static final class Counters {
    private static final Object MONITOR = new Object();
    private static int shared;

    private final ReentrantLock lock = new ReentrantLock();
    private int guarded;
    private int own;

    public static void main(String[] arguments) throws InterruptedException {
      Counters counters = new Counters();
      Thread[] threads = new Thread[3];
      for (int t = 0; t < threads.length; t++) {
        threads[t] = new Thread(counters::count);
      }
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assert shared == 3 && counters.guarded == 3 && counters.own == 3;
    }

    private void count() {
      synchronized (MONITOR) {
        shared++;
      }
      lock.lock();
      try {
        guarded++;
      } finally {
        lock.unlock();
      }
      countOwn();
    }

    private synchronized void countOwn() {
      own++;
    }
  }

  /** Sums up an array each by recursion, and then together. */
  public static final class OwnArrays implements Runnable {
    private static final Object MONITOR = new Object();
    private static int total;

    private final int[] numbers = new int[8];

    public static void main(String[] arguments) throws InterruptedException {
      together(new OwnArrays(), new OwnArrays());
      assert total == 16;
    }

    @Override
    public void run() {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = 1;
      }
      int sum = sum(numbers.length);
      synchronized (MONITOR) {
        total += sum;
      }
    }

    private int sum(int count) {
      return count == 0 ? 0 : numbers[count - 1] + sum(count - 1);
    }
  }

  /** Makes objects and counts them under the lock of the list they are in. */
  public static final class HandedOver implements Runnable {
    private static final HandedOver LIST = new HandedOver();

    private @Nullable Node first;
    private int size;

    private static final class Node {
      private int value;
      private @Nullable Node next;

      private Node(int value) {
        this.value = value;
      }
    }

    public static void main(String[] arguments) throws InterruptedException {
      together(LIST, LIST);
      Node last = LIST.first;
      assert LIST.size == 2 && last != null && last.value == 7;
    }

    @Override
    public void run() {
      Node made = new Node(6);
      made.value++;
      add(made);
    }

    private synchronized void add(Node node) {
      node.next = first;
      first = node;
      size++;
    }
  }

  /** Figure 5.1 of the thesis: y is guarded by the wrong lock if the second thread comes first. */
  public static final class WrongLock {
    private static final Object F1 = new Object();
    private static final Object F2 = new Object();
    private static int x;
    private static int y;
    private static int z;

    private WrongLock() {}

    public static void main(String[] arguments) throws InterruptedException {
      together(WrongLock::first, WrongLock::second);
    }

    private static void first() {
      synchronized (F1) {
        x++;
      }
      synchronized (F2) {
        y++;
      }
      synchronized (F1) {
        z++;
      }
    }

    private static void second() {
      int c;
      synchronized (F1) {
        synchronized (F2) {
          z++;
          c = x;
        }
      }
      synchronized (F1) {
        if (c == 0) {
          y++;
        }
      }
    }
  }

  /** A thread comes to code of the JDK in the end that might do anything. */
  public static final class ByUnknownCode {
    private static final Object MONITOR = new Object();
    private static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();
    private static int shared;

    private ByUnknownCode() {}

    public static void main(String[] arguments) throws InterruptedException {
      together(ByUnknownCode::count, ByUnknownCode::count);
    }

    private static void count() {
      int count;
      synchronized (MONITOR) {
        count = ++shared;
      }
      if (count > 5) {
        MAP.merge(1, 1, Integer::sum);
      }
    }
  }
}
