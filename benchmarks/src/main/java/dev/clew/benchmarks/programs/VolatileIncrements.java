package dev.clew.benchmarks.programs;

/** Threads that each increment a volatile counter some times: by default two, once each. */
public final class VolatileIncrements {
  private static volatile int count;

  private VolatileIncrements() {}

  /** Arguments: how many threads, how many increments each. */
  public static void main(String[] arguments) throws InterruptedException {
    int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2;
    int times = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      all[i] = new Thread(() -> increment(times));
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  private static void increment(int times) {
    for (int i = 0; i < times; i++) {
      count++;
    }
  }
}
