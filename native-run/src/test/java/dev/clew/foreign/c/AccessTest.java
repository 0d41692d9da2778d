package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One access to several locations that raced is one operation. Programs tell by an assertion what
 * was seen: there are as many findings as outcomes.
 */
class AccessTest {
  private static final String PROGRAM =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <string.h>
      union pair { struct { int x, y; } one; long both; };
      struct large { int x, filler[20], y; };
      static union pair p;
      static struct large s, t, *heap;
      static int seen, size = sizeof(struct large);
      static void *first(void *unused) {
        %s;
        return unused;
      }
      static void *second(void *unused) {
        %s;
        return unused;
      }
      int main(void) {
        heap = calloc(1, sizeof *heap);
        pthread_t a, b;
        pthread_create(&a, NULL, first, NULL);
        pthread_create(&b, NULL, second, NULL);
        %s;
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        assert(seen != 0);
        assert(seen != 1);
        assert(seen != 10);
        assert(seen != 11);
        return 0;
      }
      """;

  @TempDir Path directory;

  private void check(int classes, int outcomes, String first, String second, String main)
      throws IOException {
    try (Compiled compiled = new Compiled(directory, PROGRAM.formatted(first, second, main))) {
      Outcome all = compiled.explore(StrategyKind.NAIVE, false);
      assertEquals(outcomes, count(all, FindingKind.ASSERTION), "by all interleavings");
    }
    try (Compiled compiled = new Compiled(directory, PROGRAM.formatted(first, second, main))) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(outcomes, count(outcome, FindingKind.ASSERTION), "outcomes");
      assertEquals(classes, outcome.executions(), "classes");
    }
  }

  private static long count(Outcome outcome, FindingKind kind) {
    return outcome.findings().stream().filter(finding -> finding.kind() == kind).count();
  }

  @Test
  void loadOfTwoVariablesReadsBothAtOnce() throws IOException {
    check(
        6,
        4,
        "p.one.x = 1",
        "p.one.y = 1",
        "union pair q; q.both = p.both; seen = q.one.x + 10 * q.one.y");
  }

  @Test
  void copyOfStructureReadsAndWritesAtOnce() throws IOException {
    check(6, 4, "s.x = 1", "s.y = 1", "t = s; seen = t.x + 10 * t.y");
  }

  @Test
  void functionOfTheLibraryReadsAllAtOnce() throws IOException {
    check(6, 4, "s.x = 1", "s.y = 1", "memcpy(&t, &s, (size_t)size); seen = t.x + 10 * t.y");
  }
}
