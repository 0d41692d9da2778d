package samples;

/**
 * Two threads increment a plain field. Reading, adding and writing are three steps: an update can
 * get lost.
 *
 * <p>Finds: a data race on {@code count}; looking further, the assertion.
 */
public final class LostUpdate {
  private int count;

  private void increment() {
    count++;
  }

  public static void main(String[] args) throws InterruptedException {
    LostUpdate counter = new LostUpdate();
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
