package samples;

/**
 * {@link LostUpdate} with a synchronized increment. To read the field after {@code join} needs no
 * lock.
 *
 * <p>Finds: nothing.
 */
public final class LostUpdateFixed {
  private int count;

  private synchronized void increment() {
    count++;
  }

  public static void main(String[] args) throws InterruptedException {
    LostUpdateFixed counter = new LostUpdateFixed();
    Thread first = new Thread(counter::increment, "first");
    Thread second = new Thread(counter::increment, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    if (counter.count != 2) {
      throw new AssertionError("an update was lost");
    }
  }
}
