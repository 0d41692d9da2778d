package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory that is neither data nor heap nor stack is watched like these, and put back. */
class MapsTest {
  private static final String HEAD =
      """
      #define _GNU_SOURCE
      #include <assert.h>
      #include <fcntl.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/ipc.h>
      #include <sys/mman.h>
      #include <sys/shm.h>
      #include <unistd.h>
      enum { RIGHTS = PROT_READ | PROT_WRITE, OWN = MAP_PRIVATE | MAP_ANONYMOUS };
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static char *shared, **words;
      static void *anonymous(size_t size, int rights) {
        char *map = mmap(NULL, size, rights, OWN, -1, 0);
        assert(map != MAP_FAILED);
        return map;
      }
      static int file(void) {
        int f = open("/tmp/clew-maps-test", O_RDWR | O_CREAT | O_TRUNC, 0600);
        ftruncate(f, 4096);
        return f;
      }
      __attribute__((noinline)) static char *make(void) { MAKE; }
      """;

  /** The first byte is increased by two threads. */
  private static final String INCREASES =
      """
      static void *work(void *unused) {
        LOCK;
        (*shared)++;
        UNLOCK;
        return unused;
      }
      int main(int count, char **arguments) {
        words = arguments + 0 * count;
        pthread_t t;
        shared = make();
        int begin = *shared;
        pthread_create(&t, NULL, work, NULL);
        work(NULL);
        pthread_join(t, NULL);
        assert(*shared == begin + 2);
        assert(begin == BEGIN);
      }
      """;

  /** A function of a thread beside one of main. */
  private static final String PAIR =
      """
      static void *work(void *unused) { OTHER; return unused; }
      int main(void) {
        pthread_t t;
        shared = make();
        pthread_create(&t, NULL, work, NULL);
        MAIN;
        pthread_join(t, NULL);
        LAST;
      }
      """;

  @TempDir Path directory;

  private static String source(String program, String make) {
    return (HEAD + program).replace("MAKE;", make.contains("return") ? make : "return " + make);
  }

  private static String increases(String make, boolean isLocked, int begin) {
    return source(INCREASES, make)
        .replace("UNLOCK;", isLocked ? "pthread_mutex_unlock(&m);" : "")
        .replace("LOCK;", isLocked ? "pthread_mutex_lock(&m);" : "")
        .replace("BEGIN", Integer.toString(begin));
  }

  private static String pair(String make, String other, String main, String last) {
    return source(PAIR, make)
        .replace("OTHER;", other)
        .replace("MAIN;", main)
        .replace("LAST;", last);
  }

  private Outcome explore(StrategyKind strategy, String source) throws IOException {
    try (Compiled compiled = new Compiled(directory, source)) {
      return compiled.explore(strategy, true);
    }
  }

  private static boolean has(Outcome outcome, FindingKind kind) {
    return outcome.findings().stream().anyMatch(finding -> finding.kind() == kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anonymous(4096, RIGHTS);",
        "anonymous(1 << 20, RIGHTS) + 5000;",
        "mmap(NULL, 4096, RIGHTS, MAP_SHARED | MAP_ANONYMOUS, -1, 0);",
        "mmap(NULL, 4096, RIGHTS, MAP_SHARED, file(), 0);",
        "mmap(NULL, 4096, RIGHTS, MAP_PRIVATE, file(), 0);",
        "mremap(anonymous(4096, RIGHTS), 4096, 1 << 16, MREMAP_MAYMOVE);",
        "mmap(anonymous(1l << 33, PROT_NONE) + 8192, 4096, RIGHTS, OWN | MAP_FIXED, -1, 0);",
        "char *r = anonymous(1l << 33, PROT_NONE); mprotect(r + 4096, 8192, RIGHTS);"
            + " return r + 4096;",
        "char *r = anonymous(8192, RIGHTS); anonymous(4096, RIGHTS);"
            + " return mremap(r, 8192, 1 << 16, MREMAP_MAYMOVE);",
        "sbrk(100);",
        "char *end = sbrk(0); brk(end + 100); return end;",
      })
  void updateIsLostThere(String make) throws IOException {
    for (StrategyKind strategy : List.of(StrategyKind.OPTIMAL, StrategyKind.NAIVE)) {
      Outcome outcome = explore(strategy, increases(make, false, 0));
      assertTrue(has(outcome, FindingKind.DATA_RACE), strategy + ": " + outcome.findings());
      assertTrue(has(outcome, FindingKind.ASSERTION), strategy + ": " + outcome.findings());
    }
    Outcome locked = explore(StrategyKind.OPTIMAL, increases(make, true, 0));
    assertEquals(List.of(), locked.findings());
    assertEquals(2, locked.executions());
  }

  @ParameterizedTest
  @ValueSource(strings = {"words[0] + strlen(words[0]);", "getenv(\"PATH\") - 5;"})
  void updateOfWordsThatTheProgramIsGivenIsLost(String make) throws IOException {
    int begin = make.startsWith("words") ? 0 : 'P';
    Outcome outcome = explore(StrategyKind.OPTIMAL, increases(make, false, begin));
    assertTrue(has(outcome, FindingKind.DATA_RACE), () -> outcome.findings().toString());
    assertTrue(has(outcome, FindingKind.ASSERTION), () -> outcome.findings().toString());
    assertEquals(List.of(), explore(StrategyKind.OPTIMAL, increases(make, true, begin)).findings());
  }

  @Test
  void mapsFromBeforeMainArePutBack() throws IOException {
    String constructor =
        """
        static char *early, *set_aside;
        __attribute__((constructor)) static void prepare(void) {
          early = anonymous(1 << 22, RIGHTS);
          early[70000] = 7;
          set_aside = anonymous(1 << 22, PROT_NONE);
          sbrk(5000);
          *((char *)sbrk(0) - 1) = 9;
        }
        """;
    String checked =
        "assert(early[70000]++ == 7); munmap(early, 4096); assert((*((char *)sbrk(0) - 1))++ == 9);"
            + " mprotect(set_aside, 4096, RIGHTS); assert((*set_aside)++ == 0);"
            + " sbrk(10000); return anonymous(9, RIGHTS);";
    String source = increases(checked, true, 0);
    int at = source.indexOf("__attribute__");
    Outcome outcome =
        explore(StrategyKind.NAIVE, source.substring(0, at) + constructor + source.substring(at));
    assertEquals(List.of(), outcome.findings());
    assertTrue(outcome.executions() > 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"OPTIMAL", "NAIVE"})
  void useAfterUnmappingIsFoundWhereItMayHappen(StrategyKind strategy) throws IOException {
    String make = "anonymous(16384, RIGHTS);";
    Outcome beside = explore(strategy, pair(make, "*shared = 1;", "munmap(shared, 4096);", ""));
    assertTrue(has(beside, FindingKind.CRASH), () -> beside.findings().toString());
    assertTrue(has(beside, FindingKind.DATA_RACE), () -> beside.findings().toString());
    Outcome after =
        explore(strategy, pair(make, "", "", "*shared = 1; munmap(shared, 4096); *shared = 1;"));
    assertTrue(
        after.findings().get(0).message().startsWith("use after unmapping: writes memory"),
        () -> after.findings().toString());
    Outcome elsewhere =
        explore(
            strategy, pair(make, "shared[4096] = 1;", "*shared = 1; munmap(shared, 4096);", ""));
    assertEquals(List.of(), elsewhere.findings());
  }

  @ParameterizedTest
  @CsvSource({
    // rights before, rights after, what the other thread does, whether it may fault
    "RIGHTS,     PROT_READ,  *shared = 1;,       true",
    "RIGHTS,     PROT_READ,  assert(!*shared);,  false",
    "RIGHTS,     PROT_NONE,  assert(!*shared);,  true",
    "PROT_NONE,  RIGHTS,     assert(!*shared);,  true",
    "PROT_READ,  RIGHTS,     *shared = 1;,       true",
    "PROT_READ,  RIGHTS,     assert(!*shared);,  false",
    "RIGHTS,     RIGHTS,     *shared = 1;,       false",
  })
  void changeOfRightsIsAnAccess(String before, String after, String other, boolean mayFault)
      throws IOException {
    String change = "mprotect(shared, 4096, " + after + ");";
    for (StrategyKind strategy : List.of(StrategyKind.OPTIMAL, StrategyKind.NAIVE)) {
      Outcome outcome =
          explore(strategy, pair("anonymous(16384, " + before + ");", other, change, ""));
      assertEquals(mayFault, has(outcome, FindingKind.CRASH), () -> outcome.findings().toString());
      assertEquals(mayFault, !outcome.findings().isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return mmap((void *)0x10000000, 4096, RIGHTS, OWN | MAP_FIXED, -1, 0);",
        "return shmat(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), NULL, 0);",
        "int f = file(); mmap(NULL, 4096, RIGHTS, MAP_SHARED, f, 0);"
            + " return mmap(NULL, 4096, PROT_READ, MAP_SHARED, f, 0);",
        "munmap(&m, 4096); char *on_stack = (char *)((long)&on_stack & -4096);"
            + " munmap(on_stack, 4096); return 0;",
        "anonymous(1l << 38, PROT_NONE); return 0;",
      })
  void whatCannotBeWatchedIsRefused(String make) throws IOException {
    try (Compiled compiled = new Compiled(directory, pair(make, "", "", ""))) {
      assertThrows(UnusableProgram.class, compiled::explore);
    }
  }

  @Test
  void twoThreadsThatMoveTheEndOfTheDataAreRefused() throws IOException {
    try (Compiled compiled = new Compiled(directory, pair("NULL;", "sbrk(16);", "sbrk(16);", ""))) {
      UnusableProgram refused = assertThrows(UnusableProgram.class, compiled::explore);
      assertTrue(String.valueOf(refused.getMessage()).contains("move the end of its data"));
    }
  }

  /** The same file may be mapped again when it was unmapped, other parts of it at any time. */
  @Test
  void partsOfFilesMayBeMapped() throws IOException {
    String make =
        "int f = file(); ftruncate(f, 8192); char *a = mmap(NULL, 4096, RIGHTS, MAP_SHARED, f, 0);"
            + " *a = 3; mmap(NULL, 4096, RIGHTS, MAP_SHARED, f, 4096); munmap(a, 4096);"
            + " return mmap(NULL, 4096, RIGHTS, MAP_SHARED, f, 0);";
    assertEquals(List.of(), explore(StrategyKind.OPTIMAL, increases(make, true, 3)).findings());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "char **map = anonymous(1l << 33, RIGHTS); map[1000000] = malloc(10); return (char *)map;",
        "int f = file(); ftruncate(f, 100);"
            + " char **map = mmap(NULL, 8192, RIGHTS, MAP_SHARED, f, 0); *map = malloc(10);"
            + " return (char *)map;",
        "char **map = anonymous(4096, RIGHTS); *map = malloc(10);"
            + " mprotect(map, 4096, PROT_NONE); return (char *)map;",
      })
  void whatMapsLeadToIsNoLeak(String make) throws IOException {
    assertEquals(List.of(), explore(StrategyKind.OPTIMAL, pair(make, "", "", "")).findings());
    Outcome lost =
        explore(
            StrategyKind.OPTIMAL,
            pair(
                "strcpy(malloc(10), words == NULL ? \"a\" : \"b\"); shared = NULL; return shared;",
                "",
                "",
                ""));
    assertEquals(List.of(FindingKind.LEAK), lost.findings().stream().map(Finding::kind).toList());
  }

  /** A round that changes nothing is idle, with maps as without. */
  @Test
  void loopsWaitIdlyBesideMaps() throws IOException {
    String waits =
        pair(
            "anonymous(4096, RIGHTS);",
            "__atomic_store_n(shared, 1, __ATOMIC_SEQ_CST);",
            "while (__atomic_load_n(shared, __ATOMIC_SEQ_CST) == 0) {}",
            "");
    Outcome outcome = explore(StrategyKind.OPTIMAL, waits);
    assertEquals(Outcome.End.EXHAUSTED, outcome.end());
    assertEquals(List.of(), outcome.findings());
    assertTrue(outcome.executions() < 5, () -> outcome.executions() + " executions");
  }
}
