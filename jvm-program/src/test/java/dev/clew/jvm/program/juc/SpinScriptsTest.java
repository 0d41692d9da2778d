package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs that wait by looking: what they can end with, and whether they can wait for ever,
 * is what a search of all states of their scripts says.
 */
final class SpinScriptsTest {
  private static final int PROGRAMS = Integer.getInteger("clew.scripts", 40);
  private static final int INTERLEAVINGS = 3_000;
  private static final String OPERATIONS = "wwwwrrsmvlce";

  /** More than the rounds in which a script only reads. */
  private static final int FAIR = 4;

  private static final int ENDLESS = 20;

  static LongStream seeds() {
    return LongStream.range(0, PROGRAMS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endAsTheStatesOfTheirScriptsDo(long seed) {
    check(random(new Random(seed), OPERATIONS));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endSoIfTheySleepBetweenTwoLooks(long seed) {
    check(random(new Random(seed), "wwwwrzzzhhhsc"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endSoIfThreadsThatGoRoundInVainLetOthersGoFirst(long seed) {
    checkEnds(FAIR, random(new Random(seed), "wwwrkqkc"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"w01 s01", "s01w11 s11w01", "c01 c01 w01", "l01 l01", "e01 e01 w01w02"})
  void theseDoToo(String program) {
    check(program.split(" "));
  }

  private static String[] random(Random random, String operations) {
    String[] scripts = new String[2 + random.nextInt(2)];
    for (int t = 0; t < scripts.length; t++) {
      StringBuilder script = new StringBuilder();
      for (int length = 1 + random.nextInt(3); length > 0; length--) {
        script.append(operations.charAt(random.nextInt(operations.length())));
        script.append(random.nextInt(2)).append(random.nextInt(3));
      }
      scripts[t] = script.toString();
    }
    return scripts;
  }

  private static void check(String... scripts) {
    checkEnds(0, scripts);
    TraceClasses.within(INTERLEAVINGS, SpinScripts.class, scripts);
  }

  private static void checkEnds(int fair, String... scripts) {
    States states = new States(scripts);
    Set<String> ends = new TreeSet<>();
    Observer collect =
        (trace, findings) -> trace.failures().forEach(each -> ends.add(each.headline()));
    Outcome outcome =
        Harness.program(SpinScripts.class, scripts)
            .fair(fair)
            .with(program -> program.execution().spinning.setFair(fair, ENDLESS))
            .use(
                program -> {
                  List<Observer> observers = new ArrayList<>(Observers.standard(program));
                  observers.add(collect);
                  SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
                  return new Exploration(program, options, observers, progress -> true).explore();
                });
    assertThat(outcome.end())
        .as(String.join(" ", scripts))
        .isIn(Outcome.End.EXHAUSTED, fair > 0 ? Outcome.End.CUT_SHORT : Outcome.End.EXHAUSTED);
    assertThat(ends).as(String.join(" ", scripts)).isEqualTo(states.ends);
    boolean isLivelock =
        outcome.findings().stream().anyMatch(each -> each.kind() == FindingKind.LIVELOCK);
    assertThat(isLivelock).as("livelock of %s", String.join(" ", scripts)).isEqualTo(states.waits);
    assertThat(outcome.findings()).noneMatch(each -> each.kind() == FindingKind.DEADLOCK);
  }

  /** All states of scripts, in which to wait is to do nothing until there is what one waits for. */
  private static final class States {
    final Set<String> ends = new TreeSet<>();
    boolean waits;
    private final String[] scripts;
    private final Set<String> seen = new HashSet<>();

    States(String[] scripts) {
      this.scripts = scripts;
      String[] found = new String[scripts.length];
      Arrays.fill(found, "-");
      visit(new int[scripts.length], found, new int[2], 0);
    }

    /** {@code asleep} has a bit for each thread that sleeps: all of these wake at the same time. */
    private void visit(int[] at, String[] found, int[] values, int asleep) {
      String state = Arrays.toString(at) + Arrays.toString(found) + Arrays.toString(values);
      if (!seen.add(state + asleep)) {
        return;
      }
      boolean isOver = asleep == 0;
      boolean isStuck = true;
      for (int t = 0; t < scripts.length; t++) {
        if (at[t] < scripts[t].length() && (asleep & 1 << t) == 0) {
          isOver = false;
          isStuck &= !step(t, at, found, values, asleep);
        }
      }
      if (isOver) {
        ends.add(
            "java.lang.IllegalStateException: "
                + String.join(" ", found)
                + " "
                + values[0]
                + values[1]);
      } else if (isStuck && lookInVain(at, values, asleep)) {
        waits = true;
      } else if (isStuck) {
        visit(at, found, values, 0);
      }
    }

    /** Whether all who sleep will find the same as before, so that nothing changes any more. */
    private boolean lookInVain(int[] at, int[] values, int asleep) {
      for (int t = 0; t < scripts.length; t++) {
        if ((asleep & 1 << t) != 0 && !(isAt('h', t, at) && !isThere(t, at, values))) {
          return false;
        }
      }
      return true;
    }

    private boolean isAt(char operation, int t, int[] at) {
      return at[t] < scripts[t].length() && scripts[t].charAt(at[t]) == operation;
    }

    private boolean isThere(int t, int[] at, int[] values) {
      return values[scripts[t].charAt(at[t] + 1) - '0'] == scripts[t].charAt(at[t] + 2) - '0';
    }

    /** Goes on with the next operation of a thread, if it can be done. */
    private boolean step(int t, int[] at, String[] found, int[] values, int asleep) {
      char operation = scripts[t].charAt(at[t]);
      int variable = scripts[t].charAt(at[t] + 1) - '0';
      int value = scripts[t].charAt(at[t] + 2) - '0';
      int[] next = values.clone();
      String[] more = found.clone();
      switch (operation) {
        case 'w' -> next[variable] = value;
        case 'r' -> more[t] += values[variable];
        case 'z' -> {
          int[] after = at.clone();
          after[t] += 3;
          visit(after, more, next, asleep | 1 << t);
          return true;
        }
        case 'h' -> {
          if (values[variable] != value) {
            visit(at, more, next, asleep | 1 << t);
            return true;
          }
        }
        case 'c', 'e' -> {
          if (values[variable] != value) {
            return false;
          }
          next[variable] = 0;
        }
        default -> {
          if (values[variable] != value) {
            return false;
          }
        }
      }
      int[] after = at.clone();
      after[t] += 3;
      visit(after, more, next, asleep);
      return true;
    }
  }
}
