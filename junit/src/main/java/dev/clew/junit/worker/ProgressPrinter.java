package dev.clew.junit.worker;

/** Says in a log how far a search is, not too often. */
final class ProgressPrinter {
  private static final long NANOS_BETWEEN = 5_000_000_000L;

  private final String name;
  private long next = System.nanoTime() + NANOS_BETWEEN;

  ProgressPrinter(String name) {
    this.name = name;
  }

  void update(String line) {
    long now = System.nanoTime();
    if (now - next >= 0) {
      next = now + NANOS_BETWEEN;
      System.out.println("clew: " + name + ": " + line);
    }
  }
}
