package dev.clew.benchmarks.programs;

/**
 * Threads that set two variables, and one that looks whether both are set or none (reorder of
 * SCTBench): it fails only if it comes before the second variable is set for the first time.
 */
public final class Reorder {
  private static volatile int a;
  private static volatile int b;

  private Reorder() {}

  /** The argument says how many threads set the variables. */
  public static void main(String[] arguments) throws InterruptedException {
    int setters = Integer.parseInt(arguments[0]);
    Thread[] threads = new Thread[setters + 1];
    for (int i = 0; i < setters; i++) {
      threads[i] = new Thread(Reorder::set);
    }
    threads[setters] = new Thread(Reorder::check);
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void set() {
    a = 1;
    b = -1;
  }

  private static void check() {
    boolean isUnset = a == 0 && b == 0;
    if (!isUnset && !(a == 1 && b == -1)) {
      throw new AssertionError("one is set and the other is not");
    }
  }
}
