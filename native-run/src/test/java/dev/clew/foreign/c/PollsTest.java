package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.Feature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loops of C programs that poll with a sleep until a deadline: one round, as long as it makes no
 * difference what the clock said in it.
 */
class PollsTest {
  private static final String HEAD =
      """
      #define _GNU_SOURCE
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stdlib.h>
      #include <sys/time.h>
      #include <time.h>
      #include <unistd.h>
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static atomic_int done, x, y;
      static int ready;
      static void *code(void *number);
      static void nap(long millis) {
        struct timespec time = {millis / 1000, millis % 1000 * 1000000};
        nanosleep(&time, NULL);
      }
      static long now(void) {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return time.tv_sec * 1000 + time.tv_nsec / 1000000;
      }
      static pthread_t begin(long number) {
        pthread_t thread;
        pthread_create(&thread, NULL, code, (void *)number);
        return thread;
      }
      """;

  private static final List<StrategyKind> REDUCING =
      List.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR);

  private static final int AUDITED = 100;

  @TempDir Path directory;

  private static String source(String program) {
    return HEAD
        + switch (program) {
          case "it is done in time" ->
              """
              static void *code(void *i) { done = 1; return i; }
              int main(void) {
                pthread_t t = begin(0);
                long deadline = now() + 5000;
                while (!done && now() < deadline) usleep(10000);
                assert(done);
                pthread_join(t, NULL);
              }
              """;
          case "somebody sleeps" ->
              """
              static void *code(void *i) { sleep(2); done = 1; return i; }
              int main(void) {
                pthread_t t = begin(0);
                struct timeval first, last;
                gettimeofday(&first, NULL);
                while (!done) {
                  gettimeofday(&last, NULL);
                  if (last.tv_sec - first.tv_sec > 4) break;
                  nap(10);
                }
                assert(done);
                pthread_join(t, NULL);
              }
              """;
          case "somebody sleeps longer" ->
              """
              static void *code(void *i) { sleep(8); done = 1; return i; }
              int main(void) {
                pthread_t t = begin(0);
                time_t deadline = time(NULL) + 3;
                while (!done && time(NULL) < deadline) nap(100);
                assert(!done);
                pthread_join(t, NULL);
              }
              """;
          case "nothing comes" ->
              """
              static void *code(void *i) { x = 1; return i; }
              int main(void) {
                pthread_t t = begin(0);
                long deadline = now() + 300;
                while (!done && now() < deadline) nap(10);
                long late = now() - deadline;
                assert(late >= 0 && late < 100 && x);
                pthread_join(t, NULL);
              }
              """;
          case "two deadlines" ->
              """
              static void *code(void *i) {
                long deadline = now() + (i == 0 ? 20 : 60);
                while (!done && now() < deadline) nap(10);
                if (i == 0) x = 1; else y = x;
                return i;
              }
              int main(void) {
                pthread_t t = begin(0), u = begin(1);
                pthread_join(t, NULL);
                pthread_join(u, NULL);
                assert(y == 1);
              }
              """;
          case "two under a mutex" ->
              """
              static int is_ready(void) {
                pthread_mutex_lock(&m);
                int result = ready;
                pthread_mutex_unlock(&m);
                return result;
              }
              static void *code(void *i) {
                if (i == NULL) {
                  sleep(2);
                  pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);
                } else {
                  while (!is_ready()) nap(15);
                }
                return i;
              }
              int main(void) {
                pthread_t t = begin(0), u = begin(1);
                while (!is_ready()) nap(25);
                pthread_join(t, NULL);
                pthread_join(u, NULL);
              }
              """;
          case "under a mutex" ->
              """
              static int is_ready(void) {
                pthread_mutex_lock(&m);
                int result = ready;
                pthread_mutex_unlock(&m);
                return result;
              }
              static void *code(void *i) {
                nap(50);
                pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);
                return i;
              }
              int main(void) {
                pthread_t t = begin(0);
                struct timespec deadline, time;
                clock_gettime(CLOCK_REALTIME, &deadline);
                deadline.tv_sec += 2;
                while (!is_ready()) {
                  clock_gettime(CLOCK_REALTIME, &time);
                  if (time.tv_sec > deadline.tv_sec
                      || (time.tv_sec == deadline.tv_sec && time.tv_nsec >= deadline.tv_nsec)) {
                    abort();
                  }
                  nap(20);
                }
                pthread_join(t, NULL);
              }
              """;
          case "a lock that is tried" ->
              """
              static void *code(void *i) {
                pthread_mutex_lock(&m); nap(30); pthread_mutex_unlock(&m);
                return i;
              }
              int main(void) {
                pthread_t t = begin(0);
                long deadline = now() + 1000;
                int is_mine = 0;
                while (!is_mine && now() < deadline) {
                  is_mine = pthread_mutex_trylock(&m) == 0;
                  if (!is_mine) nap(5);
                }
                assert(is_mine);
                pthread_mutex_unlock(&m);
                pthread_join(t, NULL);
              }
              """;
          case "the last look first" ->
              """
              static void *code(void *i) { done = 1; return i; }
              int main(void) {
                struct timespec deadline, time;
                clock_gettime(CLOCK_MONOTONIC, &time);
                deadline = time;
                deadline.tv_sec += 5;
                pthread_t t = begin(0);
                while (!done && time.tv_sec < deadline.tv_sec) {
                  nap(10);
                  clock_gettime(CLOCK_MONOTONIC, &time);
                }
                assert(done);
                pthread_join(t, NULL);
              }
              """;
          case "who polls is left" ->
              """
              static void *code(void *i) {
                long deadline = now() + 60000;
                while (!done && now() < deadline) nap(10);
                x = 1;
                return i;
              }
              int main(void) { pthread_detach(begin(0)); done = 1; return x > 1; }
              """;
          case "a time is kept" ->
              """
              static void *code(void *i) { done = 1; return i; }
              int main(void) {
                struct timespec first, last;
                clock_gettime(CLOCK_MONOTONIC, &first);
                last = first;
                pthread_t t = begin(0);
                while (!done) {
                  clock_gettime(CLOCK_MONOTONIC, &last);
                  nap(100);
                }
                assert(last.tv_nsec - first.tv_nsec < 800000000);
                pthread_join(t, NULL);
              }
              """;
          case "rounds are counted" ->
              """
              static void *code(void *i) { done = 1; return i; }
              int main(void) {
                pthread_t t = begin(0);
                long waited = 0;
                while (!done && now() > 0) { nap(100); waited += 100; }
                assert(waited < 800);
                pthread_join(t, NULL);
              }
              """;
          case "for ever" ->
              """
              static void *code(void *i) { while (!done && now() > 0) nap(10); return i; }
              int main(void) { pthread_join(begin(0), NULL); }
              """;
          default -> throw new AssertionError(program);
        };
  }

  @ParameterizedTest
  @CsvSource({
    "it is done in time, 2",
    "somebody sleeps, 2",
    "somebody sleeps longer, 1",
    "nothing comes, 1",
    "two deadlines, 1",
    "under a mutex, 3",
    "two under a mutex, 26",
    "a lock that is tried, 4",
    "the last look first, 3",
    "who polls is left, 5",
  })
  void everyStrategyFindsTheSameFewClasses(String program, int classes) throws IOException {
    for (StrategyKind strategy : REDUCING) {
      Outcome outcome = explore(program, strategy);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end(), strategy.id());
      assertEquals(List.of(), outcome.findings(), strategy.id());
      assertEquals(classes, outcome.executions(), strategy.id());
      assertNull(outcome.audit().missed(), strategy.id());
    }
    Outcome naive = explore(program, StrategyKind.NAIVE);
    assertEquals(Outcome.End.EXHAUSTED, naive.end());
    assertEquals(List.of(), naive.findings());
  }

  /** Rounds are explored one by one if what they took makes a difference. */
  @ParameterizedTest
  @CsvSource({"a time is kept", "rounds are counted"})
  void aRoundThatLeavesSomethingBehindIsNoneOfMany(String program) throws IOException {
    for (StrategyKind strategy : List.of(StrategyKind.OPTIMAL, StrategyKind.NAIVE)) {
      Outcome outcome = explore(program, strategy);
      assertFalse(outcome.findings().isEmpty(), strategy.id());
      assertTrue(
          outcome.findings().stream().allMatch(finding -> finding.message().contains("800")),
          strategy.id());
    }
  }

  @Test
  void noThreadDecidesWhatAClockWillShow() throws IOException {
    try (Compiled compiled = new Compiled(directory, source("for ever"))) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(Outcome.End.CUT_SHORT, outcome.end());
      assertEquals(List.of(), outcome.findings());
      assertTrue(compiled.program().has(Feature.ENDLESS_POLLS));
      assertTrue(
          compiled
              .program()
              .cutShort()
              .matches("the loop at .*program.c:\\d+ looks at the clock.*"),
          compiled.program().cutShort());
    }
  }

  private Outcome explore(String program, StrategyKind strategy) throws IOException {
    try (Compiled compiled = new Compiled(directory, source(program))) {
      return compiled.explore(strategy, false, AUDITED);
    }
  }
}
