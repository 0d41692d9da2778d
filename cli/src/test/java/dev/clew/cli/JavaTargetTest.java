package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a Java program is named, found, run, replayed and refused. */
class JavaTargetTest {
  @TempDir static Path samples;

  @TempDir Path directory;

  @BeforeAll
  static void compile() throws IOException {
    JavaPrograms.compileSamples(samples);
  }

  // --- what is missing

  @Test
  void missingClassInASignatureIsToldByName() throws IOException {
    program(
        "Needs",
        """
        public class Needs {
          public static void use(Needed needed) {}
          public static void test() {}
          public static void main(String[] args) {}
        }
        class Needed {}
        """);
    Files.delete(directory.resolve("classes/Needed.class"));

    for (String target : List.of("Needs", "Needs#test")) {
      Clew.Result result = check(target);
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err())
          .isEqualTo(
              "clew: class Needs needs the class Needed, which is not on the class path. Add the"
                  + " directory or jar that holds it to -cp.\n");
    }
  }

  // --- what the JDK does for a program

  @Test
  void threadOfAnExecutorIsOneOfTheProgram() throws IOException {
    program(
        "Pooled",
        """
        import java.util.concurrent.*;
        public class Pooled {
          public static void main(String[] args) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            pool.submit(() -> 1).get();
            pool.shutdown();
          }
        }
        """);

    Clew.Result result = check("Pooled");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).startsWith("verified: all 1 trace class ").doesNotContain("warning");
  }

  @Test
  void poolThatIsNeverShutDownIsALeak() throws IOException {
    program(
        "Leak",
        """
        import java.util.concurrent.*;
        public class Leak {
          public static void main(String[] args) throws Exception {
            Executors.newFixedThreadPool(1).submit(() -> 1).get();
          }
        }
        """);

    Clew.Result result = check("Leak");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .startsWith("verified: ")
        .contains("warning: leak: when the program is done pool-1-thread-1 still waits for work");
  }

  @Test
  void threadsThatServeTheNetworkAreRefused() throws IOException {
    program(
        "Client",
        """
        public class Client {
          public static void main(String[] args) {
            java.net.http.HttpClient.newHttpClient();
          }
        }
        """);

    Clew.Result result = check("Client");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("clew: Client.java:3 makes jdk.internal.net.http.HttpClientImpl start a thread")
        .hasLineCount(1);
  }

  @Test
  void parallelStreamsAreTheSameOnEveryMachine() throws IOException {
    program(
        "Parallel",
        """
        public class Parallel {
          public static void main(String[] args) {
            int sum = java.util.stream.IntStream.range(0, 1000).parallel().map(i -> i + 1).sum();
            assert sum == 500500;
          }
        }
        """);

    assertThat(check("Parallel").out()).startsWith("verified: all 2 trace classes ");
  }

  @Test
  void verdictNamesNothingThatIsExplored() throws IOException {
    program(
        "Shared",
        """
        import java.util.concurrent.*;
        public class Shared {
          static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
          static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
          static final Exchanger<String> exchanger = new Exchanger<>();
          public static void main(String[] args) throws Exception {
            TimeUnit unit = TimeUnit.SECONDS;
            Callable<String> call = () -> "a";
            Thread thread = new Thread(() -> map.put("a", 1));
            thread.start();
            queue.add("b");
            thread.join();
          }
        }
        """);
    program(
        "Own",
        """
        import java.util.concurrent.locks.*;
        public class Own {
          public static void main(String[] args) throws Exception {
            new ReentrantLock().lock();
            new java.util.concurrent.Semaphore(1).acquire();
          }
        }
        """);

    assertThat(check("Shared").out()).contains("assumed").doesNotContain("in which order");
    assertThat(check("Own").out()).contains("assumed").doesNotContain("in which order");
  }

  // --- what is run

  @Test
  void argumentsReachMain() throws IOException {
    program(
        "demo.Args",
        """
        package demo;
        public class Args {
          public static void main(String[] args) {
            if (args.length == 2 && args[1].equals("--no")) throw new IllegalStateException(args[0]);
          }
        }
        """);

    assertThat(check("demo.Args").exit()).isZero();
    Clew.Result result = check("demo.Args", "--", "boo", "--no");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            "exception: java.lang.IllegalStateException: boo", "throws IllegalStateException");
    assertReplays("demo.Args-exception-1.clew");
  }

  @Test
  void mainMethodThatReturnsSomethingIsNone() throws IOException {
    program(
        "demo.Returns",
        """
        package demo;
        public class Returns {
          public static int main(String[] args) { return 0; }
        }
        """);

    assertRefused(check("demo.Returns"), "has no method public static void main(String[])");
  }

  @Test
  void methodWithoutArgumentsIsATarget() throws IOException {
    program(
        "demo.Tests",
        """
        package demo;
        public class Tests {
          private final int made = 7;
          public void instance() { assert made == 8 : "made " + made; }
          public static void ofClass() { }
        }
        """);

    assertThat(check("demo.Tests#ofClass").exit()).isZero();
    Clew.Result result = check("demo.Tests#instance");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("assertion: java.lang.AssertionError: made 7");
    assertReplays("demo.Tests-instance-assertion-1.clew");
    assertRefused(check("demo.Tests"), "has no method public static void main", "Tests#instance");
    assertRefused(check("demo.Tests#instanse"), "has no public method instanse()");
  }

  @Test
  void threadsOfTheSameNameAreToldApart() throws IOException {
    program(
        "demo.Twins",
        """
        package demo;
        public class Twins {
          static volatile int n;
          public static void main(String[] args) throws Exception {
            Thread a = new Thread(() -> n++, "twin");
            Thread b = new Thread(() -> n++, "twin");
            a.start(); b.start(); a.join(); b.join();
            assert n == 2;
          }
        }
        """);

    assertThat(check("demo.Twins").out()).contains("twin (2)", "lost update", "read n = 0");
    assertReplays("demo.Twins-assertion-1.clew");
  }

  @Test
  void locksAreKnownByTheirFields() throws IOException {
    program(
        "demo.Fields",
        """
        package demo;
        public class Fields {
          static final Object LEFT = new Object();
          private final Object[] forks = {new Object(), new Object()};
          public static void main(String[] args) {
            Fields f = new Fields();
            new Thread(() -> { synchronized (LEFT) { synchronized (f.forks[1]) { } } }).start();
            new Thread(() -> { synchronized (f.forks[1]) { synchronized (LEFT) { } } }).start();
          }
        }
        """);

    assertThat(check("demo.Fields").out()).contains("lock Fields.LEFT", "lock Fields.forks[1]");
    assertReplays("demo.Fields-deadlock-1.clew");
  }

  @Test
  void latchesAreNoSemaphores() throws IOException {
    program(
        "demo.Latched",
        """
        package demo;
        import java.util.concurrent.CountDownLatch;
        public class Latched {
          private static final CountDownLatch DONE = new CountDownLatch(2);
          public static void main(String[] args) throws Exception {
            new Thread(DONE::countDown, "worker").start();
            DONE.await();
          }
        }
        """);

    assertThat(check("demo.Latched").flat())
        .contains("deadlock: main waits for latch Latched.DONE")
        .contains("countDown Latched.DONE", "it was counted down 1 time, of 2 that it takes");
  }

  @Test
  void collectionsAreNamedAndShown() throws IOException {
    program(
        "demo.Keyed",
        """
        package demo;
        import java.util.*;
        import java.util.concurrent.*;
        public class Keyed {
          static final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
          public static void main(String[] args) throws Exception {
            Thread thread = new Thread(() -> counts.put("a", counts.getOrDefault("a", 0) + 1));
            thread.start();
            counts.put("a", counts.getOrDefault("a", 0) + 1);
            thread.join();
            assert counts.get("a") == 2;
          }
        }
        """);
    program(
        "demo.Racing",
        """
        package demo;
        import java.util.*;
        public class Racing {
          static final List<Integer> list = new ArrayList<>();
          public static void main(String[] args) {
            new Thread(() -> list.add(1)).start();
            list.add(2);
          }
        }
        """);

    assertThat(check("demo.Keyed").flat())
        .contains("read counts[\"a\"] = null", "update counts[\"a\"]: null to 1");
    assertThat(check("demo.Racing").flat())
        .contains("data race on the ArrayList Racing.list:", ":7 write list")
        .contains("Guard both with the same lock, or use a collection that is made for several");
  }

  // --- waiting

  private static final String WAITING =
      """
      package demo;
      public class Waiting {
        private boolean isDone;
        private synchronized void finish() { isDone = true; notify(); }
        private synchronized void await(long millis) throws InterruptedException {
          if (!isDone) wait(millis);
          if (!isDone) throw new IllegalStateException("not done");
        }
        public static void main(String[] args) throws Exception {
          Waiting waiting = new Waiting();
          new Thread(waiting::finish, "worker").start();
          waiting.await(Long.parseLong(args[0]));
        }
      }
      """;

  @Test
  void timeMayRunOutAtAnyMoment() throws IOException {
    program("demo.Waiting", WAITING);

    Clew.Result patient = check("demo.Waiting", "--", "1000");
    assertThat(patient.exit()).isZero();
    assertThat(patient.flat())
        .contains("timed operations give up only when nothing else can run; no spurious wakeups");
    Clew.Result early = check("--timeouts", "any", "demo.Waiting", "--", "1000");
    assertThat(early.exit()).isEqualTo(1);
    assertThat(early.flat())
        .contains("IllegalStateException: not done", "its time runs out")
        .contains("main ran out of time (line 6)")
        .contains("timed operations give up at any moment");
    assertReplays("demo.Waiting-exception-1.clew");
  }

  @Test
  void threadsMayWakeUpForNoReason() throws IOException {
    program("demo.Waiting", WAITING);

    assertThat(check("--timeouts", "any", "demo.Waiting", "--", "0").exit()).isZero();
    Clew.Result woken = check("--spurious-wakeups", "1", "demo.Waiting", "--", "0");
    assertThat(woken.exit()).isEqualTo(1);
    assertThat(woken.flat())
        .contains("wakes up for no reason", "main woke up for no reason (line 6)")
        .contains("spurious wakeups: at most 1 time in each thread");
    assertReplays("demo.Waiting-exception-1.clew");
  }

  @Test
  void loopsThatCountLetOthersGoFirst() throws IOException {
    program(
        "demo.Counting",
        """
        package demo;
        public class Counting {
          static volatile boolean flag;
          public static void main(String[] args) {
            if (args.length == 0) {
              new Thread(() -> flag = true).start();
            }
            int rounds = 0;
            while (!flag) rounds++;
            if (rounds < 0) throw new IllegalStateException("overflow");
          }
        }
        """);

    assertThat(check("--executions", "10", "demo.Counting").exit()).isEqualTo(3);
    Clew.Result fair = check("--fair", "3", "demo.Counting");
    assertThat(fair.exit()).isEqualTo(3);
    assertThat(fair.flat())
        .contains("inconclusive: no violation in all 4 trace classes, but the loop at")
        .contains("Counting.java:9 was left to itself after 3 rounds in vain")
        .contains("a thread whose loop went round 3 times in a row without a change goes on only")
        .contains("the loop at Counting.java:9 goes round without a change and never gives way");
    Clew.Result endless = check("--fair", "3", "demo.Counting", "--", "endless");
    assertThat(endless.exit()).isEqualTo(1);
    assertThat(endless.flat()).contains("livelock");
    assertReplays("demo.Counting-livelock-1.clew");
  }

  @Test
  void preemptionsAreCounted() throws IOException {
    program(
        "demo.Hits",
        """
        package demo;
        public class Hits {
          static volatile int hits;
          public static void main(String[] args) throws Exception {
            Thread first = new Thread(() -> hits++);
            Thread second = new Thread(() -> hits++);
            first.start();
            second.start();
            first.join();
            second.join();
            assert hits == 2;
          }
        }
        """);

    Clew.Result por = check("--preemptions", "0", "--strategy", "cb-por", "demo.Hits");
    assertThat(por.exit()).isEqualTo(3);
    assertThat(por.flat()).contains("no violation in all 2 trace classes without a preemption");
    Clew.Result few = check("--iterative", "demo.Hits");
    assertThat(few.exit()).isEqualTo(1);
    assertThat(few.flat())
        .contains("exhausted without a preemption, ended while searching with up to 1 preemption");
  }

  @Test
  void whenTimeRunsOutIsOneOfThree() {
    assertRefused(check("--timeouts", "never", "demo.Waiting"), "neither last, any nor any:N");
    assertRefused(check("--timeouts", "any:0", "demo.Waiting"), "not between 1 and 1000");
    assertRefused(check("--spurious-wakeups", "-1", "demo.Waiting"), "not between 0 and 1000");
  }

  @Test
  void standardInputIsAFile() throws IOException {
    program(
        "demo.Reads",
        """
        package demo;
        public class Reads {
          public static void main(String[] args) throws Exception {
            String line = new java.io.BufferedReader(new java.io.InputStreamReader(System.in)).readLine();
            System.out.println("it says " + line);
            if (line != null) throw new IllegalStateException(line);
          }
        }
        """);
    Path input = Files.writeString(directory.resolve("input.txt"), "hello\n");

    assertThat(check("demo.Reads").exit()).isZero();
    Clew.Result result = check("--stdin", input, "demo.Reads");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("IllegalStateException: hello").doesNotContain("it says");
    Clew.Result replay = Clew.replay(directory.resolve("out/demo.Reads-exception-1.clew"));
    assertThat(replay.exit()).isEqualTo(1);
    assertThat(replay.out()).contains("The program printed:\n    it says hello\n");
    assertRefused(check("--stdin", directory.resolve("none"), "demo.Reads"), "--stdin: '");
  }

  @Test
  void exitWithAStatusIsAFinding() throws IOException {
    program(
        "demo.Exits",
        "package demo; public class Exits {"
            + " public static void main(String[] args) { System.exit(args.length); } }");

    assertThat(check("demo.Exits").exit()).isZero();
    Clew.Result result = check("demo.Exits", "--", "1", "2", "3");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("exit", "3");
    assertReplays("demo.Exits-exception-1.clew");
  }

  @Test
  void theVerdictSaysHowManyRunsOfPeriodicTasksItIsAbout() throws IOException {
    program(
        "demo.Beats",
        """
        package demo;
        import java.util.*;
        import java.util.concurrent.*;
        public class Beats {
          static int runs;
          public static void main(String[] args) {
            int most = Integer.parseInt(args[0]);
            ExecutorService pool = Executors.newFixedThreadPool(1);
            new Timer().schedule(new TimerTask() {
              public void run() { pool.execute(() -> { if (++runs == most) System.exit(5); }); }
            }, 100, 100);
          }
        }
        """);

    Clew.Result result = check("demo.Beats", "--", "99");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .startsWith("verified up to 3 runs of periodic tasks: all 2 trace classes ")
        .containsPattern("periodic tasks that were run 3\\s+times or more are not run again")
        .doesNotContain("leak");
    assertThat(check("demo.Beats", "--", "3").exit()).isEqualTo(1);
    assertReplays("demo.Beats-exception-1.clew");
  }

  @Test
  void theVerdictSaysHowManyRoundsOfADaemonItIsAbout() throws IOException {
    program(
        "demo.Ticker",
        "package demo; public class Ticker { static volatile int x;"
            + " static final java.util.concurrent.Semaphore FIVE ="
            + " new java.util.concurrent.Semaphore(0);"
            + " static void tick() { while (true) { x++; if (x == 5) FIVE.release();"
            + " Thread.yield(); } }"
            + " public static void main(String[] args) {"
            + " Thread daemon = new Thread(Ticker::tick); daemon.setDaemon(true); daemon.start();"
            + " if (args.length > 0) { FIVE.acquireUninterruptibly(); assert x > 5; } } }");

    Clew.Result result = check("demo.Ticker");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("verified up to 2 rounds of threads that the end stops: all ")
        .contains("after 2 sleeps or yields");
    assertThat(check("demo.Ticker", "--", "1").exit()).isEqualTo(1);
    assertReplays("demo.Ticker-assertion-1.clew");
  }

  @Test
  void loopWithoutEndIsAHang() throws IOException {
    program(
        "demo.Endless",
        "package demo; public class Endless {"
            + " public static void main(String[] args) {"
            + " int n = args.length; while (true) { n = 31 * n + 1; } } }");

    Clew.Result result = check("demo.Endless", "--hang", "300ms");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("hang", "without end");
  }

  /** As on a busy machine: the clock goes on, the thread does not. */
  @Test
  void loopThatGetsNoProcessorIsNoHang() throws IOException {
    program(
        "demo.Slow",
        "package demo; public class Slow {"
            + " public static void main(String[] args) throws Exception {"
            + " for (int i = 0; i < 6; i++) {"
            + " int n = 0; for (int k = 0; k < 1 << 21; k++) { n = 31 * n + k; }"
            // Not under control: the real one.
            + " Thread.class.getMethod(\"sleep\", long.class).invoke(null, 800L); } } }");

    Clew.Result result = check("demo.Slow", "--hang", "2s", "--audit", "0");

    assertThat(result.exit()).as(result.out()).isZero();
  }

  @Test
  void loopThatLoadsClassesIsNoHang() throws IOException {
    program(
        "demo.Loads",
        "package demo; public class Loads {"
            + " public static void main(String[] args) throws Exception {"
            + " for (int i = 0; i < 40; i++) {"
            + " int n = 0; for (int k = 0; k < 1 << 22; k++) { n = 31 * n + k; }"
            + " ClassLoader own = new ClassLoader() { };"
            + " java.lang.reflect.Proxy.newProxyInstance("
            + "own, new Class<?>[] {Runnable.class}, (a, b, c) -> null); } } }");

    Clew.Result result = check("demo.Loads", "--hang", "300ms");

    assertThat(result.exit()).as(result.out()).isZero();
  }

  @Test
  void loopThatDoesNothingForEverIsALivelock() throws IOException {
    program(
        "demo.Idle",
        "package demo; public class Idle {"
            + " public static void main(String[] args) { while (true) { } } }");

    Clew.Result result = check("demo.Idle");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).startsWith("livelock: main goes round for ever");
  }

  @Test
  void jarsAreFoundByAWildcard() throws IOException {
    Path lib = Files.createDirectories(directory.resolve("lib"));
    try (var jar =
        new java.util.jar.JarOutputStream(Files.newOutputStream(lib.resolve("app.jar")))) {
      jar.putNextEntry(new java.util.jar.JarEntry("samples/LostUpdateFixed.class"));
      jar.write(Files.readAllBytes(samples.resolve("samples/LostUpdateFixed.class")));
    }

    assertThat(run("check", "-cp", lib + "/*", "samples.LostUpdateFixed").exit()).isZero();
    String path = directory.resolve("none") + File.pathSeparator + lib.resolve("app.jar");
    Clew.Result result = run("check", "-cp", path, "samples.LostUpdateFixed");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).contains("clew: warning: -cp: there is no '");
  }

  // --- what is refused

  @Test
  void classThatIsNotThereIsGuessed() throws IOException {
    assertRefused(
        run("check", "-cp", samples, "LostUpdate"),
        "there is no class LostUpdate on the class path",
        "did you mean samples.LostUpdate?");
    assertRefused(
        run("check", "-cp", samples, "samples.Lost"), "there is no class samples.Lost", "with -cp");
  }

  @Test
  void programThatDoesNotRepeatItselfIsRefused() throws IOException {
    program(
        "demo.Fickle",
        """
        package demo;
        import java.nio.file.*;
        public class Fickle {
          static volatile int a, b;
          public static void main(String[] args) throws Exception {
            Path file = Path.of(args[0]);
            boolean isOdd = Files.exists(file);
            if (isOdd) Files.delete(file); else Files.createFile(file);
            Thread other = new Thread(() -> { a = 1; b = 1; }, "other");
            other.start();
            if (isOdd) { a = 2; b = 2; } else { b = 2; a = 2; }
            other.join();
          }
        }
        """);

    Clew.Result result = check("demo.Fickle", "--", directory.resolve("state"));

    assertRefused(
        result,
        "the program did not do the same again under the same schedule",
        "expected: main does 'write Fickle.",
        "actual:   main does 'write Fickle.",
        "The cause may be that demo.Fickle uses java.nio.file.");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  // --- scripts

  @Test
  void jsonNamesSourceFiles() throws IOException {
    Path json = directory.resolve("result.json");

    run("check", "-cp", samples, "--json", json, "samples.LostUpdate");

    JsonObject result = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(result.get("warmup").getAsLong()).isEqualTo(1);
    JsonObject race = result.getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(race.get("kind").getAsString()).isEqualTo("data-race");
    JsonObject location = race.getAsJsonArray("locations").get(0).getAsJsonObject();
    assertThat(location.get("file").getAsString()).isEqualTo("samples/LostUpdate.java");
    assertThat(location.get("line").getAsInt()).isPositive();
    assertThat(race.getAsJsonArray("threads").toString()).isEqualTo("[\"first\",\"second\"]");
  }

  // --- replays

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LostUpdate",
        "LazyInitialisation",
        "LockOrder",
        "LockUpgrade",
        "ClassInitialisers",
        "LostNotify",
        "SignalOne",
        "MissedUnpark",
        "SemaphoreLeak",
        "TimedWait",
        "SwallowedInterrupt",
        "HookWaits",
      })
  void findingsShowAgainInAnotherProcess(String sample) throws Exception {
    assertThat(run("check", "-cp", samples, "samples." + sample).exit()).isEqualTo(1);

    for (Path file : replayFiles()) {
      Path output = directory.resolve("output.txt");
      try (ForkedClew clew = ForkedClew.start(output, "replay", "--trust", file)) {
        assertThat(clew.exit()).as(clew.output()).isEqualTo(1);
        assertThat(clew.output()).contains("the violation shows again");
      }
    }
  }

  @Test
  void changedClassesAreNamed() throws IOException {
    String source =
        """
        package demo;
        public class Changing {
          static volatile int n;
          public static void main(String[] args) throws Exception {
            Thread a = new Thread(() -> n++);
            a.start(); n++; a.join();
            assert n == 2 : "lost";
          }
        }
        """;
    program("demo.Changing", source);
    check("demo.Changing");
    Path file = directory.resolve("out/demo.Changing-assertion-1.clew");

    program("demo.Changing", source.replace("lost", "an update was lost"));
    Clew.Result similar = Clew.replay(file);
    assertThat(similar.exit()).isEqualTo(1);
    assertThat(similar.err()).contains("the classes have changed since", "(demo.Changing)");

    program("demo.Changing", source.replace("n++; a", "a"));
    Clew.Result other = Clew.replay(file);
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("The classes have changed since it was made (demo.Changing)");
  }

  @Test
  void searchGoesOnFromACheckpoint() throws Exception {
    Path checkpoint = directory.resolve("saved");
    Object[] words = {
      "check", "-cp", samples, "--checkpoint", checkpoint, "samples.LostNotifyFixed"
    };
    Path output = directory.resolve("output.txt");

    Object[] first = Stream.concat(Stream.of(words), Stream.of("--executions", 20)).toArray();
    try (ForkedClew clew = ForkedClew.start(output, first)) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(3);
    }
    try (ForkedClew clew = ForkedClew.start(output, words)) {
      assertThat(clew.exit()).as(clew.output()).isZero();
      assertThat(clew.output()).contains("resumed at 20 executions", "verified: all 80 trace");
    }
    assertThat(checkpoint).doesNotExist();
  }

  private void program(String name, String source) throws IOException {
    JavaPrograms.compile(directory.resolve("classes"), name, source);
  }

  private Clew.Result check(Object... words) {
    return run(
        Stream.concat(Stream.of("check", "-cp", directory.resolve("classes")), Stream.of(words))
            .toArray());
  }

  private Clew.Result run(Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    if (words[0].equals("check")) {
      all.addAll(1, List.of("--out", directory.resolve("out")));
    }
    return Clew.run(all.toArray());
  }

  private List<Path> replayFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("out"))) {
      return files.sorted().toList();
    }
  }

  private void assertReplays(String file) {
    Clew.Result result = Clew.replay(directory.resolve("out").resolve(file));
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("the violation shows again");
  }

  private void assertRefused(Clew.Result result, String... messages) {
    assertThat(result.err()).contains(messages);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).doesNotContain("\tat ");
  }
}
