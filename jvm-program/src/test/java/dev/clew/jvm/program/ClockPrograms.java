package dev.clew.jvm.program;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Programs that rely on time: some as programs may, some as they must not. */
public final class ClockPrograms {
  private static volatile boolean done;
  private static volatile String first = "";

  private ClockPrograms() {}

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static Thread start(Runnable code) {
    Thread thread = new Thread(code);
    thread.start();
    return thread;
  }

  private static void come(String who) {
    if (first.isEmpty()) {
      first = who;
    }
  }

  // --- correct

  public static void watchdog() throws InterruptedException {
    Thread watchdog =
        start(
            () -> {
              sleep(30_000);
              check(done, "the watchdog barks");
            });
    Thread worker = start(() -> done = true);
    worker.join();
    watchdog.join();
  }

  public static void pollInTime() throws InterruptedException {
    Thread worker = start(() -> done = true);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!done && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    check(done, "timed out");
    worker.join();
  }

  public static void pollWhileSomebodySleeps() throws InterruptedException {
    Thread worker =
        start(
            () -> {
              sleep(2_000);
              done = true;
            });
    long deadline = System.currentTimeMillis() + 5_000;
    while (!done && System.currentTimeMillis() < deadline) {
      Thread.sleep(10);
    }
    check(done, "timed out");
    worker.join();
  }

  public static void pollWithoutDeadline() throws InterruptedException {
    Thread worker =
        start(
            () -> {
              sleep(2_000);
              done = true;
            });
    while (!done) {
      Thread.onSpinWait();
    }
    worker.join();
  }

  public static void lookAtTheClockOnly() throws InterruptedException {
    Thread worker = start(() -> done = true);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
    while (System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    check(done, "others did not come forward");
    worker.join();
  }

  public static void countUntilItIsTime() throws InterruptedException {
    Thread worker = start(() -> done = true);
    long deadline = System.currentTimeMillis() + 3_000;
    int rounds = 0;
    while (System.currentTimeMillis() < deadline) {
      rounds++;
    }
    check(rounds > 0, "no rounds");
    check(done, "others did not come forward");
    worker.join();
  }

  public static void aMinuteIsLongerThanAPause() throws InterruptedException {
    Semaphore ready = new Semaphore(0);
    Thread worker =
        start(
            () -> {
              LockSupport.parkNanos(10_000);
              ready.release();
            });
    check(ready.tryAcquire(1, TimeUnit.MINUTES), "a minute was over first");
    worker.join();
  }

  public static void tasksInTheOrderOfTheirTime() throws InterruptedException {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    pool.schedule(() -> come("20"), 20, TimeUnit.MILLISECONDS);
    pool.schedule(() -> come("10"), 10, TimeUnit.MILLISECONDS);
    pool.shutdown();
    check(pool.awaitTermination(1, TimeUnit.HOURS), "no end");
    check("10".equals(first), "in the wrong order");
  }

  public static void timersInTheOrderOfTheirTime() throws InterruptedException {
    Semaphore ended = new Semaphore(0);
    Timer early = timer(10, "10", ended);
    Timer late = timer(20, "20", ended);
    ended.acquire(2);
    early.cancel();
    late.cancel();
    check("10".equals(first), "in the wrong order");
  }

  private static Timer timer(long millis, String name, Semaphore ended) {
    Timer timer = new Timer();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            come(name);
            ended.release();
          }
        },
        millis);
    return timer;
  }

  public static void futureInTime() throws InterruptedException, ExecutionException {
    CompletableFuture<String> future = new CompletableFuture<String>();
    CompletableFuture<String> inTime = future.orTimeout(5, TimeUnit.SECONDS);
    Thread worker =
        start(
            () -> {
              sleep(2_000);
              future.complete("done");
            });
    check(inTime.get().equals("done"), "timed out");
    worker.join();
  }

  private static boolean isReady;

  public static void waitForTheRestOfTheTime() throws InterruptedException {
    Object lock = new Object();
    Thread noise = start(() -> wake(lock, false, 1_000));
    Thread worker = start(() -> wake(lock, true, 2_000));
    synchronized (lock) {
      long end = System.currentTimeMillis() + 3_000;
      long left = 3_000;
      while (!isReady && left > 0) {
        lock.wait(left);
        left = end - System.currentTimeMillis();
      }
      check(isReady, "timed out");
      check(left == 1_000, "two of three seconds are over, but " + left + " ms are left");
    }
    noise.join();
    worker.join();
  }

  private static void wake(Object lock, boolean ready, long after) {
    sleep(after);
    synchronized (lock) {
      isReady |= ready;
      lock.notifyAll();
    }
  }

  public static void awaitTheRestOfTheTime() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    Condition changed = lock.newCondition();
    Thread worker =
        start(
            () -> {
              sleep(2_000);
              lock.lock();
              changed.signal();
              lock.unlock();
            });
    lock.lock();
    long left = changed.awaitNanos(TimeUnit.SECONDS.toNanos(3));
    lock.unlock();
    check(left > 0 && left <= TimeUnit.SECONDS.toNanos(1), "left: " + left);
    worker.join();
  }

  public static void lookOftenAtTheClock() {
    long begin = System.nanoTime();
    long last = begin;
    for (int i = 0; i < 2_000; i++) {
      long now = System.nanoTime();
      check(now > last, "the clock stands still");
      last = now;
    }
    check(last - begin < 1_000_000, "the clock runs away: " + (last - begin));
  }

  public static void interruptASleeper() throws InterruptedException {
    Thread sleeper =
        start(
            () -> {
              try {
                Thread.sleep(60_000);
              } catch (InterruptedException e) {
                done = true;
              }
            });
    sleeper.interrupt();
    sleeper.join();
    check(done, "not interrupted");
  }

  public static void laterForWhoJoins() throws InterruptedException {
    AtomicInteger read = new AtomicInteger();
    long begin = System.currentTimeMillis();
    Thread sleeper =
        start(
            () -> {
              sleep(100);
              read.set((int) (System.currentTimeMillis() - begin));
            });
    sleeper.join();
    check(read.get() == 100, "slept " + read.get());
    check(System.currentTimeMillis() - begin >= read.get(), "earlier than what was joined");
  }

  // --- with a fault

  public static void sleepForOrder() throws InterruptedException {
    Thread reader =
        start(
            () -> {
              sleep(100);
              check(done, "too early");
            });
    done = true;
    reader.join();
  }

  public static void pollWhatNeverComes() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!done && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    check(done, "timed out");
  }

  public static void pollWhatComesTooLate() throws InterruptedException {
    Thread worker =
        start(
            () -> {
              sleep(20_000);
              done = true;
            });
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!done && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    check(done, "timed out");
    worker.join();
  }

  public static void wakeTogether() throws InterruptedException {
    AtomicInteger count = new AtomicInteger();
    Runnable increment =
        () -> {
          sleep(2_000);
          int before = count.get();
          count.set(before + 1);
        };
    Thread one = start(increment);
    Thread other = start(increment);
    one.join();
    other.join();
    check(count.get() == 2, "an update was lost");
  }

  public static void sumOfShortSleeps() throws InterruptedException {
    Thread sleeper =
        start(
            () -> {
              for (int i = 0; i < 9; i++) {
                sleep(100);
              }
              come("sleeper");
            });
    come("main");
    sleeper.join();
    check("main".equals(first), "overtaken by 900 ms");
  }

  public static void sumOfTooManyShortSleeps() throws InterruptedException {
    Thread sleeper =
        start(
            () -> {
              for (int i = 0; i < 10; i++) {
                sleep(100);
              }
              come("sleeper");
            });
    come("main");
    sleeper.join();
    check("main".equals(first), "overtaken by a second");
  }

  public static void equalTimesOneWay() throws InterruptedException {
    check(!"A".equals(firstOfTwo()), "A was first");
  }

  public static void equalTimesTheOtherWay() throws InterruptedException {
    check(!"B".equals(firstOfTwo()), "B was first");
  }

  private static String firstOfTwo() throws InterruptedException {
    Semaphore never = new Semaphore(0);
    Thread one = start(() -> await(never, "A"));
    Thread other = start(() -> await(never, "B"));
    one.join();
    other.join();
    return first;
  }

  private static void await(Semaphore never, String who) {
    try {
      check(!never.tryAcquire(5, TimeUnit.SECONDS), "acquired");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    come(who);
  }

  // --- polling with waits that are longer than it takes until there is what they wait for

  private static final CountDownLatch NEVER = new CountDownLatch(1);
  private static volatile int ticks;

  /** Looks again after a time that comes later than what it waits for. */
  private interface Look {
    void pause() throws InterruptedException;
  }

  private static void afterPolling(Look look) throws InterruptedException {
    Thread worker =
        start(
            () -> {
              sleep(3_000);
              done = true;
            });
    while (!done) {
      look.pause();
    }
    worker.join();
    throw new AssertionError("behind the loop");
  }

  public static void sleepLonger() throws InterruptedException {
    afterPolling(() -> Thread.sleep(5_000));
  }

  public static void sleepAsLong() throws InterruptedException {
    afterPolling(() -> Thread.sleep(3_000));
  }

  public static void sleepThreeTimes() throws InterruptedException {
    afterPolling(() -> Thread.sleep(1_000));
  }

  public static void parkLonger() throws InterruptedException {
    afterPolling(() -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5)));
  }

  public static void awaitLonger() throws InterruptedException {
    afterPolling(() -> NEVER.await(5, TimeUnit.SECONDS));
  }

  public static void pollAThreadThatEnds() throws InterruptedException {
    Thread worker = start(() -> sleep(3_000));
    while (worker.isAlive()) {
      Thread.sleep(5_000);
    }
    throw new AssertionError("behind the loop");
  }

  /** Both wake at the same times, and the other one is in time for the third look or not. */
  public static void pollAsOftenAsItTicks() throws InterruptedException {
    Thread worker =
        start(
            () -> {
              for (int i = 0; i < 2; i++) {
                sleep(2_000);
              }
              ticks = 1;
              ticks = 2;
            });
    while (ticks == 0) {
      Thread.sleep(2_000);
    }
    int last = ticks;
    worker.join();
    check(last == 2, "looked in between");
  }

  public static void pollSlowly() throws InterruptedException {
    Thread worker =
        start(
            () -> {
              sleep(3_000);
              done = true;
            });
    while (!done) {
      Thread.sleep(5_000);
    }
    check(done, "not done");
    worker.join();
  }

  /** Two that poll in the same rhythm, as long as the third needs. */
  public static void pollTogether() throws InterruptedException {
    Thread other = start(ClockPrograms::pollTwoSeconds);
    Thread worker =
        start(
            () -> {
              sleep(9_000);
              done = true;
            });
    pollTwoSeconds();
    other.join();
    worker.join();
  }

  /** Each looks under a lock, which the other one takes meanwhile. */
  public static void pollUnderALock() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    Thread other = start(() -> pollUnder(lock));
    Thread worker =
        start(
            () -> {
              sleep(2_000);
              lock.lock();
              done = true;
              lock.unlock();
            });
    pollUnder(lock);
    other.join();
    worker.join();
  }

  private static void pollUnder(ReentrantLock lock) {
    while (true) {
      lock.lock();
      try {
        if (done) {
          return;
        }
      } finally {
        lock.unlock();
      }
      Thread.yield();
    }
  }

  /** The same, and nobody ever sets it. */
  public static void pollTogetherForEver() throws InterruptedException {
    Thread other = start(ClockPrograms::pollTwoSeconds);
    pollTwoSeconds();
    other.join();
  }

  private static void pollTwoSeconds() {
    try {
      while (!done) {
        Thread.sleep(2_000);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
