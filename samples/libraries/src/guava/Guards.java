package guava;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import com.google.common.collect.Multiset;
import com.google.common.util.concurrent.AbstractIdleService;
import com.google.common.util.concurrent.AtomicLongMap;
import com.google.common.util.concurrent.Monitor;
import com.google.common.util.concurrent.RateLimiter;
import com.google.common.util.concurrent.Service;
import com.google.common.util.concurrent.ServiceManager;
import com.google.common.util.concurrent.Striped;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import shared.Both;

/** What keeps threads apart, or brings them together. */
public final class Guards {
  private Guards() {}

  /** One cell: who takes waits until somebody has put, who puts until it is free. */
  public static void monitor() throws InterruptedException {
    Cell cell = new Cell();
    Both.run(
        () -> {
          cell.put(1);
          cell.put(2);
        },
        () -> Both.check(cell.take() == 1 && cell.take() == 2, "in another order"));
  }

  /** One permit in a second: one of two threads gets it. */
  public static void rateLimiter() throws InterruptedException {
    RateLimiter limiter = RateLimiter.create(1);
    boolean[] got = new boolean[2];
    Both.run(() -> got[0] = limiter.tryAcquire(), () -> got[1] = limiter.tryAcquire());
    Both.check(got[0] != got[1], "both or none got a permit");
  }

  /** Two threads wait for their permits. */
  public static void rateLimiterWaits() throws InterruptedException {
    RateLimiter limiter = RateLimiter.create(1);
    double[] waited = new double[2];
    Both.run(() -> waited[0] = limiter.acquire(), () -> waited[1] = limiter.acquire());
    Both.check(Math.min(waited[0], waited[1]) == 0, "both waited");
    Both.check(Math.max(waited[0], waited[1]) > 0, "none waited");
  }

  /** A manager starts a service, and stops it. */
  public static void serviceManager() {
    Service service = new Nothing();
    ServiceManager manager = new ServiceManager(List.of(service));
    manager.startAsync().awaitHealthy();
    manager.stopAsync().awaitStopped();
    Both.check(service.state() == Service.State.TERMINATED, "not ended");
  }

  /** A service without a manager. */
  public static void service() {
    Service service = new Nothing();
    service.startAsync().awaitRunning();
    service.stopAsync().awaitTerminated();
    Both.check(service.state() == Service.State.TERMINATED, "not ended");
  }

  /** The same key has the same lock. */
  public static void striped() throws InterruptedException {
    Striped<Lock> locks = Striped.lazyWeakLock(4);
    int[] counter = new int[1];
    Runnable count =
        () -> {
          Lock lock = locks.get("key");
          lock.lock();
          try {
            counter[0]++;
          } finally {
            lock.unlock();
          }
        };
    Both.run(count, count);
    Both.check(counter[0] == 2, "counted " + counter[0]);
  }

  /** Of two equal objects both threads get the same. */
  public static void interner() throws InterruptedException {
    Interner<List<Integer>> interner = Interners.newWeakInterner();
    Object[] got = new Object[2];
    Both.run(
        () -> got[0] = interner.intern(List.of(1)), () -> got[1] = interner.intern(List.of(1)));
    Both.check(got[0] == got[1], "two are the same");
  }

  /** A value that is computed once. */
  public static void memoized() throws InterruptedException {
    AtomicInteger computed = new AtomicInteger();
    Supplier<Integer> supplier = Suppliers.memoize(computed::incrementAndGet);
    int[] got = new int[2];
    Both.run(() -> got[0] = supplier.get(), () -> got[1] = supplier.get());
    Both.check(got[0] == 1 && got[1] == 1, "computed " + computed + " times");
  }

  /** Nothing is lost when two threads count. */
  public static void counters() throws InterruptedException {
    AtomicLongMap<String> map = AtomicLongMap.create();
    Multiset<String> set = ConcurrentHashMultiset.create();
    Runnable count =
        () -> {
          map.incrementAndGet("key");
          set.add("key");
        };
    Both.run(count, count);
    Both.check(map.get("key") == 2 && set.count("key") == 2, map + " " + set);
  }

  /** Does nothing. */
  private static final class Nothing extends AbstractIdleService {
    @Override
    protected void startUp() {}

    @Override
    protected void shutDown() {}
  }

  /** A queue for one value. */
  private static final class Cell {
    private final Monitor monitor = new Monitor();
    private final Monitor.Guard full = monitor.newGuard(() -> this.value != 0);
    private final Monitor.Guard empty = monitor.newGuard(() -> this.value == 0);
    private int value;

    void put(int given) {
      monitor.enterWhenUninterruptibly(empty);
      try {
        value = given;
      } finally {
        monitor.leave();
      }
    }

    int take() {
      monitor.enterWhenUninterruptibly(full);
      try {
        int taken = value;
        value = 0;
        return taken;
      } finally {
        monitor.leave();
      }
    }
  }
}
