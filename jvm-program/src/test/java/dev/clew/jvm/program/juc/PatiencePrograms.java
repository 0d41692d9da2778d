package dev.clew.jvm.program.juc;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Programs in which a thread waits for what another one does; the main thread fails with what came
 * of it. The argument names the program.
 */
public final class PatiencePrograms {
  private PatiencePrograms() {}

  /** What a thread does that may be interrupted, or find a barrier broken. */
  interface Code {
    Object run() throws InterruptedException, TimeoutException, BrokenBarrierException;
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "latch" -> {
        CountDownLatch latch = new CountDownLatch(1);
        inTwoThreads(() -> latch.await(1, TimeUnit.SECONDS), latch::countDown);
      }
      case "semaphore" -> {
        Semaphore semaphore = new Semaphore(0);
        inTwoThreads(() -> semaphore.tryAcquire(1, TimeUnit.SECONDS), semaphore::release);
      }
      case "lock" -> {
        ReentrantLock lock = new ReentrantLock();
        inTwoThreads(() -> lock.tryLock(1, TimeUnit.SECONDS), () -> hold(lock::lock, lock::unlock));
      }
      case "readLock" -> {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        inTwoThreads(
            () -> lock.readLock().tryLock(1, TimeUnit.SECONDS),
            () -> hold(lock.writeLock()::lock, lock.writeLock()::unlock));
      }
      case "writeLock" -> {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        inTwoThreads(
            () -> lock.writeLock().tryLock(1, TimeUnit.SECONDS),
            () -> hold(lock.readLock()::lock, lock.readLock()::unlock));
      }
      case "stampedRead" -> {
        StampedLock lock = new StampedLock();
        inTwoThreads(
            () -> lock.tryReadLock(1, TimeUnit.SECONDS) != 0,
            () -> lock.unlockWrite(lock.writeLock()));
      }
      case "stampedWrite" -> {
        StampedLock lock = new StampedLock();
        inTwoThreads(
            () -> lock.tryWriteLock(1, TimeUnit.SECONDS) != 0,
            () -> lock.unlockRead(lock.readLock()));
      }
      case "join" -> {
        Thread other = new Thread(() -> {});
        other.start();
        other.join(1);
        end(!other.isAlive());
      }
      case "park" -> {
        AtomicInteger given = new AtomicInteger();
        Thread self = Thread.currentThread();
        Thread other = new Thread(() -> give(given, self));
        other.start();
        LockSupport.parkNanos(1);
        end(given.get() == 1);
      }
      case "parkForEver" -> {
        AtomicInteger given = new AtomicInteger();
        Thread self = Thread.currentThread();
        Thread other = new Thread(() -> give(given, self));
        other.start();
        LockSupport.park();
        end(given.get() == 1);
      }
      case "permit" -> {
        // What is given before is taken, so that the second wait lasts.
        Thread self = Thread.currentThread();
        LockSupport.unpark(self);
        LockSupport.parkNanos(1);
        AtomicInteger given = new AtomicInteger();
        new Thread(() -> give(given, self)).start();
        LockSupport.park();
        end(given.get() == 1);
      }
      case "barrier" -> barrier();
      case "wait" -> end(new Flag().waitOnce(1));
      case "waitForEver" -> end(new Flag().waitOnce(0));
      case "waitInLoop" -> end(new Flag().waitInLoop());
      case "condition" -> end(new Signal().awaitOnce(1));
      case "conditionForEver" -> end(new Signal().awaitOnce(-1));
      case "conditionInLoop" -> end(new Signal().awaitInLoop());
      case "poll" -> {
        Semaphore semaphore = new Semaphore(0);
        new Thread(semaphore::release).start();
        int rounds = 1;
        while (!semaphore.tryAcquire(1, TimeUnit.SECONDS)) {
          rounds++;
        }
        end(rounds);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void end(Object result) {
    throw new AssertionError(result);
  }

  private static void give(AtomicInteger given, Thread to) {
    given.set(1);
    LockSupport.unpark(to);
  }

  private static void inTwoThreads(Code waits, Runnable other) throws Exception {
    Thread thread = new Thread(other);
    thread.start();
    end(waits.run());
  }

  private static void hold(Runnable acquire, Runnable release) {
    acquire.run();
    release.run();
  }

  private static void barrier() throws InterruptedException {
    CyclicBarrier barrier = new CyclicBarrier(2);
    String[] ends = new String[2];
    Thread other = new Thread(() -> ends[1] = endOf(barrier::await));
    other.start();
    ends[0] = endOf(() -> barrier.await(1, TimeUnit.SECONDS));
    other.join();
    end(ends[0] + " " + ends[1]);
  }

  private static String endOf(Code code) {
    try {
      code.run();
      return "passes";
    } catch (InterruptedException | TimeoutException | BrokenBarrierException e) {
      return e.getClass().getSimpleName();
    }
  }

  /** A flag that another thread raises, under a monitor. */
  private static final class Flag {
    private boolean isUp;

    Flag() {
      new Thread(this::raise).start();
    }

    private synchronized void raise() {
      isUp = true;
      notifyAll();
    }

    synchronized boolean waitOnce(long millis) throws InterruptedException {
      if (!isUp) {
        wait(millis);
      }
      return isUp;
    }

    synchronized boolean waitInLoop() throws InterruptedException {
      while (!isUp) {
        wait();
      }
      return isUp;
    }
  }

  /** The same with a lock and a condition. */
  private static final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isRaised = lock.newCondition();
    private boolean isUp;

    Signal() {
      new Thread(this::raise).start();
    }

    private void raise() {
      lock.lock();
      isUp = true;
      isRaised.signal();
      lock.unlock();
    }

    boolean awaitOnce(long nanos) throws InterruptedException {
      lock.lock();
      try {
        if (!isUp && nanos < 0) {
          isRaised.await();
        } else if (!isUp) {
          isRaised.awaitNanos(nanos);
        }
        return isUp;
      } finally {
        lock.unlock();
      }
    }

    /** The loop of the documentation. */
    boolean awaitInLoop() throws InterruptedException {
      long nanos = TimeUnit.SECONDS.toNanos(1);
      lock.lock();
      try {
        while (!isUp) {
          if (nanos <= 0L) {
            return false;
          }
          nanos = isRaised.awaitNanos(nanos);
        }
        return true;
      } finally {
        lock.unlock();
      }
    }
  }
}
