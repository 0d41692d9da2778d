package samples;

/**
 * Customers wait for bread with {@code if} instead of {@code while}. Between the notify and the
 * return from {@code wait} another customer can come and take the bread.
 *
 * <p>Finds: the exception.
 */
public final class WaitWithoutLoop {
  private int loaves;

  private synchronized void bake() {
    loaves++;
    notify();
  }

  private synchronized void buy() throws InterruptedException {
    if (loaves == 0) {
      wait();
    }
    if (loaves == 0) {
      throw new IllegalStateException("there is no bread");
    }
    loaves--;
  }

  private void shop() {
    try {
      buy();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    }
  }

  private void work() {
    bake();
    bake();
  }

  public static void main(String[] args) throws InterruptedException {
    WaitWithoutLoop bakery = new WaitWithoutLoop();
    Thread first = new Thread(bakery::shop, "first customer");
    Thread second = new Thread(bakery::shop, "second customer");
    Thread baker = new Thread(bakery::work, "baker");
    first.start();
    second.start();
    baker.start();
    first.join();
    second.join();
    baker.join();
  }
}
