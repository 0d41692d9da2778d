package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C programs that end while threads are left: the end stops nobody, and it comes last. */
class EndsTest {
  private static final String HEAD =
      """
      #define _GNU_SOURCE
      #include <assert.h>
      #include <pthread.h>
      #include <sched.h>
      #include <semaphore.h>
      #include <stdatomic.h>
      #include <stdlib.h>
      #include <unistd.h>
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static sem_t q, done;
      static atomic_int x;
      static void *first(void *n);
      static void *second(void *n);
      static void begin(void *(*code)(void *)) {
        pthread_t thread;
        pthread_create(&thread, NULL, code, NULL);
        pthread_detach(thread);
      }
      """;

  private static final List<StrategyKind> STRATEGIES =
      List.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR, StrategyKind.NAIVE);

  @TempDir Path directory;

  /** What every strategy says of the program, in the first words of each finding. */
  private Set<String> findings(String source) throws IOException {
    try (Compiled compiled = new Compiled(directory, HEAD + source)) {
      Set<String> all = new TreeSet<>();
      for (StrategyKind strategy : STRATEGIES) {
        Outcome outcome = compiled.explore(strategy, false);
        assertEquals(Outcome.End.EXHAUSTED, outcome.end(), strategy.id());
        Set<String> found = new TreeSet<>();
        for (Finding finding : outcome.findings()) {
          found.add(finding.message().replaceFirst(" \\(.*", ""));
        }
        all.addAll(found);
        assertEquals(all, found, strategy.id());
      }
      return all;
    }
  }

  private long classes(String source) throws IOException {
    try (Compiled compiled = new Compiled(directory, HEAD + source)) {
      return compiled.explore(StrategyKind.OPTIMAL, false).executions();
    }
  }

  @Test
  void whatIsBlockedAtAMutexWhenMainReturnsRaces() throws IOException {
    String source =
        """
        static void *first(void *n) { pthread_mutex_lock(&m); sem_post(&done); return n; }
        static void *second(void *n) { pthread_mutex_lock(&m); %s sem_post(&done); return n; }
        int main(void) {
          sem_init(&done, 0, 0);
          begin(first);
          begin(second);
          sem_wait(&done);
          return 0;
        }
        """;
    assertEquals(Set.of("abort was called"), findings(source.formatted("abort();")));
    assertEquals(2, classes(source.formatted("")));
  }

  @Test
  void whatIsBlockedAtASemaphoreRaces() throws IOException {
    String source =
        """
        static void *first(void *n) { sem_wait(&q); sem_post(&done); return n; }
        static void *second(void *n) { sem_wait(&q); %s sem_post(&done); return n; }
        int main(void) {
          sem_init(&q, 0, 0);
          sem_init(&done, 0, 0);
          begin(first);
          begin(second);
          sem_post(&q);
          sem_wait(&done);
          exit(0);
        }
        """;
    assertEquals(Set.of("abort was called"), findings(source.formatted("abort();")));
    assertEquals(2, classes(source.formatted("")));
  }

  @Test
  void workersLeftInAQueueRace() throws IOException {
    String source =
        """
        static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
        static int jobs, finished;
        static void work(void) {
          for (;;) {
            pthread_mutex_lock(&m);
            while (jobs == 0) {
              pthread_cond_wait(&some, &m);
            }
            jobs--;
            pthread_mutex_unlock(&m);
            sem_post(&done);
          }
        }
        static void *first(void *n) { work(); return n; }
        static void *second(void *n) {
          pthread_mutex_lock(&m);
          while (jobs == 0) {
            pthread_cond_wait(&some, &m);
          }
          abort();
          return n;
        }
        int main(void) {
          sem_init(&done, 0, 0);
          begin(first);
          begin(second);
          pthread_mutex_lock(&m);
          jobs = 1;
          pthread_cond_signal(&some);
          pthread_mutex_unlock(&m);
          sem_wait(&done);
          return finished;
        }
        """;
    assertEquals(Set.of("abort was called"), findings(source));
  }

  @Test
  void aThreadThatIsLeftRunsOnAfterAYield() throws IOException {
    String source =
        """
        static void *first(void *n) { sched_yield(); assert(x == 0); return n; }
        int main(void) {
          begin(first);
          x = 1;
          return 0;
        }
        """;
    assertEquals(Set.of("assertion failed: x == 0"), findings(source));
  }

  @Test
  void aThreadThatGoesRoundForEverDoesNotKeepTheProgramFromEnding() throws IOException {
    String source =
        """
        static void *first(void *n) { for (;;) { x++; usleep(10); } return n; }
        int main(void) {
          begin(first);
          assert(x != %s);
          return 0;
        }
        """;
    assertEquals(Set.of(), findings(source.formatted("-1")));
    assertEquals(Set.of("assertion failed: x != 1"), findings(source.formatted("1")));
  }

  @Test
  void aHandlerThatWaitsForWhatAThreadKeepsIsADeadlock() throws IOException {
    String source =
        """
        static void handle(void) { pthread_mutex_lock(&m); }
        static void *first(void *n) { pthread_mutex_lock(&m); sem_wait(&q); return n; }
        int main(void) {
          sem_init(&q, 0, 0);
          atexit(handle);
          begin(first);
          return 0;
        }
        """;
    try (Compiled compiled = new Compiled(directory, HEAD + source)) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(2, outcome.executions());
      assertEquals(1, outcome.deadlocks());
    }
  }

  @Test
  void whoExitsNeverEnds() throws IOException {
    String source =
        """
        static pthread_t creator;
        static void *first(void *n) { pthread_join(creator, NULL); abort(); return n; }
        int main(void) {
          creator = pthread_self();
          begin(first);
          exit(0);
        }
        """;
    assertEquals(Set.of(), findings(source));
  }

  @Test
  void theFirstExitCallsTheHandlersAndASecondOneWaits() throws IOException {
    String source =
        """
        static void handle(void) { x = 1; sem_post(&q); }
        static void *first(void *n) { sem_wait(&q); exit(3); return n; }
        int main(void) {
          sem_init(&q, 0, 0);
          atexit(handle);
          begin(first);
          return 0;
        }
        """;
    assertEquals(Set.of(), findings(source));
    String either =
        """
        static void *first(void *n) { exit(3); return n; }
        int main(void) {
          begin(first);
          return 0;
        }
        """;
    assertEquals(Set.of("the program exited with status 3"), findings(either));
  }

  @Test
  void mainThatLeavesWaitsForTheOthers() throws IOException {
    String source =
        """
        static void *first(void *n) { sem_wait(&q); return n; }
        int main(void) {
          sem_init(&q, 0, %d);
          begin(first);
          pthread_exit(NULL);
        }
        """;
    try (Compiled compiled = new Compiled(directory, HEAD + source.formatted(0))) {
      assertEquals(1, compiled.explore(StrategyKind.OPTIMAL, false).deadlocks());
    }
    assertEquals(Set.of(), findings(source.formatted(1)));
  }

  /** Whom it waits for is told as of the end, not as of the moment in which it came there. */
  @Test
  void mainThatLeavesWaitsForThreadsThatAreStartedLater() throws IOException {
    String source =
        """
        static void *first(void *n) { begin(second); return n; }
        static void *second(void *n) { sem_wait(&q); return n; }
        int main(void) {
          sem_init(&q, 0, 0);
          begin(first);
          pthread_mutex_lock(&m);
          pthread_exit(NULL);
        }
        """;
    try (Compiled compiled = new Compiled(directory, HEAD + source)) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false, 100);
      assertEquals(1, outcome.executions());
      assertEquals(1, outcome.findings().size());
      assertEquals(FindingKind.DEADLOCK, outcome.findings().get(0).kind());
      assertNull(outcome.audit().missed());
      assertEquals(100, outcome.audit().compared());
    }
  }

  /** A program whose main thread leaves, with two others. */
  private static String leaving(String first, String second, String main) {
    return """
    static atomic_int y;
    static pthread_t creator;
    static void *first(void *n) { void *r = NULL; %s return r == NULL ? n : NULL; }
    static void *second(void *n) { %s return n; }
    static void handle(void) { assert(x == 1); x = 2; }
    int main(void) {
      creator = pthread_self();
      sem_init(&q, 0, 0);
      begin(first);
      begin(second);
      (void)handle;
      %s
    }
    """
        .formatted(first, second, main);
  }

  @Test
  void whoJoinsMainGetsWhatItLeftWith() throws IOException {
    String join = "pthread_join(creator, &r); assert(r %s &x); assert(x == 1);";
    String main = "x = 1; pthread_exit(&x);";
    assertEquals(Set.of(), findings(leaving(join.formatted("=="), "", main)));
    assertEquals(1, classes(leaving(join.formatted("=="), "", main)));
    assertEquals(
        Set.of("assertion failed: r != &x"), findings(leaving(join.formatted("!="), "", main)));
    String cancelled =
        "pthread_cancel(creator); pthread_join(creator, &r); assert(r == PTHREAD_CANCELED);";
    assertEquals(Set.of(), findings(leaving(cancelled, "", "sem_wait(&q);")));
  }

  @Test
  void mainIsJoinedBeforeAndAfterItLeft() throws IOException {
    String late = "sem_wait(&q); y = x; pthread_join(creator, NULL); assert(x != 0);";
    String other = "x = 2; sem_post(&q);";
    assertEquals(Set.of(), findings(leaving(late, other, "x = 1; pthread_exit(NULL);")));
    assertEquals(3, classes(leaving(late, other, "x = 1; pthread_exit(NULL);")));
    String tried =
        "y = pthread_tryjoin_np(creator, &r) == 0 ? 1 : 2; assert(y == 2 || (r == &x && x == 1));";
    String main = "x = 1; pthread_exit(&x);";
    assertEquals(Set.of(), findings(leaving(tried, "", main)));
    assertEquals(
        Set.of("assertion failed: y != 1"), findings(leaving(tried, "assert(y != 1);", main)));
    assertEquals(
        Set.of("assertion failed: y != 2"), findings(leaving(tried, "assert(y != 2);", main)));
    assertEquals(4, classes(leaving(tried, "assert(y != 3);", main)));
  }

  @Test
  void othersGoOnAfterMainHasLeft() throws IOException {
    String join = "pthread_join(creator, NULL); x = 2;";
    String main = "x = 1; pthread_exit(NULL);";
    assertEquals(
        Set.of("assertion failed: x != 2"), findings(leaving(join, "assert(x != 2);", main)));
    assertEquals(3, classes(leaving(join, "assert(x != 3);", main)));
    assertEquals(
        Set.of("the program exited with status 3"), findings(leaving(join, "exit(3);", main)));
    try (Compiled compiled = new Compiled(directory, HEAD + leaving(join, "sem_wait(&q);", main))) {
      assertEquals(1, compiled.explore(StrategyKind.OPTIMAL, false).deadlocks());
    }
  }

  @Test
  void functionsAreCalledAfterWhoJoinedMainHasEnded() throws IOException {
    String join = "pthread_join(creator, NULL); x = 1;";
    String main = "atexit(handle); pthread_exit(NULL);";
    assertEquals(Set.of(), findings(leaving(join, "", main)));
    assertEquals(Set.of(), findings(leaving(join, "x = 1;", main)));
    assertEquals(Set.of("assertion failed: x == 1"), findings(leaving(join, "x = 3;", main)));
  }

  @Test
  void mainIsJoinedOnceAndNotIfItIsDetached() throws IOException {
    String join = "pthread_join(creator, NULL);";
    String main = "pthread_exit(NULL);";
    assertEquals(Set.of(), findings(leaving("pthread_detach(creator);", "", main)));
    assertEquals(
        Set.of("pthread_join of a detached thread"),
        findings(leaving("pthread_detach(creator); " + join, "", main)));
    assertEquals(
        Set.of("pthread_join of a thread that another one waits to join"),
        findings(leaving(join, join, main)));
    assertEquals(
        Set.of("pthread_join of a thread that was joined before"),
        findings(leaving(join + join, "", main)));
  }

  @Test
  void functionsOfQuickExitAreCalledOnce() throws IOException {
    String source =
        """
        static void handle(void) { assert(x++ == 0); }
        static void *first(void *n) { quick_exit(0); return n; }
        int main(void) {
          at_quick_exit(handle);
          begin(first);
          quick_exit(0);
        }
        """;
    assertEquals(Set.of(), findings(source));
    assertEquals(2, classes(source));
  }

  @Test
  void whoIsFirstMattersOnlyWhereSomethingIsCalledAtTheEnd() throws IOException {
    String source =
        """
        static void handle(void) { x++; }
        %s
        static void *first(void *n) { exit(0); return n; }
        int main(void) {
          %s
          begin(first);
          return 0;
        }
        """;
    assertEquals(1, classes(source.formatted("", "(void)handle;")));
    assertEquals(2, classes(source.formatted("", "atexit(handle);")));
    String destructor = "__attribute__((destructor)) static void last(void) { handle(); }";
    assertEquals(2, classes(source.formatted(destructor, "")));
  }
}
