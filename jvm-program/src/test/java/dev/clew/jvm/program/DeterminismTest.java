package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.run.Globals;
import dev.clew.jvm.run.IdentityHashes;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same schedule leads to the same execution, or to a divergence whose cause is named. */
final class DeterminismTest {
  private static final int SCHEDULES = 20;
  private static final int ROUNDS = 10;

  @Test
  void everythingIsUnderControlOnThisJvm() {
    assertThat(Globals.problems()).isEmpty();
    assertThat(IdentityHashes.problem()).isNull();
  }

  @Test
  void allSourcesGiveTheSameInEveryExecution() {
    List<String> differences = Harness.program(AllSources.class).use(DeterminismTest::differences);
    assertThat(differences).isEmpty();
  }

  /** Executes random schedules, all of them several times, and compares. */
  private static List<String> differences(JvmProgram program) {
    Schedule schedule = new Schedule();
    schedule.setStepLimit(10_000);
    Trace trace = new Trace();
    List<List<String>> first = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < SCHEDULES; i++) {
        schedule.keep(0);
        schedule.setPolicy(Schedule.Policy.RANDOM, i);
        schedule.recordDetails(round == ROUNDS - 1);
        program.run(schedule, trace);
        assertThat(trace.failures()).isEmpty();
        List<String> events = events(trace);
        if (round == 0) {
          first.add(events);
        } else if (!events.equals(first.get(i))) {
          differences.add("round " + round + " of schedule " + i);
        }
      }
    }
    assertThat(new HashSet<>(first)).as("different schedules").hasSizeGreaterThan(SCHEDULES / 2);
    return differences;
  }

  private static List<String> events(Trace trace) {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      events.add(trace.thread(i) + " " + trace.kind(i) + " " + trace.object(i));
    }
    return events;
  }

  /** What it fails with depends on the order of two accesses that race. */
  static final class RacyFailure {
    private static int number;
    private static volatile int last;

    private RacyFailure() {}

    public static void main(String[] args) throws InterruptedException {
      Thread first = new Thread(() -> write(1));
      Thread second = new Thread(() -> write(2));
      first.start();
      second.start();
      first.join();
      second.join();
      if (number == 2) {
        throw new IllegalStateException("the second came last");
      }
    }

    private static void write(int value) {
      number = value;
      last = value;
    }
  }

  @Test
  void aFailureIsOfAnExecutionInWhichNothingRacesThatIsNotVisible() {
    Outcome outcome = Harness.program(RacyFailure.class).stopAtFirst().explore();
    assertThat(outcome.findings()).hasSize(2);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.DATA_RACE);
    assertThat(outcome.findings().get(1).kind()).isNotEqualTo(FindingKind.DATA_RACE);
    assertThat(outcome.findings().get(1).visible())
        .contains(outcome.findings().get(0).plainLocation());
  }

  /** Threads that do so much that they take turns. */
  static final class LongRun {
    private static final int MUCH = 2_500;

    private LongRun() {}

    public static void main(String[] args) {
      AtomicInteger count = new AtomicInteger();
      new Thread(() -> work(count)).start();
      work(count);
    }

    private static void work(AtomicInteger count) {
      for (int i = 0; i < MUCH; i++) {
        count.getAndIncrement();
      }
    }
  }

  @Test
  void whenAnotherThreadGetsItsTurnDoesNotDependOnTheExecutionBefore() {
    List<List<String>> executions =
        Harness.program(LongRun.class)
            .use(
                program -> {
                  Schedule schedule = new Schedule();
                  Trace trace = new Trace();
                  program.run(schedule, trace);
                  List<String> first = events(trace);
                  schedule.keep(0);
                  schedule.add(0, Schedule.ANY_LABEL);
                  for (int i = 0; i < LongRun.MUCH; i++) {
                    schedule.add(2, Schedule.ANY_LABEL);
                  }
                  program.run(schedule, trace);
                  schedule.keep(0);
                  program.run(schedule, trace);
                  return List.of(first, events(trace));
                });
    assertThat(executions.get(1)).isEqualTo(executions.get(0));
  }

  /** Two threads whose steps depend on something; each program says on what. */
  abstract static class Watcher {
    static volatile int one;
    static volatile int zero;

    static void step(boolean which) {
      if (which) {
        one++;
      } else {
        zero++;
      }
    }

    static void twice(Runnable code) throws InterruptedException {
      Thread other = new Thread(code);
      other.start();
      code.run();
      other.join();
    }
  }

  private static void assertIsSearchedToTheEnd(Class<?> program) {
    Outcome outcome = Harness.program(program).ignoringRaces().explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isGreaterThan(1);
  }

  /** Sets a system property that it looks at first. */
  public static final class Property extends Watcher {
    private Property() {}

    public static void main(String[] args) throws InterruptedException {
      boolean isSet = System.getProperty("clew.test.property") != null;
      System.setProperty("clew.test.property", "set");
      System.getProperties().put("clew.test.other", "set");
      twice(() -> step(isSet));
      if (isSet || System.getProperties().size() == 0) {
        throw new IllegalStateException();
      }
    }
  }

  @Test
  void propertiesAreRestored() {
    assertIsSearchedToTheEnd(Property.class);
  }

  /** Goes through a set of objects without hash codes of their own. */
  public static final class HashOrder extends Watcher {
    private HashOrder() {}

    public static void main(String[] args) throws InterruptedException {
      twice(
          () -> {
            List<Object> list = List.of(new Object(), new Object(), new Object());
            Set<Object> set = new HashSet<>(list);
            step(set.iterator().next() == list.get(0));
          });
    }
  }

  @Test
  void hashOrderIsTheSame() {
    assertIsSearchedToTheEnd(HashOrder.class);
  }

  /** Decides by the name and the number of a thread. */
  public static final class Names extends Watcher {
    private Names() {}

    public static void main(String[] args) throws InterruptedException {
      twice(() -> step(Thread.currentThread().getName().endsWith("0")));
      twice(() -> step((AllSourcesNumber.of(Thread.currentThread()) & 1) == 0));
      twice(() -> step(new Thread().getName().hashCode() % 2 == 0));
    }
  }

  /** The number of a thread. */
  static final class AllSourcesNumber {
    private AllSourcesNumber() {}

    @SuppressWarnings("deprecation") // the new name is not in JDK 17
    static long of(Thread thread) {
      return thread.getId();
    }
  }

  @Test
  void namesAndNumbersOfThreadsAreTheSame() {
    assertIsSearchedToTheEnd(Names.class);
  }

  /** Decides by chance. */
  public static final class Chance extends Watcher {
    private Chance() {}

    public static void main(String[] args) throws InterruptedException {
      twice(() -> step(Math.random() < 0.5));
      twice(() -> step(System.nanoTime() % 3 == 0));
    }
  }

  @Test
  void chanceIsTheSame() {
    assertIsSearchedToTheEnd(Chance.class);
  }

  /** Looks at the clock until a second has passed. */
  public static final class Polls extends Watcher {
    private Polls() {}

    public static void main(String[] args) throws InterruptedException {
      long start = System.currentTimeMillis();
      Thread other = new Thread(() -> {});
      other.start();
      while (System.currentTimeMillis() < start + 1000) {
        Thread.onSpinWait();
      }
      Thread.sleep(10_000);
      other.join();
      if (System.currentTimeMillis() < start + 11_000) {
        throw new IllegalStateException("time does not pass");
      }
    }
  }

  @Test
  void whoLooksAtTheClockLongEnoughSeesTimePass() {
    Outcome outcome = Harness.program(Polls.class).explore();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
  }

  /** Finds a file that an execution before has written. */
  public static final class ReadsWhatItWrote extends Watcher {
    private ReadsWhatItWrote() {}

    public static void main(String[] args) throws InterruptedException {
      Path file = Path.of(args[0]);
      boolean isThere = Files.exists(file);
      try {
        Files.writeString(file, "written\n".repeat(isThere ? 2 : 1));
        long lines = Files.lines(file).count();
        if (lines == 2) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      twice(() -> step(isThere));
      twice(() -> step(isThere));
    }
  }

  @Test
  void aFileThatStaysIsNamedAsTheCause(@TempDir Path directory) {
    String file = directory.resolve("file").toString();
    String cause =
        Harness.program(ReadsWhatItWrote.class, file)
            .use(
                program -> {
                  assertThatThrownBy(() -> executeTwice(program))
                      .isInstanceOf(ReplayDivergence.class);
                  return program.causeOfDivergence();
                });
    assertThat(cause)
        .startsWith("The cause may be that " + ReadsWhatItWrote.class.getName())
        .contains("uses java.nio.file.Files")
        .contains("the next one finds there");
  }

  /** Fails if a file is there that it makes. */
  public static final class MakesFile {
    private MakesFile() {}

    public static void main(String[] args) throws IOException {
      Files.createFile(Path.of(args[0]));
    }
  }

  @Test
  void aFailureThatTheFirstExecutionDoesNotHaveIsNoFinding(@TempDir Path directory) {
    String file = directory.resolve("file").toString();
    assertThatThrownBy(() -> Harness.explore(MakesFile.class, file))
        .isInstanceOf(ReplayDivergence.class)
        .hasMessageContaining("for the second time, but not for the first time")
        .hasMessageContaining("FileAlreadyExistsException");
  }

  private static void executeTwice(JvmProgram program) {
    Schedule schedule = new Schedule();
    Trace trace = new Trace();
    program.run(schedule, trace);
    for (int i = 0; i < trace.size(); i++) {
      schedule.add(trace.thread(i), trace.label(i));
    }
    schedule.keep(trace.size());
    program.run(schedule, trace);
  }

  @Test
  void aCauseThatIsNotKnownIsNotInvented() {
    String cause =
        Harness.program(HashOrder.class)
            .use(
                program -> {
                  executeTwice(program);
                  return program.causeOfDivergence();
                });
    assertThat(cause).startsWith("The cause is not known");
  }
}
