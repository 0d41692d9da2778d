package dev.clew.testkit.corpus;

import static dev.clew.testkit.corpus.KnownProgram.thread;
import static dev.clew.testkit.corpus.KnownProgram.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The programs by which the literature compares reductions. */
public final class BenchmarkPrograms {
  private BenchmarkPrograms() {}

  static List<KnownProgram> all() {
    List<KnownProgram> programs = new ArrayList<>();
    for (int n : new int[] {3, 5, 8, 10}) {
      programs.add(lastZero(n));
    }
    for (int n = 11; n <= 15; n++) {
      programs.add(indexer(n));
    }
    for (int n = 11; n <= 14; n++) {
      programs.add(indexerWithLocks(n));
    }
    programs.add(boundedBuffer(2, 2, "notify", 60));
    programs.add(boundedBuffer(2, 2, "signal", 48));
    programs.add(boundedBuffer(3, 3, "signal", 4_356));
    programs.add(fibonacciJoined());
    programs.add(fibonacciUnordered());
    programs.add(threeWritesAndReach());
    return programs;
  }

  /**
   * One thread looks for the last 0 of an array; thread i copies element i - 1 plus 1 into element
   * i.
   */
  public static KnownProgram lastZero(int n) {
    List<String> threads = new ArrayList<>();
    threads.add(
        thread(
            "search",
            """
            i = %d
            r = a[i]
            while r != 0 {
              i = i - 1
              r = a[i]
            }
            """
                .formatted(n)));
    for (int i = 1; i <= n; i++) {
      threads.add(thread("copy" + i, "r = a[" + (i - 1) + "]; a[" + i + "] = r + 1"));
    }
    String array = "atomic a[" + (n + 1) + "] = 0";
    return KnownProgram.of("lastzero " + n, (n + 3) * (1L << (n - 2)), array, threads);
  }

  /** Threads insert four messages each into a hash table; the first collision needs 12 threads. */
  public static KnownProgram indexer(int n) {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      bodies.add(
          """
          m = 1
          while m <= 4 {
            w = m * 11 + %d
            h = w * 7 %% 128
            done = cas(table[h], 0, w)
            while done == 0 {
              h = (h + 1) %% 128
              done = cas(table[h], 0, w)
            }
            m = m + 1
          }
          """
              .formatted(i));
    }
    return KnownProgram.of(
        "indexer " + n, 1L << 3 * (n - 11), "atomic table[128] = 0", threads(bodies));
  }

  /** The same with a lock for each slot instead of compare-and-set. */
  public static KnownProgram indexerWithLocks(int n) {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      bodies.add(
          """
          m = 1
          while m <= 4 {
            w = m * 11 + %d
            h = w * 7 %% 128
            done = 0
            while done == 0 {
              lock guard[h]
              r = table[h]
              if r == 0 {
                table[h] = w
                done = 1
              }
              unlock guard[h]
              h = (h + 1) %% 128
            }
            m = m + 1
          }
          """
              .formatted(i));
    }
    String declarations = "atomic table[128] = 0\nlock guard[128]";
    return KnownProgram.of(
        "indexer with locks " + n, 1L << 3 * (n - 11), declarations, threads(bodies));
  }

  /**
   * As many producers as consumers, one item each, at a buffer with a lock and two conditions. The
   * lock orders all sections, so that a class is the order in which they begin: the counts follow
   * by adding up over the states of the buffer. With {@code signal}, four of each and a capacity of
   * 2 there are 1,938,816, the runs that the thesis tells of bbuf.
   */
  public static KnownProgram boundedBuffer(int each, int capacity, String notify, long classes) {
    String put =
        """
        lock m
        c = count
        while c == %d { wait notFull m; c = count }
        count = c + 1
        %s notEmpty
        unlock m
        """
            .formatted(capacity, notify);
    String get =
        """
        lock m
        c = count
        while c == 0 { wait notEmpty m; c = count }
        count = c - 1
        %s notFull
        unlock m
        """
            .formatted(notify);
    List<String> bodies = new ArrayList<>(Collections.nCopies(each, put));
    bodies.addAll(Collections.nCopies(each, get));
    return KnownProgram.of(
        "bounded buffer " + each + ", " + capacity + ", " + notify,
        classes,
        "lock m\ncondition notFull\ncondition notEmpty\natomic count = 0",
        threads(bodies));
  }

  /** fib_bench with 5 iterations, where the main thread joins the others before it reads. */
  public static KnownProgram fibonacciJoined() {
    return fibonacci("fib 5 joined", 8_953, "join left; join right; r = i; s = j");
  }

  /** fib_bench with 5 iterations, where the main thread reads at any time. */
  public static KnownProgram fibonacciUnordered() {
    return fibonacci("fib 5 unordered", 218_243, "r = i; s = j");
  }

  private static KnownProgram fibonacci(String name, long classes, String main) {
    return KnownProgram.of(
        name,
        classes,
        "atomic i = 1\natomic j = 1",
        List.of(
            thread("left", "repeat 5 { a = i; b = j; i = a + b }"),
            thread("right", "repeat 5 { a = j; b = i; j = a + b }"),
            thread("main", main)));
  }

  /** The program whose failure a first implementation of source sets elsewhere did not reach. */
  public static KnownProgram threeWritesAndReach() {
    String reach =
        """
        r = c
        if r == 2 {
          r = b
          assert r != 0 "reached"
        }
        """;
    return KnownProgram.of(
        "three writes and reach",
        12,
        "atomic a = 0\natomic b = 0\natomic c = 0",
        threads("c = 1; c = 2; c = 3; b = 2", "a = 1; b = 1", reach));
  }
}
