package dev.clew.jvm.program.corpus;

import static dev.clew.jvm.program.corpus.Threads.see;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Small programs on which a search with one mistake in it counted wrong. Some threads end with a
 * lock: it stays locked.
 */
@SuppressWarnings("LockNotBeforeTry")
public final class OnceMissed {
  private OnceMissed() {}

  private static void lockOnce(ReentrantLock lock) {
    lock.lock();
    lock.unlock();
  }

  /** A lock that is taken later races with one that is tried. */
  public static final class RacesOfNewEvents {
    private static final ReentrantLock a = new ReentrantLock();
    private static final ReentrantLock b = new ReentrantLock();

    private RacesOfNewEvents() {}

    private static void lockThenTry() {
      b.lock();
      a.tryLock();
    }

    private static void tryAgain() {
      lockOnce(b);
      b.tryLock();
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args, RacesOfNewEvents::lockThenTry, a::lock, a::tryLock, RacesOfNewEvents::tryAgain);
    }
  }

  /** Two threads lock and do not unlock. */
  public static final class PendingLock {
    private PendingLock() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      ReentrantLock m = new ReentrantLock();
      Threads.run(args, m::lock, m::lock);
    }
  }

  /** A compare-and-set that fails is only a read. */
  public static final class CompareAndSetKind {
    private static final AtomicInteger x = new AtomicInteger();

    private CompareAndSetKind() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> x.set(1),
          () -> x.compareAndSet(1, 2),
          () -> {
            x.compareAndSet(1, 0);
            see(x.get());
          });
    }
  }

  /** One permit, one park. The thread that parks starts first: before that it takes no permit. */
  public static final class ParkOnce {
    private ParkOnce() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Thread b = new Thread(LockSupport::park, "b");
      Thread a = new Thread(() -> LockSupport.unpark(b), "a");
      b.start();
      a.start();
      a.join();
      b.join();
    }
  }

  /** Two permits, one park: they add up to one if the park is last. */
  public static final class ParkBetween {
    private ParkBetween() {}

    private static void unparkTwice(Thread thread) {
      LockSupport.unpark(thread);
      LockSupport.unpark(thread);
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Thread b = new Thread(LockSupport::park, "b");
      Thread a = new Thread(() -> unparkTwice(b), "a");
      b.start();
      a.start();
      a.join();
      b.join();
    }
  }

  /** One thread locks once, the other one twice. */
  public static final class LockOnceAndTwice {
    private LockOnceAndTwice() {}

    private static void lockTwice(ReentrantLock lock) {
      lockOnce(lock);
      lockOnce(lock);
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      ReentrantLock m = new ReentrantLock();
      Threads.run(args, () -> lockOnce(m), () -> lockTwice(m));
    }
  }

  /** The same with synchronized blocks. */
  public static final class SynchronizeOnceAndTwice {
    private SynchronizeOnceAndTwice() {}

    private static void synchronizeOnce(Object monitor) {
      synchronized (monitor) {
        // nothing to protect
      }
    }

    private static void synchronizeTwice(Object monitor) {
      synchronizeOnce(monitor);
      synchronizeOnce(monitor);
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Object m = new Object();
      Threads.run(args, () -> synchronizeOnce(m), () -> synchronizeTwice(m));
    }
  }

  /** A try that fails takes nothing. */
  public static final class TryLockKind {
    private TryLockKind() {}

    private static void tryOnce(ReentrantLock lock) {
      if (lock.tryLock()) {
        lock.unlock();
      }
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      ReentrantLock m = new ReentrantLock();
      Threads.run(args, () -> lockOnce(m), () -> tryOnce(m));
    }
  }

  /** A write, and a read by a thread that joins the writer. */
  public static final class JoinEdge {
    private static volatile int x;

    private JoinEdge() {}

    private static void readAfter(Thread writer) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts", e);
      }
      see(x);
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Thread a = new Thread(() -> x = 1, "a");
      Thread b = new Thread(() -> readAfter(a), "b");
      a.start();
      b.start();
      a.join();
      b.join();
    }
  }

  /** Two threads lock for reading, one for writing; none unlocks. */
  public static final class TwoReadersOneWriter {
    private TwoReadersOneWriter() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      ReentrantReadWriteLock w = new ReentrantReadWriteLock();
      Threads.run(args, w.readLock()::lock, w.readLock()::lock, w.writeLock()::lock);
    }
  }
}
