package samples;

import dev.clew.junit.Clew;
import dev.clew.junit.Interleavings;
import dev.clew.junit.Linearizability;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Objects that are linearizable, and others. */
class LinearizabilitySample {
  /** What is checked. */
  interface Counter {
    int increment();

    int get();
  }

  /** Its specification. */
  static final class SimpleCounter implements Counter {
    private int count;

    @Override
    public int increment() {
      return ++count;
    }

    @Override
    public int get() {
      return count;
    }
  }

  /** Loses updates. */
  static final class VolatileCounter implements Counter {
    private volatile int count;

    @Override
    public int increment() {
      return ++count;
    }

    @Override
    public int get() {
      return count;
    }
  }

  /** Loses none. */
  static final class LockedCounter implements Counter {
    private int count;

    @Override
    public synchronized int increment() {
      return ++count;
    }

    @Override
    public synchronized int get() {
      return count;
    }
  }

  /**
   * Shows an old value to those who come late: each result is one the counter could have, but not
   * after another call has ended.
   */
  static final class LateCounter implements Counter {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int shown;
    private int count;

    @Override
    public int increment() {
      int result;
      lock.lock();
      try {
        result = ++count;
      } finally {
        lock.unlock();
      }
      new Thread(() -> shown = result).start();
      return result;
    }

    @Override
    public int get() {
      return shown;
    }
  }

  private static Linearizability<Counter> incrementTwice(
      java.util.function.Supplier<? extends Counter> counter) {
    return Linearizability.<Counter>of(counter, SimpleCounter::new)
        .thread()
        .call("increment()", Counter::increment)
        .thread()
        .call("increment()", Counter::increment)
        .afterwards()
        .call("get()", Counter::get);
  }

  @Test
  void volatileIsNot() {
    incrementTwice(VolatileCounter::new).check();
  }

  @Test
  void lockedIs() {
    incrementTwice(LockedCounter::new).check();
  }

  @Interleavings
  void lockedIsToo() {
    incrementTwice(LockedCounter::new).check();
  }

  @Test
  void lockedIsInsideAScenario() {
    Clew.explore(() -> incrementTwice(LockedCounter::new).check()).isExhausted();
  }

  @Test
  void lateIsNot() {
    Linearizability.<Counter>of(LateCounter::new, SimpleCounter::new)
        .thread()
        .call("increment()", Counter::increment)
        .thread()
        .call("get()", Counter::get)
        .check();
  }

  /** A queue of which both ends are guarded by one lock. */
  static final class LockedQueue {
    private final Queue<Integer> elements = new ArrayDeque<>();

    synchronized boolean offer(int element) {
      return elements.offer(element);
    }

    synchronized Integer remove() {
      return elements.remove();
    }
  }

  @Test
  void exceptionsAreResults() {
    LockedQueueCalls calls = new LockedQueueCalls();
    Linearizability.of(LockedQueue::new, LockedQueue::new)
        .call("offer(1)", queue -> queue.offer(1))
        .thread()
        .call("remove()", calls::remove)
        .thread()
        .call("remove()", calls::remove)
        .run("offer(2)", queue -> queue.offer(2))
        .check();
  }

  /** Calls as methods. */
  static final class LockedQueueCalls {
    Object remove(LockedQueue queue) {
      return queue.remove();
    }
  }

  /** Lets two threads take the same element. */
  static final class LeakyList {
    private volatile List<Integer> elements = List.of(1, 2);

    Integer take() {
      List<Integer> seen = elements;
      elements = seen.subList(1, seen.size());
      return seen.get(0);
    }

    Collection<Integer> left() {
      return new ArrayList<>(elements);
    }
  }

  @Test
  void leakyIsNot() {
    Linearizability.of(LeakyList::new, LeakyList::new)
        .thread()
        .call("take()", LeakyList::take)
        .thread()
        .call("take()", LeakyList::take)
        .afterwards()
        .call("left()", LeakyList::left)
        .check();
  }
}
