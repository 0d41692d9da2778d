package dev.clew.testkit.corpus;

import static dev.clew.testkit.corpus.KnownProgram.threads;

import java.util.List;

/** The litmus tests of memory models; under sequential consistency their classes are few. */
final class LitmusPrograms {
  private static final String X = "atomic x = 0";
  private static final String XY = "atomic x = 0\natomic y = 0";

  private LitmusPrograms() {}

  static List<KnownProgram> all() {
    return List.of(
        xy("SB", 3, "x = 1; r = y", "y = 1; r = x"),
        xy("LB", 3, "r = x; y = 1", "r = y; x = 1"),
        xy("MP", 3, "x = 1; y = 1", "r = y; s = x"),
        xy("S", 3, "x = 2; y = 1", "r = y; x = 1"),
        xy("2+2W", 3, "x = 1; y = 2", "y = 1; x = 2"),
        xy("WRC", 7, "x = 1", "r = x; y = 1", "r = y; s = x"),
        xy("IRIW", 15, "x = 1", "y = 1", "r = x; s = y", "r = y; s = x"),
        KnownProgram.of(
            "W W RR RR", 72, X, threads("x = 1", "x = 2", "r = x; s = x", "r = x; s = x")));
  }

  private static KnownProgram xy(String name, long classes, String... bodies) {
    return KnownProgram.of(name, classes, XY, threads(bodies));
  }
}
