package shared;

/** Two threads, and what must hold in the end. */
public final class Both {
  private Both() {}

  public static void run(Runnable one, Runnable two) throws InterruptedException {
    Thread other = new Thread(two);
    other.start();
    one.run();
    other.join();
  }

  public static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
