package dev.clew.testkit.corpus;

import java.util.List;

/** Programs in which threads look at the clock; {@code docs/algorithms/time.md} has the rules. */
final class TimePrograms {
  private TimePrograms() {}

  static List<KnownProgram> all() {
    return List.of(
        KnownProgram.of(
            "who is started is not earlier",
            2,
            "atomic x = 0",
            List.of(
                "thread a { sleep 300; start b }",
                "thread b { r = clock; if r == 300 { x = 1 } }",
                "thread c { s = x }")),
        KnownProgram.of(
            "who is started after the clock moved is not earlier",
            2,
            "atomic x = 0",
            List.of(
                "thread a { sleep 2000; start b }",
                "thread b { r = clock; if r == 2000 { x = 1 } }",
                "thread c { sleep 2000; s = x }")),
        KnownProgram.of(
            "who joins is not earlier",
            2,
            "atomic x = 0",
            List.of(
                "thread a { sleep 300 }",
                "thread b { join a; r = clock; if r == 300 { x = 1 } }",
                "thread c { s = x }")));
  }
}
