package dev.clew.testkit.corpus;

import static dev.clew.testkit.corpus.KnownProgram.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** Families of threads that do the same to one variable or lock. */
public final class CounterPrograms {
  private static final String X = "atomic x = 0";

  private CounterPrograms() {}

  static List<KnownProgram> all() {
    List<KnownProgram> programs = new ArrayList<>();
    for (int n = 2; n <= 6; n++) {
      programs.add(increments(n));
      programs.add(writes(n));
      programs.add(mutexSections(n));
    }
    for (int n = 2; n <= 4; n++) {
      programs.add(lostUpdate(n));
    }
    for (int n = 1; n <= 8; n++) {
      programs.add(readers(n));
      programs.add(writtenCompareAndSets(n));
    }
    for (int n = 1; n <= 16; n *= 4) {
      programs.add(independent(n));
    }
    for (int n = 2; n <= 9; n++) {
      programs.add(compareAndSetRotation(n));
    }
    for (int n = 2; n <= 5; n++) {
      programs.add(compareAndSetThenWrite(n));
    }
    return programs;
  }

  /** Each thread increments once: every order of the threads is a class. */
  public static KnownProgram increments(int n) {
    return KnownProgram.of("increments " + n, factorial(n), X, same(n, "add(x, 1)"));
  }

  /** Each thread writes once. */
  public static KnownProgram writes(int n) {
    return KnownProgram.of("writes " + n, factorial(n), X, each(n, i -> "x = " + (i + 1)));
  }

  /** Each thread increments under a lock. */
  public static KnownProgram mutexSections(int n) {
    String body = "lock m; r = x; x = r + 1; unlock m";
    return KnownProgram.of("mutex sections " + n, factorial(n), "lock m\n" + X, same(n, body));
  }

  /** Each thread reads, then writes: updates get lost. */
  public static KnownProgram lostUpdate(int n) {
    long classes = factorial(n) * factorial(n);
    return KnownProgram.of("lost update " + n, classes, X, same(n, "r = x; x = r + 1"));
  }

  /** One writer: each of the n readers reads before it or after it. */
  public static KnownProgram readers(int n) {
    List<String> bodies = new ArrayList<>(List.of("x = 1"));
    bodies.addAll(Collections.nCopies(n, "r = x"));
    return KnownProgram.of("readers " + n, 1L << n, X, threads(bodies));
  }

  /** Threads that share nothing. */
  public static KnownProgram independent(int n) {
    String slots = "atomic x[" + n + "] = 0";
    return KnownProgram.of(
        "independent " + n, 1, slots, each(n, i -> "x[" + i + "] = 1; r = x[" + i + "]"));
  }

  /**
   * One writer, n threads that compare and set 0 (wcas). All after the write: one class. Otherwise
   * one of the n is first and succeeds, and each of the others is before the write or after it.
   */
  public static KnownProgram writtenCompareAndSets(int n) {
    List<String> bodies = new ArrayList<>(List.of("x = 1"));
    bodies.addAll(Collections.nCopies(n, "cas(x, 0, 2)"));
    return KnownProgram.of("wcas " + n, n * (1L << (n - 1)) + 1, X, threads(bodies));
  }

  /** Thread i swaps i - 1 for i (casrot). */
  public static KnownProgram compareAndSetRotation(int n) {
    long[] classes = {2, 5, 14, 43, 144, 523, 2_048, 8_597};
    return KnownProgram.of(
        "casrot " + n, classes[n - 2], X, each(n, i -> "cas(x, " + i + ", " + (i + 1) + ")"));
  }

  /** Each thread compares and sets, then writes a value of its own (casw). */
  public static KnownProgram compareAndSetThenWrite(int n) {
    long[] classes = {6, 66, 1_200, 32_880};
    return KnownProgram.of(
        "casw " + n, classes[n - 2], X, each(n, i -> "cas(x, 0, 1); x = " + (i + 3)));
  }

  private static List<String> same(int n, String body) {
    return threads(Collections.nCopies(n, body));
  }

  private static List<String> each(int n, IntFunction<String> body) {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      bodies.add(body.apply(i));
    }
    return threads(bodies);
  }

  private static long factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
  }
}
