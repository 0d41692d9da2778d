package dev.clew.benchmarks;

/** Programs of any length and any number of threads, to measure growth. */
final class ToyTexts {
  private ToyTexts() {}

  /** Every thread works under one lock. */
  static String locked(int threads, int events) {
    return """
        atomic x = 0
        lock m
        thread t[%d] {
          repeat %d {
            lock m
            r = x
            x = r + 1
            unlock m
          }
        }
        """
        .formatted(threads, Math.max(1, events / (4 * threads)));
  }

  /** Every thread reads and writes one variable. */
  static String racy(int threads, int events) {
    return "atomic x = 0\nthread t["
        + threads
        + "] {\n  repeat "
        + Math.max(1, events / (2 * threads))
        + " {\n    r = x\n    x = r + 1\n  }\n}\n";
  }

  /** Every thread works on its own variable and touches a common one twice. */
  static String mostlyPrivate(int threads, int events) {
    int half = Math.max(1, events / threads / 4);
    return """
        atomic x = 0
        atomic own[%1$d] = 0
        thread t[%1$d] {
          repeat %2$d {
            r = own[self]
            own[self] = r + 1
          }
          r = x
          repeat %2$d {
            r = own[self]
            own[self] = r + 1
          }
          x = r
        }
        """
        .formatted(threads, half);
  }
}
