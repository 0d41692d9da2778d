package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.Feature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops of C programs that wait by looking: every strategy finds the same, and executions at random
 * are of the classes that the search knows.
 */
class SpinsTest {
  private static final String HEAD =
      """
      #define _GNU_SOURCE
      #include <assert.h>
      #include <pthread.h>
      #include <sched.h>
      #include <semaphore.h>
      #include <stdatomic.h>
      #include <unistd.h>
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
      static atomic_int x, y, z;
      static int count;
      static void *code(void *number);
      static void run(long threads) {
        pthread_t all[4];
        for (long i = 0; i < threads; i++) {
          pthread_create(&all[i], NULL, code, (void *)i);
        }
        for (long i = 0; i < threads; i++) {
          pthread_join(all[i], NULL);
        }
      }
      """;

  private static final List<StrategyKind> REDUCING =
      List.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR);

  /** Enough that a class which is left out is met. */
  private static final int AUDITED = 300;

  @TempDir Path directory;

  private static String source(String program) {
    return HEAD
        + switch (program) {
          case "a flag" ->
              """
              static void *code(void *i) {
                if (i == 0) { y = 1; y = 2; x = 1; } else { while (!x) { } }
                return i;
              }
              int main(void) { run(2); }
              """;
          case "a flag that main waits for" ->
              """
              static void *code(void *i) { count = 1; x = 1; return i; }
              int main(void) {
                pthread_t t;
                pthread_create(&t, NULL, code, NULL);
                while (!atomic_load(&x)) { }
                assert(count == 1);
                pthread_join(t, NULL);
              }
              """;
          case "a ticket lock" ->
              """
              static void *code(void *i) {
                int mine = atomic_fetch_add(&x, 1);
                while (atomic_load(&y) != mine) { }
                count++;
                atomic_store(&y, mine + 1);
                return i;
              }
              int main(void) { run(3); assert(count == 3); }
              """;
          case "Peterson" ->
              """
              static atomic_int wants[2];
              static void *code(void *i) {
                int me = (int)(long)i;
                wants[me] = 1;
                x = 1 - me;
                while (wants[1 - me] && x == 1 - me) { }
                count++;
                wants[me] = 0;
                return i;
              }
              int main(void) { run(2); assert(count == 2); }
              """;
          case "others write beside" ->
              """
              struct pair { atomic_int flag; int a, b; };
              static void *code(void *p) { struct pair *s = p; s->a = 1; s->flag++; return p; }
              static void *more(void *p) { struct pair *s = p; s->b = 1; s->flag++; return p; }
              int main(void) {
                struct pair s = {0};
                pthread_t t, u;
                pthread_create(&t, NULL, code, &s);
                pthread_create(&u, NULL, more, &s);
                while (s.flag < 2) { }
                assert(s.a + s.b == 2);
                pthread_join(t, NULL);
                pthread_join(u, NULL);
              }
              """;
          case "a loop in a loop" ->
              """
              static int is_free(void) { return !atomic_load(&x); }
              static void *code(void *i) {
                do {
                  while (!is_free()) { sched_yield(); }
                } while (atomic_exchange(&x, 1));
                count++;
                x = 0;
                return i;
              }
              int main(void) { run(2); assert(count == 2); }
              """;
          case "under a mutex" ->
              """
              static void *code(void *i) {
                if (i == 0) {
                  pthread_mutex_lock(&m); count++; pthread_mutex_unlock(&m);
                  pthread_mutex_lock(&m); count++; pthread_mutex_unlock(&m);
                  return i;
                }
                for (int seen = 0; seen < 2;) {
                  pthread_mutex_lock(&m);
                  seen = count;
                  pthread_mutex_unlock(&m);
                  usleep(1000);
                }
                return i;
              }
              int main(void) { run(2); }
              """;
          case "two readers" ->
              """
              static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
              static void *code(void *i) {
                if (i == 0) {
                  pthread_rwlock_wrlock(&l); count = 1; pthread_rwlock_unlock(&l);
                  return i;
                }
                for (int seen = 0; !seen;) {
                  pthread_rwlock_rdlock(&l);
                  seen = count;
                  pthread_rwlock_unlock(&l);
                  sched_yield();
                }
                return i;
              }
              int main(void) { run(3); }
              """;
          case "two who try to read" ->
              """
              static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
              static int look(void) {
                if (pthread_rwlock_tryrdlock(&l)) return 0;
                int seen = count;
                pthread_rwlock_unlock(&l);
                return seen;
              }
              static void *code(void *i) {
                if (i == 0) {
                  pthread_rwlock_wrlock(&l); count = 1; pthread_rwlock_unlock(&l);
                } else {
                  while (!look()) { }
                }
                return i;
              }
              int main(void) { run(3); }
              """;
          case "two with permits" ->
              """
              static sem_t s;
              static void *code(void *i) {
                if (i == 0) { x = 1; return i; }
                for (int seen = 0; !seen;) {
                  sem_wait(&s);
                  seen = x;
                  sem_post(&s);
                }
                return i;
              }
              int main(void) { sem_init(&s, 0, 3); run(3); }
              """;
          case "nobody sets it for two readers" ->
              """
              static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
              static void *code(void *i) {
                for (int seen = 0; !seen;) {
                  pthread_rwlock_rdlock(&l);
                  seen = x;
                  pthread_rwlock_unlock(&l);
                }
                return i;
              }
              int main(void) { run(2); }
              """;
          case "it may be missed" ->
              """
              static void *code(void *i) {
                if (i == 0) { while (x != 1) { } } else { atomic_fetch_add(&x, 1); }
                return i;
              }
              int main(void) { run(3); }
              """;
          case "nobody sets it" ->
              """
              static void *code(void *i) { y = 1; while (!x) { } return i; }
              int main(void) { run(1); }
              """;
          case "philosophers" ->
              """
              static void *code(void *i) {
                pthread_mutex_t *first = i == 0 ? &m : &n, *second = i == 0 ? &n : &m;
                for (;;) {
                  pthread_mutex_lock(first);
                  if (pthread_mutex_trylock(second) == 0) break;
                  pthread_mutex_unlock(first);
                }
                pthread_mutex_unlock(second);
                pthread_mutex_unlock(first);
                return i;
              }
              int main(void) { run(2); }
              """;
          default -> throw new AssertionError(program);
        };
  }

  @ParameterizedTest
  @CsvSource({
    "a flag, 2",
    "a flag that main waits for, 2",
    "a ticket lock, 30",
    "Peterson, 10",
    "others write beside, 6",
    "a loop in a loop, 8",
    "under a mutex, 7",
    "two readers, 9",
    "two who try to read, 36",
  })
  void everyStrategyFindsTheSameClasses(String program, int classes) throws IOException {
    for (StrategyKind strategy : REDUCING) {
      Outcome outcome = explore(program, strategy);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end(), strategy.id());
      assertEquals(List.of(), outcome.findings(), strategy.id());
      assertEquals(classes, outcome.executions() - outcome.blocked(), strategy.id());
      assertNull(outcome.audit().missed(), strategy.id());
      assertEquals(AUDITED, outcome.audit().compared(), strategy.id());
    }
    Outcome naive = explore(program, StrategyKind.NAIVE);
    assertEquals(Outcome.End.EXHAUSTED, naive.end());
    assertEquals(List.of(), naive.findings());
  }

  /** Permits that are taken and given back in a round: too many interleavings to try each. */
  @Test
  void aPermitThatIsTakenAndGivenBackIsNoChange() throws IOException {
    for (StrategyKind strategy : REDUCING) {
      Outcome outcome = explore("two with permits", strategy);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end(), strategy.id());
      assertEquals(List.of(), outcome.findings(), strategy.id());
      assertEquals(146, outcome.executions() - outcome.blocked(), strategy.id());
      assertNull(outcome.audit().missed(), strategy.id());
    }
  }

  /** Each round takes a mutex: somebody who tries to take it may find it taken in each. */
  private static String roundsThatTakeAMutex(String who) {
    return HEAD
        + """
        static int try(void) {
          if (pthread_mutex_trylock(&m) != 0) return 0;
          pthread_mutex_unlock(&m);
          return 1;
        }
        static void *takes(void *i) {
          while (!x) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
          return i;
        }
        static void *code(void *i) { return i == 0 ? takes(i) : tries(i); }
        int main(void) { run(2); }
        """
            .replace("static void *code", who + "\nstatic void *code");
  }

  @ParameterizedTest
  @CsvSource({"OPTIMAL", "SOURCE", "DPOR", "NAIVE"})
  void aRoundThatOthersNoticeCounts(StrategyKind strategy) throws IOException {
    String who =
        """
        static void *tries(void *i) {
          int taken = 0;
          for (int k = 0; k < 3; k++) { taken += !try(); }
          x = 1;
          assert(taken < 3);
          return i;
        }
        """;
    try (Compiled compiled = new Compiled(directory, roundsThatTakeAMutex(who))) {
      Outcome outcome = compiled.explore(strategy, false);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end());
      assertFalse(outcome.findings().isEmpty());
    }
  }

  /** Two rounds of the one in one round of the other: if that is not found, it is not denied. */
  @Test
  void roundsThatNoticeEachOtherTwiceAreNotTakenForIdle() throws IOException {
    String who =
        """
        static void *tries(void *i) {
          while (!x) {
            int first = try(), second = try();
            if (!first && !second) { x = 2; }
          }
          assert(x != 2);
          return i;
        }
        """;
    try (Compiled compiled = new Compiled(directory, roundsThatTakeAMutex(who))) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false, AUDITED);
      boolean isFound =
          outcome.findings().stream().anyMatch(finding -> finding.message().contains("x != 2"));
      assertTrue(isFound || outcome.end() == Outcome.End.CUT_SHORT, () -> "" + outcome);
      if (!isFound) {
        assertTrue(compiled.program().has(Feature.NOTICED_ROUNDS));
      }
    }
  }

  /** What is held more than once is not in the memory of the program. */
  @Test
  void toTakeALockOnceMoreIsAChange() throws IOException {
    String reads =
        """
        static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
        static void *code(void *i) {
          if (i == 0) { x = 1; return i; }
          pthread_rwlock_rdlock(&l);
          while (!x) { pthread_rwlock_rdlock(&l); }
          pthread_rwlock_unlock(&l);
          assert(pthread_rwlock_trywrlock(&l) == 0);
          return i;
        }
        int main(void) { run(2); }
        """;
    try (Compiled compiled = new Compiled(directory, HEAD + reads)) {
      Outcome outcome =
          new Exploration(
                  compiled.program(),
                  new SearchOptions(
                      StrategyKind.OPTIMAL,
                      Budget.UNLIMITED,
                      false,
                      false,
                      1,
                      SearchOptions.DEFAULT_PLAN_CAP),
                  Observers.standard(compiled.program()),
                  progress -> true)
              .explore();
      assertFalse(outcome.findings().isEmpty());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nobody sets it",
    "nobody sets it for two readers",
    "it may be missed",
    "philosophers",
  })
  void everyStrategyFindsTheLivelock(String program) throws IOException {
    for (StrategyKind strategy :
        List.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR, StrategyKind.NAIVE)) {
      Outcome outcome = explore(program, strategy);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end(), strategy.id());
      assertFalse(outcome.findings().isEmpty(), strategy.id());
      assertTrue(
          outcome.findings().stream()
              .allMatch(finding -> finding.message().contains("goes round for ever")),
          strategy.id());
      assertNull(outcome.audit().missed(), strategy.id());
    }
  }

  /** What a round does to something that is not in memory: after some rounds the answer is yes. */
  private static String changesOutside(String what) {
    String call =
        switch (what) {
          case "draws a number" -> "return rand() % 16 == 0;";
          case "draws a number of the other kind" -> "return lrand48() % 16 == 0;";
          case "draws a number of the system" ->
              "unsigned char c; getentropy(&c, 1); int is = c < 16; c = 0; return is;";
          case "reads from a pipe" -> "char c; read(ends[0], &c, 1); return c == 'q';";
          case "reads a file to its end" -> "char c; return read(file, &c, 1) == 0;";
          case "writes a file" -> "write(file, \"x\", 1); return lseek(file, 0, SEEK_CUR) > 40;";
          case "seeks" -> "return lseek(file, 1, SEEK_CUR) > 40;";
          case "copies a descriptor" -> "return dup(0) > 30;";
          case "copies a descriptor in another way" -> "return fcntl(0, F_DUPFD, 0) > 30;";
          case "has a mapping" -> "return ++*map == 20;";
          case "keeps a value for the thread" ->
              "char *v = pthread_getspecific(key); pthread_setspecific(key, v + 1);"
                  + " return v == (char *)20;";
          case "blocks signals" ->
              "sigset_t all; sigprocmask(SIG_BLOCK, NULL, &all); int i = 1;"
                  + " while (sigismember(&all, i)) i++; sigaddset(&all, i);"
                  + " pthread_sigmask(SIG_BLOCK, &all, NULL); return i > 20;";
          case "names itself" ->
              "char name[20]; pthread_getname_np(pthread_self(), name, 16);"
                  + " int length = strlen(name); name[length] = 'x'; name[length + 1] = 0;"
                  + " return pthread_setname_np(pthread_self(), name) != 0;";
          default -> throw new AssertionError(what);
        };
    return """
        #include <fcntl.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        static int file, ends[2], *map;
        static pthread_key_t key;
        static void prepare(void) {
          static const char text[] = "xxxxxxxxxxxxxxxxxxxxxxxq";
          pipe(ends);
          write(ends[1], text, sizeof text);
          file = open("/tmp/x", O_CREAT | O_RDWR, 0600);
          write(file, "xxxxxxxxxxxxxxxxxxxx", 20);
          lseek(file, 0, SEEK_SET);
          pthread_key_create(&key, NULL);
          map = MAP;
        }
        static void *code(void *i) { return i; }
        __attribute__((noinline)) static int enough(void) { CALL }
        static void *gives(void *i) { while (!x) { if (enough()) { x = 1; } } return i; }
        static void *waits(void *i) { while (!x) { if (enough()) { abort(); } } return i; }
        """
        .replace(
            "MAP;", // what is there is a part of the state, too
            what.equals("has a mapping")
                ? "mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"
                : "NULL;")
        .replace("CALL", call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "draws a number",
        "draws a number of the other kind",
        "draws a number of the system",
        "reads from a pipe",
        "reads a file to its end",
        "writes a file",
        "seeks",
        "copies a descriptor",
        "copies a descriptor in another way",
        "has a mapping",
        "keeps a value for the thread",
        "blocks signals",
        "names itself",
      })
  void whatIsChangedOutsideOfTheMemoryCounts(String what) throws IOException {
    String head = HEAD + changesOutside(what);
    String gives =
        """
        int main(void) {
          pthread_t t;
          prepare();
          pthread_create(&t, NULL, gives, NULL);
          pthread_join(t, NULL);
        }
        """;
    try (Compiled compiled = new Compiled(directory, head + gives)) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end());
      assertEquals(List.of(), outcome.findings());
    }
    String waits =
        """
        int main(void) {
          pthread_t t;
          prepare();
          pthread_create(&t, NULL, waits, NULL);
          x = 1;
          pthread_join(t, NULL);
        }
        """;
    try (Compiled compiled = new Compiled(directory, head + waits)) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end());
      assertEquals(
          List.of("abort was called"), outcome.findings().stream().map(Finding::message).toList());
    }
  }

  /** What is printed nobody finds again. */
  @Test
  void toPrintIsNoChange() throws IOException {
    String prints =
        """
        #include <stdio.h>
        static void *code(void *i) { x = 1; return i; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, NULL, code, NULL);
          while (!x) { puts("not yet"); fflush(stdout); }
          pthread_join(t, NULL);
        }
        """;
    try (Compiled compiled = new Compiled(directory, HEAD + prints)) {
      Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(Outcome.End.EXHAUSTED, outcome.end());
      assertEquals(List.of(), outcome.findings());
      assertTrue(outcome.executions() < 10, () -> outcome.executions() + " executions");
    }
  }

  /** To put the memory back is enough: the first executions are the same. */
  @Test
  void loopsNeedNoProcessForEachExecution() throws IOException {
    try (Compiled compiled = new Compiled(directory, source("a flag that main waits for"))) {
      compiled.explore(StrategyKind.OPTIMAL, false);
      assertEquals(List.of(), compiled.program().notes());
    }
  }

  private Outcome explore(String program, StrategyKind strategy) throws IOException {
    try (Compiled compiled = new Compiled(directory, source(program))) {
      return compiled.explore(strategy, false, AUDITED);
    }
  }
}
