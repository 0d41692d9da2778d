package dev.clew.benchmarks.programs;

/**
 * A thread that counts and one that looks at the counter: it fails only if the counter stood still
 * at one number for the first half of the looks, and at the last one for the rest. That needs two
 * preemptions, each at one place of many.
 */
public final class TwoPreemptions {
  private static final int STEPS = 60;
  private static final int WANTED = 17;

  private static volatile int counter;

  private TwoPreemptions() {}

  /** Counts and looks. */
  public static void main(String[] arguments) throws InterruptedException {
    Thread counts = new Thread(TwoPreemptions::count);
    Thread looks = new Thread(TwoPreemptions::look);
    counts.start();
    looks.start();
    counts.join();
    looks.join();
  }

  private static void count() {
    for (int i = 1; i <= STEPS; i++) {
      counter = i;
    }
  }

  private static void look() {
    boolean isRare = true;
    for (int i = 0; i < STEPS; i++) {
      isRare &= counter == (i < STEPS / 2 ? WANTED : STEPS);
    }
    if (isRare) {
      throw new AssertionError("it stood still twice");
    }
  }
}
