package guava;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.util.concurrent.UncheckedExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import shared.Both;

/** Caches that two threads use. */
public final class Caches {
  private Caches() {}

  /** Both need the value: it is loaded once. */
  public static void loadedOnce() throws InterruptedException {
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder().build(CacheLoader.from(key -> loads.incrementAndGet()));
    int[] got = new int[2];
    Both.run(() -> got[0] = cache.getUnchecked("key"), () -> got[1] = cache.getUnchecked("key"));
    Both.check(got[0] == 1 && got[1] == 1, "loaded " + loads + " times");
  }

  /** The first attempt to load fails: the other thread fails with it or loads itself. */
  public static void loadFails() throws InterruptedException {
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder().build(CacheLoader.from(key -> loadSecond(loads)));
    Both.run(() -> getOrFail(cache), () -> getOrFail(cache));
    Both.check(cache.getUnchecked("key") >= 2, "the failure was kept");
  }

  /** The source changes and the value is invalidated while it is loaded: no old value may stay. */
  public static void invalidateWhileLoading() throws InterruptedException {
    AtomicInteger source = new AtomicInteger(1);
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder().build(CacheLoader.from(key -> source.get()));
    Both.run(
        () -> cache.getUnchecked("key"),
        () -> {
          source.set(2);
          cache.invalidate("key");
        });
    Both.check(cache.getUnchecked("key") == 2, "an old value stayed in the cache");
  }

  /** Two put, one fits: whoever is thrown out is told to the listener, once. */
  public static void bounded() throws InterruptedException {
    AtomicInteger removed = new AtomicInteger();
    Cache<String, Integer> cache =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1)
            .maximumSize(1)
            .removalListener(notification -> removed.incrementAndGet())
            .build();
    Both.run(() -> cache.put("one", 1), () -> cache.put("two", 2));
    Both.check(
        cache.size() == 1 && removed.get() == 1, cache.size() + " left, " + removed + " gone");
  }

  /** Both invalidate: the listener is told once. */
  public static void removedOnce() throws InterruptedException {
    AtomicInteger removed = new AtomicInteger();
    Cache<String, Integer> cache =
        CacheBuilder.newBuilder()
            .removalListener(notification -> removed.incrementAndGet())
            .build();
    cache.put("key", 1);
    Both.run(() -> cache.invalidate("key"), () -> cache.invalidate("key"));
    Both.check(removed.get() == 1, "told " + removed + " times");
  }

  /** A pool refreshes the value while another thread puts one: what was put stays. */
  public static void refresh() throws InterruptedException {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder()
            .build(
                CacheLoader.asyncReloading(CacheLoader.from(key -> loads.incrementAndGet()), pool));
    cache.getUnchecked("key");
    cache.refresh("key");
    cache.put("key", 10);
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    Both.check(cache.getUnchecked("key") == 10, "refreshed to " + cache.getUnchecked("key"));
  }

  private static int loadSecond(AtomicInteger loads) {
    int load = loads.incrementAndGet();
    if (load == 1) {
      throw new IllegalStateException("cannot load now");
    }
    return load;
  }

  private static void getOrFail(LoadingCache<String, Integer> cache) {
    try {
      cache.getUnchecked("key");
    } catch (UncheckedExecutionException e) {
      Both.check(e.getCause() instanceof IllegalStateException, "another failure");
    }
  }
}
