package dev.clew.jvm.program.juc;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that do what scripts say. The first argument tells how many permits the semaphore has,
 * the count of the latch and the parties of the barrier; each other one is the script of a thread.
 *
 * <p>A script is a sequence of letters, each perhaps with the number of a thread. An operation that
 * fails, gives up or is interrupted makes the thread skip the next one.
 */
public final class Scripts {
  private final Semaphore semaphore;
  private final CountDownLatch latch;
  private final CyclicBarrier barrier;
  private final Thread[] threads;

  private Scripts(String numbers, int threads) {
    semaphore = new Semaphore(numbers.charAt(0) - '0');
    latch = new CountDownLatch(numbers.charAt(1) - '0');
    int parties = numbers.charAt(2) - '0';
    barrier =
        numbers.endsWith("!")
            ? new CyclicBarrier(parties, semaphore::release)
            : new CyclicBarrier(parties);
    this.threads = new Thread[threads];
  }

  public static void main(String[] args) {
    Scripts scripts = new Scripts(args[0], args.length - 1);
    for (int t = 1; t < args.length; t++) {
      String script = args[t];
      scripts.threads[t - 1] = new Thread(() -> scripts.run(script));
    }
    for (Thread thread : scripts.threads) {
      thread.start();
    }
  }

  private void run(String script) {
    boolean skips = false;
    for (int i = 0; i < script.length(); i++) {
      char operation = script.charAt(i);
      boolean hasNumber = i + 1 < script.length() && Character.isDigit(script.charAt(i + 1));
      int number = hasNumber ? script.charAt(++i) - '0' : 0;
      if (skips) {
        skips = false;
      } else {
        skips = !succeeds(operation, number);
      }
    }
  }

  private boolean succeeds(char operation, int number) {
    try {
      return perform(operation, threads[number]);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      return false;
    }
  }

  private boolean perform(char operation, Thread thread)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    switch (operation) {
      case 'a' -> semaphore.acquire();
      case 'A' -> semaphore.acquire(2);
      case 'u' -> semaphore.acquireUninterruptibly();
      case 'r' -> semaphore.release();
      case 'R' -> semaphore.release(2);
      case 't' -> {
        return semaphore.tryAcquire();
      }
      case 'T' -> {
        return semaphore.tryAcquire(1, TimeUnit.SECONDS);
      }
      case 'd' -> {
        return semaphore.drainPermits() > 0;
      }
      case 'q' -> {
        return semaphore.availablePermits() > 0;
      }
      case 'h' -> {
        return semaphore.hasQueuedThreads();
      }
      case 'c' -> latch.countDown();
      case 'w' -> latch.await();
      case 'W' -> {
        return latch.await(1, TimeUnit.SECONDS);
      }
      case 'o' -> {
        return latch.await(0, TimeUnit.SECONDS);
      }
      case 'g' -> {
        return latch.getCount() == 0;
      }
      case 'b' -> {
        return barrier.await() > 0;
      }
      case 'B' -> {
        return barrier.await(1, TimeUnit.SECONDS) > 0;
      }
      case 'z' -> barrier.reset();
      case 'k' -> {
        return barrier.isBroken();
      }
      case 'n' -> {
        return barrier.getNumberWaiting() > 0;
      }
      case 'j' -> thread.join();
      case 'J' -> thread.join(1000);
      case 'i' -> thread.interrupt();
      case 'x' -> {
        return Thread.interrupted();
      }
      case 'p' -> LockSupport.park();
      case 'P' -> LockSupport.parkNanos(1000);
      case 'm' -> LockSupport.unpark(thread);
      default -> throw new IllegalArgumentException("no operation " + operation);
    }
    return true;
  }
}
