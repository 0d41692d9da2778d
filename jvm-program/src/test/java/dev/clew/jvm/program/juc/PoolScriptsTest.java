package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.Harness;
import dev.clew.jvm.program.JvmProgram;
import dev.clew.jvm.run.Matter;
import dev.clew.trace.Failure;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random little programs with pools: what comes out of them is the same whether or not it is an
 * operation in which order workers end, and the searches find the classes all interleavings have.
 */
final class PoolScriptsTest {
  private static final int PROGRAMS = Integer.getInteger("clew.scripts", 25);
  private static final long EXECUTIONS = 6_000;
  private static final long INTERLEAVINGS = 2_000;
  private static final int STEPS = 10_000;

  /** Pools with so many workers, as many as are needed, or that schedule their tasks. */
  private static final List<String> KINDS =
      List.of("f1", "f2", "f2", "f3", "f2w", "c1", "c1w", "s1", "s1", "s2", "m1");

  /** The executions of all programs that were compared, with and without the rule. */
  private long quietly;

  private long loudly;

  /** What comes out of the executions of a search; null if there are too many of them. */
  private static final class Outcomes implements Observer {
    private final Set<String> seen = new TreeSet<>();
    private final Set<Integer> visible = new HashSet<>();

    @Override
    public void observe(Trace trace, Consumer<Finding> sink) {
      boolean startsAgain = false;
      for (int i = 0; i < trace.revealed().size(); i++) {
        startsAgain |= visible.add(trace.revealed().object(i));
      }
      for (var race : trace.races()) {
        startsAgain |= visible.add(race.location());
      }
      if (startsAgain) {
        seen.clear();
        return;
      }
      StringBuilder all = new StringBuilder(trace.ending().name());
      for (Failure each : trace.failures()) {
        all.append(' ').append(each.message());
      }
      seen.add(all.toString());
    }
  }

  private record Found(Set<String> outcomes, long executions, boolean isComplete) {}

  private static Found find(Consumer<JvmProgram> settings, String... program) {
    return Harness.program(PoolScripts.class, program)
        .with(settings)
        .use(
            opened -> {
              Outcomes outcomes = new Outcomes();
              List<Observer> observers = new ArrayList<>(Observers.standard(opened));
              observers.add(outcomes);
              SearchOptions options =
                  new SearchOptions(
                      StrategyKind.OPTIMAL,
                      new Budget(EXECUTIONS, null, STEPS),
                      true,
                      true,
                      0,
                      SearchOptions.DEFAULT_PLAN_CAP);
              Outcome outcome =
                  new Exploration(opened, options, observers, progress -> true).explore();
              return new Found(
                  outcomes.seen, outcome.executions(), outcome.end() == Outcome.End.EXHAUSTED);
            });
  }

  /** Compares a program with itself if it is an operation when a worker ends; whether it could. */
  private boolean check(String... program) {
    Found quiet = find(opened -> {}, program);
    Found told =
        find(
            opened -> opened.makeVisible(opened.execution().objects.of(Matter.POOL_ENDS)), program);
    if (!quiet.isComplete || !told.isComplete) {
      return false;
    }
    assertThat(quiet.outcomes).as(String.join(" ", program)).isEqualTo(told.outcomes);
    quietly += quiet.executions;
    loudly += told.executions;
    return true;
  }

  private static String[] random(Random random, List<String> kinds, String operations) {
    List<String> program = new ArrayList<>();
    program.add(kinds.get(random.nextInt(kinds.size())));
    int threads = random.nextInt(3) == 0 ? 2 : 1;
    for (int t = 0; t < threads; t++) {
      StringBuilder script = new StringBuilder();
      for (int length = 1 + random.nextInt(threads == 1 ? 5 : 2); length > 0; length--) {
        script.append(operations.charAt(random.nextInt(operations.length())));
      }
      program.add(script.toString());
    }
    return program.toArray(new String[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xxxooonnllgfvrsssata", // what a program usually does
        "xoneerbbisSSatTdpPkqgf" // what it seldom does
      })
  void whatComesOutIsTheSame(String operations) {
    Random random = new Random(operations.length());
    int compared = 0;
    for (int n = 0; n < PROGRAMS; n++) {
      String[] program = random(random, KINDS, operations);
      compared += check(program) ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 2);
    assertThat(quietly).isLessThan(loudly);
  }

  @Test
  void theSearchesFindTheClassesOfAllInterleavings() {
    Random random = new Random(5);
    int compared = 0;
    for (int n = 0; n < PROGRAMS; n++) {
      String[] program = random(random, List.of("f1", "f2", "c1", "s1"), "xoxnlesssStar");
      try {
        compared +=
            ClassesByDefinition.compared(INTERLEAVINGS, PoolScripts.class, program) > 0 ? 1 : 0;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("program " + String.join(" ", program), e);
      }
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 4);
  }
}
