package resilience;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.bulkhead.ThreadPoolBulkhead;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.SemaphoreBasedRateLimiter;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import shared.Both;

/** What limits how many calls there are, how often and how long. */
public final class Limits {
  private Limits() {}

  /** One at a time: who comes second is turned away. */
  public static void bulkhead() throws InterruptedException {
    Bulkhead bulkhead =
        Bulkhead.of("bulkhead", BulkheadConfig.custom().maxConcurrentCalls(1).build());
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Runnable call =
        () -> {
          try {
            bulkhead.executeRunnable(
                () -> {
                  Both.check(inside.incrementAndGet() == 1, "two are inside");
                  inside.decrementAndGet();
                  done.incrementAndGet();
                });
          } catch (BulkheadFullException e) {
            return;
          }
        };
    Both.run(call, call);
    Both.check(done.get() > 0, "nobody got in");
    Both.check(bulkhead.getMetrics().getAvailableConcurrentCalls() == 1, "a permission was lost");
  }

  /** One at a time: who comes second waits. */
  public static void bulkheadWaits() throws InterruptedException {
    Bulkhead bulkhead =
        Bulkhead.of(
            "bulkhead",
            BulkheadConfig.custom()
                .maxConcurrentCalls(1)
                .maxWaitDuration(Duration.ofSeconds(1))
                .build());
    int[] counter = new int[1];
    Runnable call = () -> bulkhead.executeRunnable(() -> counter[0]++);
    Both.run(call, call);
    Both.check(counter[0] == 2, counter[0] + " calls");
  }

  /** A pool of one thread with a place to wait. */
  public static void threadPoolBulkhead() throws Exception {
    ThreadPoolBulkhead bulkhead =
        ThreadPoolBulkhead.of(
            "bulkhead",
            ThreadPoolBulkheadConfig.custom()
                .coreThreadPoolSize(1)
                .maxThreadPoolSize(1)
                .queueCapacity(1)
                .build());
    int[] counter = new int[1];
    CompletableFuture<Integer> one =
        bulkhead.executeSupplier(() -> ++counter[0]).toCompletableFuture();
    CompletableFuture<Integer> two =
        bulkhead.executeSupplier(() -> ++counter[0]).toCompletableFuture();
    Both.check(one.join() == 1 && two.join() == 2, "in another order");
    bulkhead.close();
  }

  /** One permission in a period: one of two threads gets it. */
  public static void rateLimiter() throws InterruptedException {
    RateLimiter limiter = RateLimiter.of("limiter", oneInAMinute());
    boolean[] got = new boolean[2];
    Both.run(
        () -> got[0] = limiter.acquirePermission(), () -> got[1] = limiter.acquirePermission());
    Both.check(got[0] != got[1], "both or none got the permission");
  }

  /** The same with a semaphore that a timer fills again. */
  public static void semaphoreRateLimiter() throws InterruptedException {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    RateLimiter limiter = new SemaphoreBasedRateLimiter("limiter", oneInAMinute(), timer);
    boolean[] got = new boolean[2];
    Both.run(
        () -> got[0] = limiter.acquirePermission(), () -> got[1] = limiter.acquirePermission());
    Both.check(got[0] || got[1], "none got the permission");
    timer.shutdownNow();
  }

  /** A call fails once, and is tried again by a timer. */
  public static void retry() throws InterruptedException {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    Retry retry =
        Retry.of(
            "retry",
            RetryConfig.custom().maxAttempts(2).waitDuration(Duration.ofMillis(100)).build());
    AtomicInteger attempts = new AtomicInteger();
    int value =
        retry
            .executeCompletionStage(
                timer, () -> CompletableFuture.supplyAsync(() -> failFirst(attempts)))
            .toCompletableFuture()
            .join();
    Both.check(value == 2, "attempts " + value);
    timer.shutdown();
  }

  /** A call of the common pool or its timeout, whatever comes first. */
  public static void timeLimiter() throws InterruptedException {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    TimeLimiter limiter = TimeLimiter.of(Duration.ofSeconds(1));
    CompletableFuture<Integer> result =
        limiter
            .executeCompletionStage(timer, () -> CompletableFuture.supplyAsync(() -> 1))
            .toCompletableFuture();
    try {
      Both.check(result.get() == 1, "another value");
    } catch (ExecutionException e) {
      Both.check(e.getCause() instanceof TimeoutException, "another failure");
    }
    timer.shutdown();
    Both.check(timer.awaitTermination(1, TimeUnit.MINUTES), "the timer goes on");
  }

  private static RateLimiterConfig oneInAMinute() {
    return RateLimiterConfig.custom()
        .limitForPeriod(1)
        .limitRefreshPeriod(Duration.ofMinutes(1))
        .timeoutDuration(Duration.ZERO)
        .build();
  }

  private static int failFirst(AtomicInteger attempts) {
    int attempt = attempts.incrementAndGet();
    if (attempt == 1) {
      throw new IllegalStateException("no answer");
    }
    return attempt;
  }
}
