package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Matter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a pool in one execution; changed in the steps of operations on its state.
 *
 * <p>A thread belongs to the pool as soon as somebody begins to make it. That the JDK adds it when
 * it is made, and that it begins later still, becomes an operation when somebody looks in between.
 */
final class Crew {
  private final Pool pool;
  private final List<PoolWorker> workers = new ArrayList<>();
  private final boolean joinsWhenMade = Cores.isVisible(Matter.POOL_THREADS);
  private final boolean isWatched = Cores.isVisible(Matter.POOL_TASKS);
  private int size;
  private int largest;

  /** The tasks of those who have left. */
  private long completed;

  Crew(Pool pool) {
    this.pool = pool;
  }

  /** How many there are, those included that are being made. */
  int size() {
    return size;
  }

  // --- coming and going

  /**
   * Makes and starts a thread.
   *
   * @param first what it does first, null if it is to look for that
   * @return false if there is no thread
   */
  boolean start(@Nullable Runnable first) {
    size++;
    PoolWorker worker = new PoolWorker(pool, first, isWatched, joinsWhenMade);
    if (!joinsWhenMade) {
      workers.add(worker);
    }
    try {
      ThreadFactory factory = Cores.aside(pool.self::getThreadFactory);
      Thread thread = factory.newThread(worker);
      if (thread != null && join(worker, first == null)) {
        worker.thread = thread;
        largest = Math.max(largest, present());
        Control.start(thread);
        worker.started();
        return true;
      }
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      fail(worker);
      throw e;
    }
    fail(worker);
    return false;
  }

  private boolean join(PoolWorker worker, boolean isForQueue) {
    if (joinsWhenMade) {
      pool.change();
      if (pool.runState >= (isForQueue ? Pool.STOPPED : Pool.SHUTDOWN)) {
        return false;
      }
      workers.add(worker);
    }
    return true;
  }

  private void fail(PoolWorker worker) {
    pool.change();
    workers.remove(worker);
    size--;
    if (pool.end.isQuiet()) {
      pool.end.leave();
    } else {
      pool.endIfOver();
    }
  }

  /** A worker that has nothing to do is not counted from now on; null, as it gets no task. */
  @Nullable Runnable dismiss(PoolWorker worker) {
    worker.isDismissed = true;
    size--;
    return null;
  }

  void leave(PoolWorker worker) {
    workers.remove(worker);
    size -= worker.isDismissed ? 0 : 1;
    completed += worker.completedSoFar();
  }

  // --- questions

  private int present() {
    int present = 0;
    for (PoolWorker each : workers) {
      present += each.thread == null ? 0 : 1;
    }
    return present;
  }

  /**
   * The threads that have begun, in the step of an operation on the state; the others will find out
   * themselves what has become of the pool.
   */
  List<Thread> begun() {
    List<Thread> threads = new ArrayList<>();
    for (PoolWorker each : workers) {
      if (!each.isBegun()) {
        Cores.reveal(Matter.POOL_THREADS);
      } else if (each.thread != null) {
        threads.add(each.thread);
      }
    }
    return threads;
  }

  /** Those whose threads are made; a factory may ask itself. */
  private List<PoolWorker> asked() {
    List<PoolWorker> found = new ArrayList<>();
    for (PoolWorker each : workers) {
      if (each.thread != null) {
        found.add(each);
      } else if (each.maker != Control.currentThread()) {
        Cores.reveal(Matter.POOL_THREADS);
      }
    }
    return found;
  }

  int joined() {
    return asked().size();
  }

  int largest() {
    asked();
    return largest;
  }

  /** From now on it matters when tasks begin and end; not before there is somebody to do them. */
  private List<PoolWorker> watched() {
    List<PoolWorker> found = asked();
    if (!found.isEmpty()) {
      Cores.reveal(Matter.POOL_TASKS);
    }
    return found;
  }

  /** How many are at work, one asked after the other. */
  int active() {
    int active = 0;
    for (PoolWorker each : watched()) {
      active += each.isBusy() ? 1 : 0;
    }
    return active;
  }

  /** How many tasks have ended, one thread asked after the other. */
  long completed() {
    long sum = completed;
    for (PoolWorker each : watched()) {
      sum += each.completed();
    }
    return sum;
  }

  /**
   * Several numbers at a time.
   *
   * @param joined the threads
   * @param active those at work
   * @param completed the tasks that have ended
   */
  record Numbers(int joined, int active, long completed) {}

  /** What a text about a pool says; each thread is asked for both numbers. */
  Numbers numbers() {
    List<PoolWorker> all = watched();
    long sum = completed;
    int active = 0;
    for (PoolWorker each : all) {
      sum += each.completed();
      active += each.isBusy() ? 1 : 0;
    }
    return new Numbers(all.size(), active, sum);
  }

  /** The same for a text that is none of the program: without an operation. */
  Numbers numbersAside() {
    long sum = completed;
    int active = 0;
    for (PoolWorker each : workers) {
      sum += each.completedSoFar();
      active += each.isBusyNow() ? 1 : 0;
    }
    return new Numbers(present(), active, sum);
  }
}
