package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread sleeps for a short time, and another one waits for it, for a shorter or longer one; or
 * several wait for the same time.
 */
@Tag("any-jdk")
class ShortSleepsTest {
  private static final String SECOND = "in a second search, of 1 trace class, all sleeps take";
  private static final String RULE =
      "a wait gives up only when no sleep shorter than 1 s is under way (--patience 1ms)";
  private static final String IN_TURN =
      "of waits that are due at the same time one gives up first, and the others when nothing else"
          + " can run";
  private static final String EARLY = "a sleep shorter than 1 s may end at once (--patience 1ms";

  @TempDir Path directory;

  private Path program = Path.of("");

  @BeforeEach
  void compile() throws IOException {
    JavaPrograms.compile(
        directory,
        "Late",
        """
        import java.util.concurrent.*;
        public class Late {
          static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
          static void put(int millis) {
            try {
              Thread.sleep(millis);
              queue.put(1);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
          public static void main(String[] args) throws Exception {
            new Thread(() -> put(Integer.parseInt(args[0]))).start();
            Integer got = queue.poll(Integer.parseInt(args[1]), TimeUnit.MILLISECONDS);
            if (got == null && args.length == 2) throw new AssertionError("late");
          }
        }
        """);
    Path source =
        CPrograms.write(
            directory,
            "late.c",
            """
            #include <assert.h>
            #include <time.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
            static int done;
            static void *sleeper(void *millis) {
              usleep(atoi(millis) * 1000);
              pthread_mutex_lock(&mutex);
              done = 1;
              pthread_cond_signal(&change);
              pthread_mutex_unlock(&mutex);
              return NULL;
            }
            int main(int count, char **args) {
              pthread_t thread;
              pthread_create(&thread, NULL, sleeper, args[1]);
              struct timespec until;
              clock_gettime(CLOCK_REALTIME, &until);
              until.tv_nsec += atoi(args[2]) * 1000000;
              pthread_mutex_lock(&mutex);
              while (!done && pthread_cond_timedwait(&change, &mutex, &until) == 0) {
              }
              assert(done || count > 3);
              pthread_mutex_unlock(&mutex);
              pthread_join(thread, NULL);
              return 0;
            }
            """);
    program = directory.resolve("late");
    Clew.Result built = Clew.run("cc", source, "-o", program);
    assertThat(built.exit()).as(built.all()).isZero();
  }

  private Clew.Result check(String language, String options, String arguments) {
    List<Object> words = new ArrayList<>(List.of("check", "--out", directory.resolve("out")));
    if (!options.isEmpty()) {
      words.addAll(List.of(options.split(" ")));
    }
    words.addAll(
        language.equals("c") ? List.of(program) : List.of("-cp", directory.toString(), "Late"));
    words.add("--");
    words.addAll(List.of(arguments.split(" ")));
    return Clew.run(words.toArray());
  }

  private static String said(Clew.Result result) {
    return result.out().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "c"})
  void aWaitGivesUpWhileAnotherThreadSleeps(String language) {
    Clew.Result result = check(language, "", "200 100");

    assertThat(result.exit()).as(result.all()).isEqualTo(1);
    assertThat(said(result))
        .contains("assumed: this is a second search, with exact times: nothing was found in ")
        .contains("sleeps end only when nothing else can run;");
    String file = language.equals("c") ? "late-assertion-1.clew" : "Late-assertion-1.clew";
    Clew.Result again = Clew.replay(directory.resolve("out").resolve(file));
    assertThat(again.exit()).as(again.all()).isEqualTo(1);
    assertThat(again.out()).contains("the violation shows again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "c"})
  void theVerdictNamesBothSearches(String language) {
    Clew.Result result = check(language, "", "200 100 fine");

    assertThat(result.exit()).as(result.all()).isZero();
    assertThat(said(result)).contains(EARLY, SECOND).doesNotContain(RULE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "c"})
  void whereThereIsNoSecondSearchTheVerdictNamesTheRule(String language) {
    for (String options : new String[] {"--jobs 2", "--patience 900ms"}) {
      Clew.Result result = check(language, options, "200 100 fine");
      assertThat(result.exit()).as(result.all()).isZero();
      assertThat(said(result))
          .contains(options.equals("--jobs 2") ? RULE : RULE.replace("1 s", "900 ms"))
          .doesNotContain("second search");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "c"})
  void aWaitThatIsDueAfterTheSleepNeedsNone(String language) {
    Clew.Result result = check(language, "", "100 200");
    assertThat(result.exit()).as(result.all()).isZero();
    assertThat(said(result)).contains(EARLY).doesNotContain("second search", RULE);

    Clew.Result timely = check(language, "--patience 1ms", "200 100 fine");
    assertThat(timely.exit()).as(timely.all()).isZero();
    assertThat(said(timely)).doesNotContain("second search", "a wait gives up only", "at once");
  }

  /** Each of two threads holds what the other one tries to get, for the same time. */
  @Test
  void whatIsDueAtTheSameTimeGivesUp() throws IOException {
    JavaPrograms.compile(
        directory,
        "Both",
        """
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;
        import java.util.concurrent.locks.*;
        public class Both {
          static final ReentrantLock one = new ReentrantLock(), other = new ReentrantLock();
          static final AtomicInteger got = new AtomicInteger();
          static void hold(ReentrantLock first, ReentrantLock second) {
            first.lock();
            try {
              if (second.tryLock(1, TimeUnit.SECONDS)) {
                got.incrementAndGet();
                second.unlock();
              }
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            } finally {
              first.unlock();
            }
          }
          public static void main(String[] args) throws Exception {
            Thread thread = new Thread(() -> hold(one, other));
            thread.start();
            hold(other, one);
            thread.join();
            if (got.get() == 0) throw new AssertionError("both gave up");
          }
        }
        """);

    checkSameTime("-cp", directory, "Both");
  }

  /** Both give up, and then add to what the other one adds to. */
  @Test
  void whoGaveUpAtTheSameTimeGoOnInAnyOrder() throws IOException {
    JavaPrograms.compile(
        directory,
        "Lost",
        """
        import java.util.concurrent.*;
        public class Lost {
          static final CountDownLatch never = new CountDownLatch(1);
          static volatile int given;
          static void giveUp() {
            try {
              if (!never.await(100, TimeUnit.MILLISECONDS)) given = given + 1;
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
          public static void main(String[] args) throws Exception {
            Thread thread = new Thread(Lost::giveUp);
            thread.start();
            giveUp();
            thread.join();
            if (given != 2) throw new AssertionError("given up: " + given);
          }
        }
        """);

    checkSameTime("-cp", directory, "Lost");
  }

  /** The second search finds it, and the first one alone says what it took for granted. */
  private void checkSameTime(Object... program) {
    List<Object> words = new ArrayList<>(List.of("check", "--out", directory.resolve("out")));
    words.addAll(List.of(program));
    Clew.Result result = Clew.run(words.toArray());
    assertThat(result.exit()).as(result.all()).isEqualTo(1);
    words.addAll(1, List.of("--patience", "900ms"));
    Clew.Result first = Clew.run(words.toArray());
    assertThat(first.exit()).as(first.all()).isZero();
    assertThat(said(first)).contains(IN_TURN);
    words.addAll(1, List.of("--timeouts", "any"));
    assertThat(Clew.run(words.toArray()).exit()).isEqualTo(1);
  }

  @Test
  void whatIsDueAtTheSameTimeGivesUpInC() throws IOException {
    Path source =
        CPrograms.write(
            directory,
            "both.c",
            """
            #include <time.h>
            static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER,
                                                 PTHREAD_MUTEX_INITIALIZER};
            static atomic_int got;
            static int numbers[2] = {0, 1};
            static void *hold(void *number) {
              int first = *(int *)number;
              struct timespec until;
              clock_gettime(CLOCK_REALTIME, &until);
              until.tv_sec++;
              pthread_mutex_lock(&mutexes[first]);
              if (pthread_mutex_timedlock(&mutexes[1 - first], &until) == 0) {
                got++;
                pthread_mutex_unlock(&mutexes[1 - first]);
              }
              pthread_mutex_unlock(&mutexes[first]);
              return NULL;
            }
            int main(void) {
              pthread_t thread;
              pthread_create(&thread, NULL, hold, &numbers[0]);
              hold(&numbers[1]);
              pthread_join(thread, NULL);
              if (got == 0) abort();
              return 0;
            }
            """);

    checkSameTime(source);
  }
}
