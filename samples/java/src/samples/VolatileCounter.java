package samples;

/**
 * A volatile field is no counter: every access is seen by all, but {@code ++} is still a read and a
 * write, and the other thread can come in between.
 *
 * <p>Finds: the assertion. There is no data race.
 */
public final class VolatileCounter {
  private volatile int hits;

  private void hit() {
    hits++;
  }

  public static void main(String[] args) throws InterruptedException {
    VolatileCounter page = new VolatileCounter();
    Thread first = new Thread(page::hit, "first");
    Thread second = new Thread(page::hit, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    if (page.hits != 2) {
      throw new AssertionError("a hit was lost");
    }
  }
}
