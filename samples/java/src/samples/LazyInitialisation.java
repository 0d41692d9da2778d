package samples;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one instance is made by whoever needs it first: two threads that both find none make two.
 *
 * <p>Finds: a data race on {@code instance}; looking further, the assertion.
 */
public final class LazyInitialisation {
  private static final AtomicInteger made = new AtomicInteger();
  private static LazyInitialisation instance;

  private LazyInitialisation() {
    made.incrementAndGet();
  }

  private static LazyInitialisation instance() {
    if (instance == null) {
      instance = new LazyInitialisation();
    }
    return instance;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> instance(), "first");
    Thread second = new Thread(() -> instance(), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    if (made.get() != 1) {
      throw new AssertionError("two instances were made");
    }
  }
}
