package caffeine;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import shared.Both;

/** Caches that load, and do their own work, in the common pool or another one. */
public final class AsyncCaches {
  private AsyncCaches() {}

  /** Both need the value: one future, one load. */
  public static void loadedOnce() throws InterruptedException {
    AtomicInteger loads = new AtomicInteger();
    AsyncLoadingCache<String, Integer> cache =
        Caffeine.newBuilder().buildAsync(key -> loads.incrementAndGet());
    int[] got = new int[2];
    Both.run(() -> got[0] = cache.get("key").join(), () -> got[1] = cache.get("key").join());
    Both.check(got[0] == 1 && got[1] == 1, "loaded " + loads + " times");
  }

  /** A load that fails leaves nothing in the cache. */
  public static void failureIsNotKept() throws InterruptedException {
    AsyncCache<String, Integer> cache = Caffeine.newBuilder().buildAsync();
    CompletableFuture<Integer> failing =
        cache.get(
            "key",
            key -> {
              throw new IllegalStateException("cannot load now");
            });
    try {
      failing.join();
      throw new AssertionError("no failure");
    } catch (CompletionException e) {
      Both.check(e.getCause() instanceof IllegalStateException, "another failure");
    }
    CompletableFuture<Integer> next = cache.get("key", key -> 1);
    next.handle((value, failure) -> value).join();
  }

  /** Two put, one fits; the common pool throws one out. */
  public static void bounded() throws InterruptedException {
    Cache<String, Integer> cache = Caffeine.newBuilder().maximumSize(1).build();
    Both.run(() -> cache.put("one", 1), () -> cache.put("two", 2));
    cache.cleanUp();
    Both.check(cache.estimatedSize() == 1, cache.estimatedSize() + " left");
  }

  /** The same with one thread, beside which the common pool works. */
  public static void boundedOneThread() {
    Cache<String, Integer> cache = Caffeine.newBuilder().maximumSize(1).build();
    cache.put("one", 1);
    cache.put("two", 2);
    cache.cleanUp();
    Both.check(cache.estimatedSize() == 1, cache.estimatedSize() + " left");
  }

  /** A pool refreshes the value while another thread puts one: what was put stays. */
  public static void refresh() throws InterruptedException {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, Integer> cache =
        Caffeine.newBuilder().executor(pool).build(key -> loads.incrementAndGet());
    cache.get("key");
    CompletableFuture<Integer> refreshed = cache.refresh("key");
    cache.put("key", 10);
    refreshed.join();
    Both.check(cache.get("key") == 10, "refreshed to " + cache.get("key"));
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
  }

  /** The listener is told by the common pool. */
  public static void removalListener() throws InterruptedException {
    CompletableFuture<String> told = new CompletableFuture<>();
    Cache<String, Integer> cache =
        Caffeine.newBuilder()
            .<String, Integer>removalListener(
                (key, value, cause) -> told.complete(key + value + cause))
            .build();
    cache.put("key", 1);
    Both.run(() -> cache.invalidate("key"), () -> cache.getIfPresent("key"));
    Both.check(told.join().equals("key1EXPLICIT"), "told " + told.join());
  }

  /** A future is put and removed; who waits for it gets its value. */
  public static void putFuture() throws InterruptedException {
    AsyncCache<String, Integer> cache = Caffeine.newBuilder().buildAsync();
    CompletableFuture<Integer> future = new CompletableFuture<>();
    cache.put("key", future);
    Both.run(() -> future.complete(1), () -> cache.synchronous().invalidate("key"));
    Both.check(future.join() == 1 && cache.getIfPresent("key") == null, "still there");
  }
}
