package samples;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@link BarrierParties} with a barrier for all four.
 *
 * <p>Finds: nothing.
 */
public final class BarrierPartiesFixed {
  private final CyclicBarrier everybody = new CyclicBarrier(4);
  private final AtomicInteger votes = new AtomicInteger();

  private void count() {
    votes.addAndGet(10);
    meet();
  }

  private void announce() {
    meet();
    if (votes.get() != 30) {
      throw new AssertionError("announced before all were counted");
    }
  }

  private void meet() {
    try {
      everybody.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("nobody interrupts", e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BarrierPartiesFixed election = new BarrierPartiesFixed();
    Thread[] threads = {
      new Thread(election::count, "north"),
      new Thread(election::count, "south"),
      new Thread(election::count, "west"),
      new Thread(election::announce, "announcer")
    };
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
