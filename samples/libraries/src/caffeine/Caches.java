package caffeine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import shared.Both;

/** Caches that two threads use, and that do their own work in the thread that calls them. */
public final class Caches {
  private Caches() {}

  /** Both need the value: it is loaded once. */
  public static void loadedOnce() throws InterruptedException {
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, Integer> cache =
        Caffeine.newBuilder().executor(Runnable::run).build(key -> loads.incrementAndGet());
    int[] got = new int[2];
    Both.run(() -> got[0] = cache.get("key"), () -> got[1] = cache.get("key"));
    Both.check(got[0] == 1 && got[1] == 1, "loaded " + loads + " times");
  }

  /** The first attempt to load fails: the other thread loads itself. */
  public static void loadFails() throws InterruptedException {
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, Integer> cache =
        Caffeine.newBuilder().executor(Runnable::run).build(key -> loadSecond(loads));
    Both.run(() -> getOrFail(cache), () -> getOrFail(cache));
    Both.check(cache.get("key") == 2, "loaded " + loads + " times");
  }

  /** The source changes and the value is invalidated while it is loaded: no old value may stay. */
  public static void invalidateWhileLoading() throws InterruptedException {
    AtomicInteger source = new AtomicInteger(1);
    LoadingCache<String, Integer> cache =
        Caffeine.newBuilder().executor(Runnable::run).build(key -> source.get());
    Both.run(
        () -> cache.get("key"),
        () -> {
          source.set(2);
          cache.invalidate("key");
        });
    Both.check(cache.get("key") == 2, "an old value stayed in the cache");
  }

  /** Both invalidate: the listener is told once. */
  public static void removedOnce() throws InterruptedException {
    AtomicInteger removed = new AtomicInteger();
    Cache<String, Integer> cache =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .<String, Integer>removalListener((key, value, cause) -> removed.incrementAndGet())
            .build();
    cache.put("key", 1);
    Both.run(() -> cache.invalidate("key"), () -> cache.invalidate("key"));
    Both.check(removed.get() == 1, "told " + removed + " times");
  }

  /** Two put, one fits: one is thrown out, and the listener is told. */
  public static void bounded() throws InterruptedException {
    AtomicInteger removed = new AtomicInteger();
    Cache<String, Integer> cache =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(1)
            .<String, Integer>evictionListener((key, value, cause) -> removed.incrementAndGet())
            .build();
    Both.run(() -> cache.put("one", 1), () -> cache.put("two", 2));
    cache.cleanUp();
    Both.check(
        cache.estimatedSize() == 1 && removed.get() == 1,
        cache.estimatedSize() + " left, " + removed + " gone");
  }

  /** A value is read and replaced; what was put last stays. */
  public static void readAndReplace() throws InterruptedException {
    Cache<String, Integer> cache =
        Caffeine.newBuilder().executor(Runnable::run).maximumSize(10).build();
    cache.put("key", 1);
    Integer[] got = new Integer[1];
    Both.run(() -> got[0] = cache.getIfPresent("key"), () -> cache.put("key", 2));
    Both.check(got[0] != null && cache.getIfPresent("key") == 2, "a value was lost");
  }

  /** A value is too old when two threads count in it: they begin anew, and none is lost. */
  public static void expired() throws InterruptedException {
    AtomicLong now = new AtomicLong();
    Cache<String, Integer> cache =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .ticker(now::get)
            .expireAfterWrite(1, TimeUnit.SECONDS)
            .build();
    cache.put("key", 1);
    now.set(TimeUnit.SECONDS.toNanos(2));
    Runnable count = () -> cache.asMap().merge("key", 1, Integer::sum);
    Both.run(count, count);
    Both.check(cache.getIfPresent("key") == 2, "counted " + cache.getIfPresent("key"));
  }

  /** Nothing is lost when two threads count. */
  public static void merge() throws InterruptedException {
    Cache<String, Integer> cache =
        Caffeine.newBuilder().executor(Runnable::run).maximumSize(10).build();
    Runnable count = () -> cache.asMap().merge("key", 1, Integer::sum);
    Both.run(count, count);
    Both.check(cache.getIfPresent("key") == 2, "counted " + cache.getIfPresent("key"));
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
      cache.get("key");
    } catch (IllegalStateException e) {
      Both.check(e.getMessage().equals("cannot load now"), "another failure");
    }
  }
}
