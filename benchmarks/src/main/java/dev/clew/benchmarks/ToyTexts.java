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

  /**
   * The work-stealing queue of Cilk (THE protocol, as in Leijen's futures): the owner puts as many
   * jobs into the queue as it has places, and takes them out again; a thief steals three times.
   * Head and tail are atomic, the slow ways are under a lock.
   */
  static String workStealingQueue(int size) {
    return """
        atomic head = 0
        atomic tail = 0
        atomic jobs[%1$d] = 0
        lock m
        thread owner {
          repeat %1$d {
            t = tail
            h = head
            jobs[t %% %1$d] = t + 1
            tail = t + 1
          }
          repeat %1$d {
            t = tail
            t = t - 1
            tail = t
            h = head
            if h <= t {
              job = jobs[t %% %1$d]
            } else {
              tail = t + 1
              lock m
              t = tail
              t = t - 1
              tail = t
              h = head
              if h <= t {
                job = jobs[t %% %1$d]
              } else {
                tail = t + 1
              }
              unlock m
            }
          }
        }
        thread thief {
          repeat 3 {
            lock m
            h = head
            head = h + 1
            t = tail
            if h < t {
              job = jobs[h %% %1$d]
            } else {
              head = h
            }
            unlock m
          }
        }
        """
        .formatted(size);
  }
}
