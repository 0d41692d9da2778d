package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What threads do to primitives, threads and signals in both orders. */
class OrdersTest {
  private static final String HEAD =
      """
      #define _GNU_SOURCE
      #include <assert.h>
      #include <pthread.h>
      #include <semaphore.h>
      #include <signal.h>
      #include <stdlib.h>
      """;

  private static final String INITIALISED =
      HEAD
          + """
          static %s object;
          static void *use(void *unused) {
            %s;
            return unused;
          }
          int main(void) {
            pthread_t thread;
            %s;
            if (!IS_LATE) {
              %s;
            }
            pthread_create(&thread, NULL, use, NULL);
            if (IS_LATE) {
              %s;
            }
            pthread_join(thread, NULL);
            %s;
            return 0;
          }
          """;

  @TempDir Path directory;

  private Set<FindingKind> kinds(String source, boolean reportsRaces, String... flags)
      throws IOException {
    try (Compiled compiled = new Compiled(directory, source, flags)) {
      return kinds(compiled, reportsRaces);
    }
  }

  private Set<FindingKind> kinds(String file, String source) throws IOException {
    try (Compiled compiled = Compiled.named(directory, file, source)) {
      return kinds(compiled, true);
    }
  }

  private static Set<FindingKind> kinds(Compiled compiled, boolean reportsRaces) {
    Outcome outcome = compiled.explore(StrategyKind.OPTIMAL, reportsRaces);
    return outcome.findings().stream().map(f -> f.kind()).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pthread_mutex_t | pthread_mutex_init(&object, NULL)"
            + " | pthread_mutex_lock(&object), pthread_mutex_unlock(&object)",
        "pthread_cond_t | pthread_cond_init(&object, NULL) | pthread_cond_signal(&object)",
        "pthread_rwlock_t | pthread_rwlock_init(&object, NULL)"
            + " | pthread_rwlock_rdlock(&object), pthread_rwlock_unlock(&object)",
        "sem_t | sem_init(&object, 0, 1) | sem_post(&object)",
        "pthread_spinlock_t | pthread_spin_init(&object, 0)"
            + " | pthread_spin_lock(&object), pthread_spin_unlock(&object)",
        "pthread_barrier_t | pthread_barrier_init(&object, NULL, 1) | pthread_barrier_wait(&object)"
      })
  void toInitialiseWhatAnotherThreadMayUseIsARace(String type, String init, String use)
      throws IOException {
    String source = INITIALISED.formatted(type, use, init, init, init, init);
    assertTrue(kinds(source, true, "-DIS_LATE=1").contains(FindingKind.DATA_RACE));
    assertEquals(Set.of(), kinds(source, true, "-DIS_LATE=0"));
  }

  @Test
  void threadMayBeDetachedBeforeAnotherOneTriesToJoinIt() throws IOException {
    String source =
        HEAD
            + """
            static pthread_t idle;
            static sem_t end;
            static void *wait_for_end(void *unused) {
              sem_wait(&end);
              return unused;
            }
            static void *detach(void *unused) {
              pthread_detach(idle);
              return unused;
            }
            int main(void) {
              pthread_t other;
              sem_init(&end, 0, 0);
              pthread_create(&idle, NULL, wait_for_end, NULL);
              pthread_create(&other, NULL, detach, NULL);
              pthread_tryjoin_np(idle, NULL);
              pthread_join(other, NULL);
              sem_post(&end);
              return 0;
            }
            """;
    assertEquals(Set.of(FindingKind.EXCEPTION), kinds(source, true));
  }

  @ParameterizedTest
  @CsvSource({"''", "!"})
  void signalsAreTakenBetweenTwoThatAreSent(String not) throws IOException {
    String source =
        HEAD
            + """
            static pthread_t taker;
            static void *send(void *unused) {
              pthread_kill(taker, SIGUSR1);
              return unused;
            }
            int main(void) {
              sigset_t set, pending;
              int taken;
              sigemptyset(&set);
              sigaddset(&set, SIGUSR1);
              pthread_sigmask(SIG_BLOCK, &set, NULL);
              taker = pthread_self();
              pthread_t a, b;
              pthread_create(&a, NULL, send, NULL);
              pthread_create(&b, NULL, send, NULL);
              pthread_join(a, NULL);
              sigpending(&pending);
              sigwait(&set, &taken);
              pthread_join(b, NULL);
              sigpending(&pending);
              assert(%ssigismember(&pending, SIGUSR1));
              return 0;
            }
            """
                .formatted(not);
    assertEquals(Set.of(FindingKind.ASSERTION), kinds(source, true));
  }

  private static final String RELEASE_SEQUENCE =
      """
      #ifdef __cplusplus
      #include <atomic>
      using namespace std;
      #else
      #include <stdatomic.h>
      #endif
      #include <pthread.h>
      static atomic_int ready;
      int data;
      static void *give(void *unused) {
        data = 1;
        atomic_store_explicit(&ready, 1, memory_order_release);
        %s;
        return unused;
      }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, NULL, give, NULL);
        if (atomic_load_explicit(&ready, memory_order_acquire) == 2) {
          data = 2;
        }
        pthread_join(thread, NULL);
        return 0;
      }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c | atomic_store_explicit(&ready, 2, memory_order_relaxed) | false",
        "cpp | atomic_store_explicit(&ready, 2, memory_order_relaxed) | true",
        "c | atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed) | false",
        "cpp | atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed) | false"
      })
  void aRelaxedStoreGoesOnWithAReleaseOfItsOwnThreadInTheLanguageThatSaysSo(
      String language, String store, boolean races) throws IOException {
    String source = RELEASE_SEQUENCE.formatted(store);
    assertEquals(
        races ? Set.of(FindingKind.DATA_RACE) : Set.of(), kinds("program." + language, source));
  }

  @Test
  void aReleaseOfAnotherThreadIsBrokenOffByARelaxedStore() throws IOException {
    String source =
        RELEASE_SEQUENCE
            .formatted("")
            .replace(
                "int main(void) {",
                """
                static void *spoil(void *unused) {
                  atomic_store_explicit(&ready, 2, memory_order_relaxed);
                  return unused;
                }
                int main(void) {
                  pthread_t other;
                  pthread_create(&other, NULL, spoil, NULL);
                """)
            .replace("return 0", "pthread_join(other, NULL); return 0");
    assertEquals(Set.of(FindingKind.DATA_RACE), kinds("program.c", source));
  }
}
