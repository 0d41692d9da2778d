package dev.clew.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.toy.Toy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Two ways to count, which share only the machine, agree on random programs. */
final class OracleAgreementTest {
  private static final int PROGRAMS = 2_000;
  private static final int MAX_STEPS = 3_000;
  private static final int MAX_PREFIX_CLASSES = 6_000;

  @Test
  void bothOraclesAndThePlainSearchAgree() {
    int compared = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Toy program = RandomPrograms.generate(seed, 4, 4);
      Optional<OracleRun> one = OracleRun.byInterleavings(program, MAX_STEPS);
      Optional<OracleRun> two = OracleRun.byPrefixClasses(program, MAX_PREFIX_CLASSES);
      if (one.isPresent() && two.isPresent()) {
        compare(one.get(), two.get(), seed);
        compared++;
      }
      if (two.isPresent()) {
        assertThat(OracleRun.finalStates(program, Integer.MAX_VALUE).orElseThrow())
            .as("final states of seed %s", seed)
            .isEqualTo(two.get().finalStates());
      }
    }
    assertThat(compared).isGreaterThan(PROGRAMS * 2 / 3);
  }

  private static void compare(OracleRun one, OracleRun two, int seed) {
    assertThat(two.racyVariables()).as("races of seed %s", seed).isEqualTo(one.racyVariables());
    assertThat(two.classes()).as("classes of seed %s", seed).hasSameSizeAs(one.classes());
    assertThat(two.deadlocks()).as("deadlocks of seed %s", seed).isEqualTo(one.deadlocks());
    assertThat(two.failures()).as("failures of seed %s", seed).isEqualTo(one.failures());
    assertThat(two.finalStates()).as("states of seed %s", seed).isEqualTo(one.finalStates());
  }

  @Test
  void randomSchedulesFallIntoTheSameClasses() {
    for (int seed = 0; seed < PROGRAMS / 6; seed++) {
      Toy program = RandomPrograms.generate(seed, 4, 5);
      Optional<OracleRun> one = OracleRun.byInterleavings(program, MAX_STEPS);
      Optional<OracleRun> two = OracleRun.byPrefixClasses(program, MAX_PREFIX_CLASSES);
      if (one.isEmpty() || two.isEmpty()) {
        continue;
      }
      OracleMachine machine = OracleMachine.seeing(program, one.get().racyVariables()::contains);
      Random random = new Random(seed);
      Map<Key, Key> pairs = new HashMap<>();
      for (int i = 0; i < 10; i++) {
        int[][] schedule = randomSchedule(machine, random);
        int length = schedule[0].length;
        Outcome inOne = one.get().classOf(schedule[0], schedule[1], length);
        Outcome inTwo = two.get().classOf(schedule[0], schedule[1], length);

        assertThat(one.get().classes().get(inOne.traceClass())).isEqualTo(inOne);
        assertThat(two.get().classes().get(inTwo.traceClass())).isEqualTo(inTwo);
        pairs.putIfAbsent(inOne.traceClass(), inTwo.traceClass());
        assertThat(pairs.get(inOne.traceClass())).isEqualTo(inTwo.traceClass());
      }
    }
  }

  /** Threads and labels of a random complete execution. */
  private static int[][] randomSchedule(OracleMachine machine, Random random) {
    int[][] schedule = new int[2][1000];
    int length = 0;
    State state = machine.initial();
    List<Step> choices = machine.choices(state);
    while (!choices.isEmpty()) {
      Step step = choices.get(random.nextInt(choices.size()));
      machine.step(state, step);
      schedule[0][length] = step.thread();
      schedule[1][length] = step.label();
      length++;
      choices = machine.choices(state);
    }
    return new int[][] {Arrays.copyOf(schedule[0], length), Arrays.copyOf(schedule[1], length)};
  }
}
