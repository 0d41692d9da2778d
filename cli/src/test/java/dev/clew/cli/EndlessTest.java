package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with an execution that does not end soon is searched again with fairness. */
class EndlessTest {
  private static final String WAITING =
      """
      public class Waiting {
        static volatile boolean isReady;
        static int data;
        public static void main(String[] args) throws Exception {
          Thread thread = new Thread(() -> { data = 42; isReady = true; });
          thread.start();
          int rounds = 0;
          while (!isReady) {
            rounds++;
            if (rounds > 1_000_000) throw new AssertionError("gave up");
          }
          if (args.length > 0 && rounds == 5) throw new AssertionError("five rounds");
          thread.join();
        }
      }
      """;

  private static final String WRITING =
      """
      public class Writing {
        static volatile int number;
        static int plain;
        public static void main(String[] args) throws Exception {
          if (args.length > 1) {
            new Thread(() -> plain = 1).start();
            plain = 2;
          }
          for (int i = 0; args.length == 0 || i < 12_000; i++) number = i;
        }
      }
      """;

  /** Two philosophers who put the first fork back if they cannot have the second. */
  private static final String PHILOSOPHERS =
      """
      import java.util.concurrent.atomic.AtomicBoolean;
      import java.util.concurrent.locks.ReentrantLock;
      public class %s {
        %s
        public static void main(String[] args) throws Exception {
          Thread first = new Thread(() -> eat(one, two));
          Thread second = new Thread(() -> eat(two, one));
          first.start();
          second.start();
          first.join();
          second.join();
        }
      }
      """;

  private static final String LOCKS =
      """
      static final ReentrantLock one = new ReentrantLock(), two = new ReentrantLock();
      static void eat(ReentrantLock left, ReentrantLock right) {
        int rounds = 0;
        while (true) {
          left.lock();
          if (right.tryLock()) break;
          System.out.println(1);
          left.unlock();
        }
        System.out.println(rounds);
        right.unlock();
        left.unlock();
      }
      """;

  private static final String SWAPS =
      """
      static final AtomicBoolean one = new AtomicBoolean(), two = new AtomicBoolean();
      static void eat(AtomicBoolean left, AtomicBoolean right) {
        while (true) {
          while (!left.compareAndSet(false, true)) {}
          if (right.compareAndSet(false, true)) break;
          left.set(false);
        }
        right.set(false);
        left.set(false);
      }
      """;

  @TempDir Path directory;
  private Path classes;

  @BeforeEach
  void compile() throws IOException {
    classes = Files.createDirectories(directory.resolve("classes"));
    JavaPrograms.compile(classes, "Waiting", WAITING);
    JavaPrograms.compile(classes, "Writing", WRITING);
  }

  private Clew.Result check(Object... words) {
    Object[] all = new Object[words.length + 5];
    System.arraycopy(
        new Object[] {"check", "--out", directory.resolve("out"), "-cp", classes}, 0, all, 0, 5);
    System.arraycopy(words, 0, all, 5, words.length);
    return Clew.run(all);
  }

  @Test
  void aLoopThatWaitsAndCountsIsNotVerifiedAndTheVerdictNamesIt() {
    Clew.Result result = check("Waiting");
    assertThat(result.exit()).as(result.out()).isEqualTo(3);
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains(
            "inconclusive: no violation in all 21 trace classes, but the loop at Waiting.java:8"
                + " was left to itself after 20 rounds in vain",
            "(--fair 20)");
  }

  @Test
  void whatIsFoundThenCanBeReplayed() {
    Clew.Result found = check("Waiting", "--", "5");
    assertThat(found.exit()).as(found.out()).isEqualTo(1);
    assertThat(found.out()).contains("five rounds");
    Clew.Result again = Clew.replay(directory.resolve("out/Waiting-assertion-1.clew"));
    assertThat(again.exit()).as(again.out() + again.err()).isEqualTo(1);
    assertThat(again.out()).contains("five rounds");
  }

  @Test
  void aLongExecutionIsNotTakenForOneThatWaits() {
    Clew.Result result = check("Writing", "--", "ends");
    assertThat(result.exit()).as(result.out()).isZero();
    assertThat(result.out()).contains("verified: all 1 trace class").doesNotContain("--fair");
  }

  @Test
  void aDataRaceDoesNotKeepLongExecutionsFromTheirEnd() {
    Clew.Result result = check("Writing", "--", "ends", "racy");
    assertThat(result.exit()).as(result.out()).isEqualTo(1);
    assertThat(result.out()).contains("data race").doesNotContain("did not end");
  }

  @Test
  void anExecutionWithoutEndIsInconclusive() {
    Clew.Result result = check("Writing");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("did not end within 100000 steps")
        .contains("explored: endless")
        .contains("endless: after 100000 steps main at Writing.java:9 still goes on (replay: ");
    Clew.Result again = Clew.replay(directory.resolve("out/Writing-endless-1.clew"));
    assertThat(again.exit()).as(again.out() + again.err()).isEqualTo(3);
    assertThat(again.out()).contains("2000 steps, the execution has not ended");
  }

  @Test
  void ofManyFilesThoseWithTheMostStepsAreNamed() throws IOException {
    Path sources = Files.createDirectory(directory.resolve("parts"));
    StringBuilder calls = new StringBuilder();
    for (int k = 1; k <= 6; k++) {
      calls.append("Part").append(k).append(".go(); ");
      String head = "class Part" + k + " { static volatile int number; static void go() { ";
      Files.writeString(
          sources.resolve("Part" + k + ".java"), head + "number = number + 1; ".repeat(k) + "} }");
    }
    String head = "public class Parts { public static void main(String[] a) { while (true) { ";
    Files.writeString(sources.resolve("Parts.java"), head + calls + "} } }");
    JavaPrograms.compile(classes, sources);
    assertThat(check("Parts", "--steps", "1000").out().replaceAll("\\s+", " "))
        .contains(" main at Part4.java:1, Part5.java:1, Part6.java:1 and in 3 other files still");
  }

  @Test
  void philosophersWithPrintsAreALivelock() throws IOException {
    JavaPrograms.compile(classes, "Prints", PHILOSOPHERS.formatted("Prints", LOCKS));
    assertLivelock("Prints");
  }

  @Test
  void philosophersWithForksThatAreComparedAndSetAreALivelock() throws IOException {
    JavaPrograms.compile(classes, "Swaps", PHILOSOPHERS.formatted("Swaps", SWAPS));
    assertLivelock("Swaps");
  }

  private void assertLivelock(String name) {
    Clew.Result found = check(name);
    assertThat(found.exit()).as(found.out() + found.err()).isEqualTo(1);
    assertThat(found.out().replaceAll("\\s+", " "))
        .contains("livelock: Thread-0 and Thread-1 go round for ever")
        .contains("everything is as it was before");
    Clew.Result again = Clew.replay(directory.resolve("out/" + name + "-livelock-1.clew"));
    assertThat(again.exit()).as(again.out() + again.err()).isEqualTo(1);
    assertThat(again.out()).contains("livelock: Thread-0 and Thread-1 go round for ever");
  }

  @Test
  void philosophersWhoTakeTheSameForkFirstAreVerified() throws IOException {
    JavaPrograms.compile(
        classes,
        "Ordered",
        PHILOSOPHERS.formatted("Ordered", SWAPS).replace("eat(two, one)", "eat(one, two)"));
    Clew.Result result = check("Ordered");
    assertThat(result.exit()).as(result.out()).isZero();
  }

  @Test
  void philosophersWhoCountAreNotVerified() throws IOException {
    String counts = LOCKS.replace("System.out.println", "rounds += ");
    JavaPrograms.compile(classes, "Counts", PHILOSOPHERS.formatted("Counts", counts));
    Clew.Result result = check("--time", "5s", "Counts");
    assertThat(result.exit()).as(result.out()).isIn(1, 3);
  }

  @Test
  void aWorkerThatIsToldToEndIsVerifiedByItsStates() throws IOException {
    JavaPrograms.compile(
        classes,
        "Worker",
        """
        public class Worker {
          static volatile boolean run = true, done;
          public static void main(String[] args) throws Exception {
            Thread worker = new Thread(() -> { while (run) done = true; });
            worker.start();
            while (!done) {}
            run = false;
            worker.join();
          }
        }
        """);
    for (Clew.Result result : List.of(check("Worker"), check("Worker", "--time", "60s"))) {
      assertThat(result.exit()).as(result.out()).isZero();
      assertThat(result.out().replaceAll("\\s+", " "))
          .contains("(stateful, ")
          .containsPattern(" 1[0-9] states");
    }
  }

  @Test
  void aFaultOnAnotherPathIsFound() throws IOException {
    JavaPrograms.compile(
        classes,
        "Other",
        """
        public class Other {
          static volatile int x, y, n;
          public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> {
              if (x == 1) while (y == 0) n = n + 1;
              else throw new IllegalStateException("found");
            });
            t.start();
            x = 1;
            t.join();
          }
        }
        """);
    Clew.Result result = check("Other");
    assertThat(result.exit()).as(result.out()).isEqualTo(1);
    assertThat(result.out()).contains("IllegalStateException: found");
    Clew.Result byHand = check("--strategy", "source", "--steps", "3000", "Other");
    assertThat(byHand.exit()).as(byHand.out()).isEqualTo(1);
  }
}
