package lang;

import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.EventCountCircuitBreaker;
import org.apache.commons.lang3.concurrent.ThresholdCircuitBreaker;

/** Events of two threads are too many: the breaker must notice, whoever comes last. */
public final class CircuitBreakers {
  private CircuitBreakers() {}

  public static void eventCount() throws InterruptedException {
    EventCountCircuitBreaker breaker = new EventCountCircuitBreaker(1, 1, TimeUnit.MINUTES);
    Thread one = new Thread(breaker::incrementAndCheckState);
    Thread two = new Thread(breaker::incrementAndCheckState);
    one.start();
    two.start();
    one.join();
    two.join();
    if (breaker.checkState()) {
      throw new AssertionError("two events were let pass");
    }
  }

  public static void threshold() throws InterruptedException {
    ThresholdCircuitBreaker breaker = new ThresholdCircuitBreaker(1);
    boolean[] passes = new boolean[2];
    Thread one = new Thread(() -> passes[0] = breaker.incrementAndCheckState(1L));
    Thread two = new Thread(() -> passes[1] = breaker.incrementAndCheckState(1L));
    one.start();
    two.start();
    one.join();
    two.join();
    if (passes[0] && passes[1]) {
      throw new AssertionError("two events were let pass");
    }
  }
}
