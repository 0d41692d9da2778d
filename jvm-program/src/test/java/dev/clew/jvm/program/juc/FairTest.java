package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that wait, and do a little more than look. */
class FairTest {
  /** Somebody puts something into a queue that another thread looks into. */
  static final class Polls {
    public static void main(String[] args) {
      ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
      if (args.length == 1) {
        new Thread(() -> queue.add("it")).start();
      }
      Queue<String> same = queue;
      if (args[0].equals("queue")) {
        while (queue.poll() == null) {}
      } else {
        while (same.poll() == null) {}
      }
      assert queue.isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"queue, 0", "interface, 1"})
  void toTakeNothingOutOfAnEmptyQueueChangesNothing(String way, int rounds) {
    Outcome outcome = Harness.program(Polls.class, way).fair(rounds).atMost(1000).explore();
    assertThat(outcome.end())
        .isEqualTo(rounds == 0 ? Outcome.End.EXHAUSTED : Outcome.End.CUT_SHORT);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(2);

    outcome = Harness.program(Polls.class, way, "nobody puts something in").fair(rounds).explore();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.LIVELOCK);
  }

  /**
   * Somebody sets a flag that another thread waits for, in ways that are not seen to be waiting.
   */
  static final class Waits {
    private static volatile boolean flag;
    private static volatile int found = -1;

    public static void main(String[] args) {
      Thread main = Thread.currentThread();
      if (!args[1].equals("never")) {
        new Thread(
                () -> {
                  flag = true;
                  LockSupport.unpark(main);
                })
            .start();
      }
      int rounds = 0;
      switch (args[0]) {
        case "counts" -> {
          while (!flag) {
            rounds++;
          }
        }
        case "collects" -> {
          List<Integer> all = new ArrayList<>();
          while (!flag) {
            all.add(1);
          }
          rounds = all.size();
        }
        case "asks" -> {
          while (!flag) {
            rounds += ask();
          }
        }
        default -> {
          while (!flag && rounds < 5000) {
            rounds++;
            Thread.onSpinWait();
          }
          if (!flag) {
            LockSupport.park();
          }
        }
      }
      found = rounds;
    }

    private static int ask() {
      return new StringBuilder("1").length();
    }
  }

  @ParameterizedTest
  @CsvSource({"counts, 1", "counts, 4", "collects, 2", "asks, 3"})
  void allOthersGoFirstAfterSomeRounds(String way, int rounds) {
    Outcome unfair = Harness.program(Waits.class, way, "once").atMost(100).explore();
    assertThat(unfair.end()).isNotEqualTo(Outcome.End.EXHAUSTED);

    Outcome outcome = Harness.program(Waits.class, way, "once").fair(rounds).atMost(100).explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.CUT_SHORT);
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
    assertThat(outcome.endless().cut()).contains("FairTest.java:", rounds + " rounds in vain");
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(rounds + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"counts", "collects", "asks"})
  void whoeverWaitsForEverIsFound(String way) {
    Outcome outcome = Harness.program(Waits.class, way, "never").fair(2).explore();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.LIVELOCK);
  }

  @Test
  void whoeverGivesUpLookingDoesNot() {
    Outcome outcome = Harness.program(Waits.class, "parks", "once").fair(2).atMost(100).explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.CUT_SHORT);
    assertThat(outcome.findings()).isEmpty();

    outcome = Harness.program(Waits.class, "parks", "never").fair(2).explore();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.DEADLOCK);
  }

  /** Goes round until something comes up that no thread decides. */
  static final class Asks {
    private static volatile int seen;

    public static void main(String[] args) throws InterruptedException {
      Thread thread = new Thread(() -> wait(args[0]));
      thread.start();
      thread.join();
    }

    private static void wait(String way) {
      Random random = new Random(1);
      long begin = System.nanoTime();
      int rounds = 0;
      switch (way) {
        case "Math.random" -> {
          while (seen == 0 && Math.random() < 2) {
            rounds += seen;
          }
        }
        case "Random" -> {
          while (seen == 0 && random.nextInt(10) >= 0) {
            rounds += seen;
          }
        }
        case "ThreadLocalRandom" -> {
          while (seen == 0 && ThreadLocalRandom.current().nextInt(10) >= 0) {
            rounds += seen;
          }
        }
        case "clock" -> {
          while (seen == 0 && System.nanoTime() >= begin) {
            rounds += seen;
          }
        }
        case "time of day" -> {
          while (seen == 0 && System.currentTimeMillis() > 0) {
            rounds++;
          }
        }
        case "property" -> {
          while (seen == 0 && System.getProperty("dev.clew.unknown") == null) {}
        }
        case "integer" -> {
          while (seen == 0 && Integer.getInteger("dev.clew.unknown") == null) {}
        }
        case "name" -> {
          while (seen == 0 && !Thread.currentThread().getName().isEmpty()) {}
        }
        default -> {
          while (seen == 0 && isUnknown()) {}
        }
      }
      seen = rounds;
    }

    private static boolean isUnknown() {
      return System.getProperty("dev.clew.unknown") == null;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Math.random",
        "Random",
        "ThreadLocalRandom",
        "clock",
        "time of day",
        "property",
        "integer",
        "name",
        "method"
      })
  void whoAsksForWhatNoThreadDecidesIsNeverToldToWaitForEver(String way) {
    for (int rounds : new int[] {0, 2}) {
      Outcome outcome =
          Harness.program(Asks.class, way)
              .fair(rounds)
              .with(program -> program.execution().spinning.setFair(rounds, 50))
              .atMost(3)
              .explore();
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.INCONCLUSIVE);
    }
  }

  /** What a loop changes is seen by others: it does not wait. */
  static final class Works {
    private static volatile int done;

    public static void main(String[] args) throws InterruptedException {
      Runnable work =
          () -> {
            for (int i = 0; i < 2; i++) {
              done = i;
            }
          };
      Tasks.join(Tasks.start(work::run, work::run));
    }
  }

  @Test
  void whoeverWorksLetsNobodyGoFirst() {
    long classes = Harness.explore(Works.class).executions();
    assertThat(Harness.program(Works.class).fair(1).explore().executions()).isEqualTo(classes);
  }
}
