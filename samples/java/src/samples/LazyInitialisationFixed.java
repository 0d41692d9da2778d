package samples;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@link LazyInitialisation} with a holder class: the JVM initialises it once, for the first who
 * needs it, and lets the others wait.
 *
 * <p>Finds: nothing.
 */
public final class LazyInitialisationFixed {
  private static final AtomicInteger made = new AtomicInteger();

  private static final class Holder {
    static final LazyInitialisationFixed INSTANCE = new LazyInitialisationFixed();
  }

  private LazyInitialisationFixed() {
    made.incrementAndGet();
  }

  private static LazyInitialisationFixed instance() {
    return Holder.INSTANCE;
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
