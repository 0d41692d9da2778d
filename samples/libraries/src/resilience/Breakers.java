package resilience;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import shared.Both;

/** Circuit breakers that two threads use. */
public final class Breakers {
  private Breakers() {}

  /** Two calls fail: the breaker opens, and says so once. */
  public static void opensOnce() throws InterruptedException {
    CircuitBreaker breaker = CircuitBreaker.of("breaker", config(2).build());
    AtomicInteger transitions = new AtomicInteger();
    breaker.getEventPublisher().onStateTransition(event -> transitions.incrementAndGet());
    Both.run(() -> fail(breaker), () -> fail(breaker));
    Both.check(breaker.getState() == CircuitBreaker.State.OPEN, "it is " + breaker.getState());
    Both.check(transitions.get() == 1, "told " + transitions + " times");
  }

  /** One call succeeds, one fails: no call is lost in the count. */
  public static void countsAll() throws InterruptedException {
    CircuitBreaker breaker = CircuitBreaker.of("breaker", config(10).build());
    Both.run(() -> breaker.onSuccess(1, TimeUnit.SECONDS), () -> fail(breaker));
    CircuitBreaker.Metrics metrics = breaker.getMetrics();
    Both.check(metrics.getNumberOfBufferedCalls() == 2, "calls were lost");
    Both.check(metrics.getNumberOfFailedCalls() == 1, "a failure was lost");
  }

  /** The same with a window of time. */
  public static void countsAllInTime() throws InterruptedException {
    CircuitBreaker breaker =
        CircuitBreaker.of(
            "breaker",
            config(10)
                .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.TIME_BASED)
                .build());
    Both.run(() -> breaker.onSuccess(1, TimeUnit.SECONDS), () -> fail(breaker));
    Both.check(breaker.getMetrics().getNumberOfBufferedCalls() == 2, "calls were lost");
  }

  /** Half open, one call is permitted: one of two threads gets it. */
  public static void halfOpen() throws InterruptedException {
    CircuitBreaker breaker =
        CircuitBreaker.of("breaker", config(2).permittedNumberOfCallsInHalfOpenState(1).build());
    breaker.transitionToOpenState();
    breaker.transitionToHalfOpenState();
    boolean[] got = new boolean[2];
    Both.run(
        () -> got[0] = breaker.tryAcquirePermission(),
        () -> got[1] = breaker.tryAcquirePermission());
    Both.check(got[0] != got[1], "both or none got the permission");
  }

  /** A timer leads from open to half open. */
  public static void becomesHalfOpen() throws InterruptedException {
    CircuitBreaker breaker =
        CircuitBreaker.of(
            "breaker",
            config(2)
                .waitDurationInOpenState(Duration.ofSeconds(1))
                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                .build());
    Thread other = new Thread(breaker::transitionToOpenState);
    other.start();
    other.join();
    Thread.sleep(2_000);
    Both.check(breaker.getState() != CircuitBreaker.State.CLOSED, "it is closed");
  }

  /** Two threads ask for the same name: there is one breaker. */
  public static void registry() throws InterruptedException {
    CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
    CircuitBreaker[] got = new CircuitBreaker[2];
    Both.run(
        () -> got[0] = registry.circuitBreaker("name"),
        () -> got[1] = registry.circuitBreaker("name"));
    Both.check(got[0] == got[1], "two breakers");
  }

  private static CircuitBreakerConfig.Builder config(int calls) {
    return CircuitBreakerConfig.custom()
        .slidingWindowSize(calls)
        .minimumNumberOfCalls(calls)
        .failureRateThreshold(50);
  }

  private static void fail(CircuitBreaker breaker) {
    breaker.onError(1, TimeUnit.SECONDS, new IllegalStateException("no answer"));
  }
}
