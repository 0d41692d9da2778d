package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.clew.explore.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes search as one does, and none is left when the search is over. */
class JobsTest {
  @TempDir Path directory;

  // --- the same outcome

  @Test
  void severalProcessesCountTheClassesOfAToyProgram() throws IOException, InterruptedException {
    Path program = Clew.program("lastzero");
    JsonObject expected = check(0, program, "--jobs", 1);
    for (int jobs = 2; jobs <= 3; jobs++) {
      assertSame(check(0, program, "--jobs", jobs), expected, jobs);
    }
  }

  @Test
  void severalProcessesCountTheClassesOfAJavaProgram() throws IOException, InterruptedException {
    compile(
        "demo.Counters",
        """
        package demo;
        public class Counters {
          static volatile int x;
          static final Object lock = new Object();
          static int[] plain = new int[1];
          static void count() {
            int seen = x;
            x = seen + 1;
            synchronized (lock) { plain[0]++; }
          }
          public static void main(String[] args) throws InterruptedException {
            Thread[] threads = new Thread[3];
            for (int i = 0; i < 3; i++) (threads[i] = new Thread(Counters::count)).start();
            for (Thread thread : threads) thread.join();
          }
        }
        """);
    Object[] program = {"-cp", directory, "demo.Counters"};
    JsonObject expected = check(0, with(program, "--jobs", 1));
    assertThat(expected.get("executions").getAsLong()).isGreaterThan(100);
    for (int jobs = 2; jobs <= 3; jobs++) {
      assertSame(check(0, with(program, "--jobs", jobs)), expected, jobs);
    }
  }

  @Test
  void severalProcessesFindWhatOneFinds() throws IOException, InterruptedException {
    compile(
        "demo.Faults",
        """
        package demo;
        import java.util.concurrent.locks.ReentrantLock;
        public class Faults {
          static int plain;
          static volatile int x;
          static final ReentrantLock a = new ReentrantLock();
          static final ReentrantLock b = new ReentrantLock();
          static void one() {
            a.lock(); b.lock(); plain++; x++; b.unlock(); a.unlock();
          }
          static void other() {
            b.lock(); a.lock(); x++; a.unlock(); b.unlock();
            plain++;
          }
          static void third() {
            int before = x;
            assert x != before + 2 : "two at once";
          }
          public static void main(String[] args) {
            new Thread(Faults::one).start();
            new Thread(Faults::other).start();
            new Thread(Faults::third).start();
          }
        }
        """);
    Object[] program = {"-cp", directory, "--keep-going", "demo.Faults"};
    JsonObject expected = check(1, with(program, "--jobs", 1));
    assertThat(kinds(expected)).contains("data-race", "deadlock", "assertion");
    for (int jobs = 2; jobs <= 3; jobs++) {
      assertSame(check(1, with(program, "--jobs", jobs)), expected, jobs);
    }
  }

  // --- the audit

  /** Each thread makes things of its own, and meets those of the others, in any order. */
  private static final String MADE_IN_ANY_ORDER =
      """
      package demo;
      import java.util.Map;
      import java.util.concurrent.ConcurrentHashMap;
      import java.util.concurrent.atomic.AtomicInteger;
      import java.util.concurrent.atomic.AtomicReference;
      public class Made {
        static final AtomicReference<Object> last = new AtomicReference<>(new int[1]);
        static final Map<Object, AtomicInteger> counts = new ConcurrentHashMap<>();
        static final Object lock = new Object();
        static boolean isOver;
        static class Late { static final AtomicInteger seen = new AtomicInteger(); }
        static void run(int i) {
          try {
            if (i == 1) Late.seen.incrementAndGet();
            Object met = last.getAndSet(new AtomicInteger(i));
            if (met instanceof AtomicInteger made && i > 0) made.incrementAndGet();
            counts.computeIfAbsent("key " + i % 2, key -> new AtomicInteger()).incrementAndGet();
            synchronized (lock) {
              if (i == 2) { isOver = true; lock.notify(); }
              if (i == 0 && !isOver) lock.wait();
            }
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
        public static void main(String[] args) throws InterruptedException {
          Thread[] threads = new Thread[3];
          for (int i = 0; i < 3; i++) { int n = i; threads[i] = new Thread(() -> run(n)); }
          for (Thread thread : threads) thread.start();
        }
      }
      """;

  @Test
  void classesOfAJavaProgramAreComparedWithThoseOfAllProcesses()
      throws IOException, InterruptedException {
    compile("demo.Made", MADE_IN_ANY_ORDER);
    for (String strategy : List.of("optimal", "source")) {
      assertAudited("-cp", directory, "--strategy", strategy, "demo.Made");
    }
  }

  @Test
  void classesOfACProgramAreComparedWithThoseOfAllProcesses()
      throws IOException, InterruptedException {
    Path source =
        CPrograms.write(
            directory,
            "made.c",
            """
            static atomic_int count, cells[9]; /* which ones are met depends on who is first */
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
            static int over;
            static void *run(void *given) {
              int i = *(int *)given;
              int n = atomic_fetch_add(&count, 1);
              atomic_fetch_add(&cells[3 * n + i], 1);
              atomic_load(&cells[3 * (2 - n) + (i + 1) % 3]);
              pthread_mutex_lock(&lock);
              if (i == 2) { over = 1; pthread_cond_signal(&changed); }
              while (i == 0 && !over) pthread_cond_wait(&changed, &lock);
              pthread_mutex_unlock(&lock);
              return NULL;
            }
            int main(void) {
              static int numbers[3] = {0, 1, 2};
              pthread_t threads[3];
              for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run, &numbers[i]);
              for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
              return 0;
            }
            """);
    assertAudited(source);
  }

  @Test
  void severalProcessesExploreLoopsOfCThatPollByOneRound()
      throws IOException, InterruptedException {
    Path source =
        CPrograms.write(
            directory,
            "polls.c",
            """
            #include <time.h>
            static atomic_int done, x, y;
            static long now(void) {
              struct timespec time;
              clock_gettime(CLOCK_MONOTONIC, &time);
              return time.tv_sec * 1000 + time.tv_nsec / 1000000;
            }
            static void *run(void *given) {
              int i = *(int *)given;
              atomic_fetch_add(&y, 1);
              if (i < 2) {
                long deadline = now() + 40 * (i + 1);
                while (!done && now() < deadline) usleep(10000);
                atomic_fetch_add(&x, 1);
                return NULL;
              }
              if (x == 1) { /* only some executions come to this loop */
                long deadline = now() + 30;
                while (y < 3 && now() < deadline) usleep(5000);
              }
              done = 1;
              return NULL;
            }
            int main(void) {
              static int numbers[3] = {0, 1, 2};
              pthread_t threads[3];
              for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run, &numbers[i]);
              for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
              return 0;
            }
            """);
    assertAudited(source);
  }

  /** Executions at random of two and three processes are confirmed as those of one are. */
  private void assertAudited(Object... program) throws IOException, InterruptedException {
    Object[] audited = with(program, "--audit", 200);
    JsonObject expected = check(0, with(audited, "--jobs", 1));
    assertThat(expected.get("executions").getAsLong()).isGreaterThan(30);
    for (int jobs = 2; jobs <= 3; jobs++) {
      JsonObject actual = check(0, with(audited, "--jobs", jobs));
      assertSame(actual, expected, jobs);
      assertThat(actual.get("audit")).isEqualTo(expected.get("audit"));
    }
    assertThat(expected.getAsJsonObject("audit").get("compared").getAsLong()).isEqualTo(200);
  }

  @Test
  void whatSeveralProcessesLeaveOutIsNoticed() throws IOException, InterruptedException {
    compile(
        "demo.Hidden",
        """
        package demo;
        import java.util.Map;
        import java.util.concurrent.ConcurrentHashMap;
        public class Hidden {
          static volatile int hash;
          static volatile int x;
          static class Key {
            @Override public int hashCode() { return hash; }
            @Override public boolean equals(Object other) { return true; }
          }
          static final Map<Key, String> map = new ConcurrentHashMap<>();
          public static void main(String[] args) {
            map.put(new Key(), "there");
            new Thread(() -> { if (map.get(new Key()) != null) x = 1; }).start();
            new Thread(() -> hash = 1).start();
          }
        }
        """);
    for (int jobs = 1; jobs <= 2; jobs++) {
      JsonObject result = check(4, "--jobs", jobs, "-cp", directory, "demo.Hidden");
      assertThat(result.getAsJsonObject("audit").get("confirmed").getAsBoolean()).isFalse();
      JsonObject finding = result.getAsJsonArray("findings").get(0).getAsJsonObject();
      assertThat(finding.get("code").getAsString()).isEqualTo(Finding.UNEXPLORED);
      assertThat(Path.of(finding.get("replay").getAsString())).exists();
    }
  }

  private static void assertSame(JsonObject actual, JsonObject expected, int jobs) {
    assertThat(actual.get("jobs").getAsInt()).isEqualTo(jobs);
    for (String key :
        List.of(
            "verdict",
            "scope",
            "executions",
            "blocked",
            "deadlocks",
            "transitions",
            "assumptions",
            "reductions")) {
      assertThat(actual.get(key)).as(key).isEqualTo(expected.get(key));
    }
    assertThat(kinds(actual)).isEqualTo(kinds(expected));
    assertThat(places(actual)).isEqualTo(places(expected));
  }

  private static Set<String> kinds(JsonObject result) {
    Set<String> kinds = new TreeSet<>();
    for (JsonElement finding : result.getAsJsonArray("findings")) {
      kinds.add(finding.getAsJsonObject().get("kind").getAsString());
    }
    return kinds;
  }

  private static Set<String> places(JsonObject result) {
    Set<String> places = new TreeSet<>();
    for (JsonElement finding : result.getAsJsonArray("findings")) {
      JsonObject found = finding.getAsJsonObject();
      places.add(found.get("code") + " " + found.get("locations"));
    }
    return places;
  }

  // --- limits and ends

  @Test
  void theLimitOfExecutionsHoldsForAllTogether() throws IOException, InterruptedException {
    JsonObject result = check(3, Clew.program("lastzero"), "--jobs", 2, "--executions", 5000);
    assertThat(result.get("executions").getAsLong()).isEqualTo(5000);
    assertThat(result.get("stopReason").getAsString()).isEqualTo("execution-limit");
  }

  @Test
  void stoppingEndsAllProcesses() throws IOException, InterruptedException {
    try (ForkedClew clew = start(endless(), "--jobs", 3)) {
      List<ProcessHandle> workers = clew.awaitDescendants(2);
      clew.interrupt();
      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
      assertThat(clew.output()).contains("then it was stopped (optimal, 3 jobs, ");
      assertThat(Processes.allEnd(workers)).isTrue();
    }
  }

  @Test
  void killingTheFirstProcessEndsTheOthers() throws IOException, InterruptedException {
    try (ForkedClew clew = start(endless(), "--jobs", 3)) {
      List<ProcessHandle> workers = clew.awaitDescendants(2);
      clew.kill();
      assertThat(Processes.allEnd(workers)).isTrue();
    }
  }

  @Test
  void aProcessThatDiesIsTold() throws IOException, InterruptedException {
    try (ForkedClew clew = start(endless(), "--jobs", 3)) {
      List<ProcessHandle> workers = clew.awaitDescendants(2);
      workers.get(0).destroyForcibly();
      assertThat(clew.exit()).as(clew.output()).isEqualTo(4);
      assertThat(clew.output()).contains("another process of the search was killed (signal 9)");
      assertThat(Processes.allEnd(workers)).isTrue();
    }
  }

  @Test
  void anExecutionWithoutEndIsToldAndTheFaultOfAnotherPathFound()
      throws IOException, InterruptedException {
    Path file = directory.resolve("other.toy");
    Files.writeString(
        file,
        "atomic x = 0\nthread t {\n  r = x\n  if r == 0 {\n    while 1 {\n      yield\n    }\n  }\n"
            + "  k = r\n}\nthread u {\n  x = 1\n}\n");
    JsonObject result = check(3, file, "--jobs", 2, "--steps", 400);
    assertThat(result.get("verdict").getAsString()).isEqualTo("inconclusive");
    assertThat(result.get("endlessExecutions").getAsInt()).isPositive();
    Files.writeString(file, Files.readString(file).replace("k = r", "assert 0"));
    assertThat(check(1, file, "--jobs", 2, "--steps", 400).get("verdict").getAsString())
        .isEqualTo("violation");
  }

  /** A program whose search takes longer than anybody waits. */
  private Path endless() throws IOException {
    Path file = directory.resolve("endless.toy");
    Files.writeString(file, "atomic x = 0\nthread t[12] {\n  r = x\n  x = r + 1\n}\n");
    return file;
  }

  // --- running

  private static Object[] with(Object[] words, Object... more) {
    Object[] all = new Object[words.length + more.length];
    System.arraycopy(more, 0, all, 0, more.length);
    System.arraycopy(words, 0, all, more.length, words.length);
    return all;
  }

  private JsonObject check(int exit, Object... words) throws IOException, InterruptedException {
    Path json = directory.resolve("result.json");
    try (ForkedClew clew = start(with(words, "--json", json))) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(exit);
    }
    return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
  }

  private ForkedClew start(Object... words) throws IOException {
    Object[] command = with(words, "check", "--await-jobs", "--out", directory.resolve("out"));
    return ForkedClew.start(directory.resolve("output.txt"), command);
  }

  private void compile(String name, String source) throws IOException {
    JavaPrograms.compile(directory, name, source);
  }
}
