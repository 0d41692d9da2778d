package dev.clew.benchmarks;

/** The toy programs that are measured. */
final class ToyTexts {
  private ToyTexts() {}

  static String lostUpdate(int threads) {
    return "atomic x = 0\nthread t[" + threads + "] {\n  r = x\n  x = r + 1\n}\n";
  }

  static String lastzero(int n) {
    return """
        atomic a[%d] = 0
        thread finder {
          i = %d
          r = a[i]
          while r != 0 {
            i = i - 1
            r = a[i]
          }
        }
        thread w[%d] {
          r = a[self]
          a[self + 1] = r + 1
        }
        """
        .formatted(n + 1, n, n);
  }

  static String fib(int n) {
    return """
        atomic i = 1
        atomic j = 1
        thread a {
          repeat %1$d {
            x = i
            y = j
            i = x + y
          }
        }
        thread b {
          repeat %1$d {
            x = j
            y = i
            j = x + y
          }
        }
        thread main {
          p = i
          q = j
        }
        """
        .formatted(n);
  }

  static String indexer(int n) {
    return """
        atomic slot[128] = 0
        thread w[%d] {
          m = 1
          while m <= 4 {
            v = m * 11 + self
            h = v * 7 %% 128
            c = cas(slot[h], 0, v)
            while c == 0 {
              h = (h + 1) %% 128
              c = cas(slot[h], 0, v)
            }
            m = m + 1
          }
        }
        """
        .formatted(n);
  }

  static String indexerWithLocks(int n) {
    return """
        atomic slot[128] = 0
        lock m[128]
        thread w[%d] {
          k = 1
          while k <= 4 {
            v = k * 11 + self
            h = v * 7 %% 128
            lock m[h]
            s = slot[h]
            while s != 0 {
              unlock m[h]
              h = (h + 1) %% 128
              lock m[h]
              s = slot[h]
            }
            slot[h] = v
            unlock m[h]
            k = k + 1
          }
        }
        """
        .formatted(n);
  }

  static String readers(int n) {
    return "atomic x = 0\nthread w {\n  x = 1\n}\nthread r[" + n + "] {\n  v = x\n}\n";
  }

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
