package samples;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@link VolatileCounter} with an atomic increment.
 *
 * <p>Finds: nothing.
 */
public final class VolatileCounterFixed {
  private final AtomicInteger hits = new AtomicInteger();

  private void hit() {
    hits.incrementAndGet();
  }

  public static void main(String[] args) throws InterruptedException {
    VolatileCounterFixed page = new VolatileCounterFixed();
    Thread first = new Thread(page::hit, "first");
    Thread second = new Thread(page::hit, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    if (page.hits.get() != 2) {
      throw new AssertionError("a hit was lost");
    }
  }
}
