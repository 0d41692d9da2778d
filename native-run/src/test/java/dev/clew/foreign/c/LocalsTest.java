package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Local and thread-local variables of which others have the address, and their ends. */
class LocalsTest {
  private static final String PROGRAM =
      """
      #include <pthread.h>
      #include <semaphore.h>
      #include <stdatomic.h>
      #include <string.h>
      static sem_t given, seen;
      static int *p;
      static char text[4096];
      static _Thread_local int mine;
      static _Thread_local char much[1 << 17];
      __attribute__((noinline)) static int look(void) { return *p; }
      __attribute__((noinline)) static void give(int *at) { p = at; sem_post(&given); }
      __attribute__((noinline)) static void function(void) { int x = 1; give(&x); WAITS; }
      __attribute__((noinline)) static void large(void) { char x[8192]; p = (int *)x; x[5] = 1; }
      static void *work(void *unused) { WORK; return unused; }
      int main(void) {
        pthread_t t;
        sem_init(&given, 0, 0);
        sem_init(&seen, 0, 0);
        pthread_create(&t, NULL, work, NULL);
        MAIN;
        return text[100] == 77;
      }
      """;

  private static final String JOIN = "pthread_join(t, NULL);";

  @TempDir Path directory;

  private List<Finding> findings(StrategyKind strategy, String work, String main)
      throws IOException {
    boolean waits = work.contains("waiting()");
    String source =
        PROGRAM
            .replace("WAITS;", waits ? "sem_wait(&seen);" : "")
            .replace("WORK;", work.replace("waiting()", "function()"))
            .replace("MAIN;", main.replace("JOIN", JOIN));
    try (Compiled compiled = new Compiled(directory, source)) {
      Outcome outcome = compiled.explore(strategy, true);
      return outcome.findings();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // after the end of the thread, in every execution
        "int x = 1; p = &x;                     | JOIN look();        | use after the end of a thread: reads a local variable of it",
        "int x = 1; p = &x;                     | JOIN *p = 2;        | use after the end of a thread: writes a local variable of it",
        "p = &mine; mine = 1;                   | JOIN look();        | use after the end of a thread: reads thread-local storage of it",
        "p = (int *)(much + 70000);             | JOIN look();        | use after the end of a thread: reads thread-local storage of it",
        "large();                               | JOIN memcpy(text, p, 4096); | use after the end of a thread: reads a local variable of it",
        "int x = 1; give(&x); pthread_exit(0);  | JOIN look();        | use after the end of a thread: reads a local variable of it",
        // after the return of a function
        "function(); sem_post(&given); sem_wait(&seen); | sem_wait(&given); sem_wait(&given); look(); sem_post(&seen); JOIN | use after return: reads a local variable of a function that has returned",
        "function(); sem_wait(&seen);           | sem_wait(&given); sem_post(&seen); JOIN *p = 0; | use after the end of a thread: writes a local variable of it",
        // beside the end: either may be the first
        "int x = 1; give(&x);                   | sem_wait(&given); look(); JOIN | data race on local variable of work",
        "mine = 1; give(&mine);                 | sem_wait(&given); *p = 2; JOIN | data race on",
        "int x = 1; give(&x);                   | sem_wait(&given); look(); pthread_detach(t); | data race on local variable of work",
        "function(); sem_wait(&seen);           | sem_wait(&given); look(); sem_post(&seen); JOIN | data race on local variable of work",
      })
  void useAfterTheEndIsFound(String work, String main, String message) throws IOException {
    for (StrategyKind strategy : List.of(StrategyKind.OPTIMAL, StrategyKind.NAIVE)) {
      List<Finding> findings = findings(strategy, work, main);
      assertTrue(
          findings.stream().anyMatch(finding -> finding.message().startsWith(message)),
          () -> strategy + ": " + findings);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int x = 1; give(&x); sem_wait(&seen); x = 2;  | sem_wait(&given); *p = 3; sem_post(&seen); JOIN",
        "waiting(); waiting();         | sem_wait(&given); look(); sem_post(&seen);"
            + " sem_wait(&given); *p = 2; sem_post(&seen); JOIN",
        "give(&mine); sem_wait(&seen); mine = 1;       | sem_wait(&given); *p = 2; sem_post(&seen); JOIN",
        "_Atomic int done = 0; give((int *)&done); while (!done) {} | sem_wait(&given);"
            + " atomic_store((_Atomic int *)p, 1); JOIN",
        "sem_wait(&given); look();     | int x = 1; give(&x); JOIN",
        "sem_wait(&given); look();     | int x = 1; give(&x); pthread_exit(NULL);",
        "sem_wait(&given); look();     | int x = 1; give(&x); pthread_detach(t); return 0;",
        "for (int i = 0; i < 3; i++) large();           | JOIN",
      })
  void useBeforeTheEndIsNone(String work, String main) throws IOException {
    for (StrategyKind strategy : List.of(StrategyKind.OPTIMAL, StrategyKind.NAIVE)) {
      assertEquals(List.of(), findings(strategy, work, main));
    }
  }

  /** Each of both orders is explored: the use is a race, or comes too late. */
  @ParameterizedTest
  @CsvSource({"OPTIMAL", "SOURCE", "DPOR", "NAIVE"})
  void bothOrdersOfUseAndEndAreExplored(StrategyKind strategy) throws IOException {
    List<Finding> findings =
        findings(strategy, "int x = 1; give(&x);", "sem_wait(&given); look();" + JOIN);
    assertEquals(
        List.of(FindingKind.DATA_RACE, FindingKind.CRASH),
        findings.stream().map(Finding::kind).toList());
  }
}
