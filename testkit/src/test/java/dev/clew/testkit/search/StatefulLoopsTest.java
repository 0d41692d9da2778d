package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.EndsOracle;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.LivelockOracle;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Programs that may go round for ever, but have finitely many states. */
final class StatefulLoopsTest {
  private static final int PROGRAMS = 400;
  private static final int MOST_STATES = 4000;

  @Test
  void findsAllThatAProgramWithEndlessLoopsCanComeTo() {
    int compared = 0;
    int endless = 0;
    int livelocks = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      String text = new LoopProgram(seed).text();
      ToyProgram program = Programs.parse(text);
      Optional<EndsOracle> oracle = EndsOracle.explore(program.toy(), MOST_STATES);
      if (oracle.isEmpty()) {
        continue;
      }
      compared++;
      Found found = new Found(oracle.get());
      Outcome outcome =
          new Exploration(
                  program,
                  SearchOptions.with(StrategyKind.STATEFUL),
                  List.of(found),
                  Pace.UNHURRIED)
              .explore();
      assertThat(outcome.end()).as(text).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(found.ends).as(text).isEqualTo(oracle.get().ends());
      assertThat(found.failures).as(text).isEqualTo(places(oracle.get()));
      boolean isLivelock = LivelockOracle.isPossible(program.toy(), MOST_STATES).orElseThrow();
      assertThat(found.goesRound).as(text).isEqualTo(isLivelock);
      endless += outcome.reductions().stream().anyMatch(r -> r.contains("never end")) ? 1 : 0;
      livelocks += isLivelock ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 2);
    assertThat(endless).isGreaterThan(PROGRAMS / 20);
    assertThat(livelocks).isBetween(PROGRAMS / 20, PROGRAMS / 2);
  }

  private static Set<List<Integer>> places(EndsOracle oracle) {
    Set<List<Integer>> places = new HashSet<>();
    oracle.failures().forEach(failure -> places.add(List.of(failure.thread(), failure.line())));
    return places;
  }

  /** What a search met. */
  private static final class Found implements Observer {
    private final EndsOracle oracle;
    final Set<Key> ends = new HashSet<>();
    final Set<List<Integer>> failures = new HashSet<>();
    boolean goesRound;

    Found(EndsOracle oracle) {
      this.oracle = oracle;
    }

    @Override
    public void observeRounds(Trace trace, Consumer<Finding> findings) {
      goesRound = true;
    }

    @Override
    public void observe(Trace trace, Consumer<Finding> findings) {
      for (Failure failure : trace.failures()) {
        failures.add(List.of(failure.thread(), failure.position()));
      }
      if (trace.ending() == Ending.KNOWN_STATE) {
        return;
      }
      int[] threads = new int[trace.size()];
      int[] labels = new int[trace.size()];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = trace.thread(i);
        labels[i] = trace.label(i);
      }
      ends.add(oracle.endOf(threads, labels));
    }
  }

  /** A random program of threads that wait by looking, or go round for ever. */
  private static final class LoopProgram {
    private final Random random;
    private final StringBuilder text = new StringBuilder();

    LoopProgram(long seed) {
      random = new Random(seed);
      text.append("atomic x = 0\natomic y = 0\nlock m\nlock n\ncondition c\nsemaphore s = 1\n");
      int threads = 2 + random.nextInt(2);
      for (int t = 0; t < threads; t++) {
        text.append("thread t").append(t).append(" {\n");
        int statements = 1 + random.nextInt(3);
        for (int k = 0; k < statements; k++) {
          statement(2);
        }
        text.append("}\n");
      }
    }

    String text() {
      return text.toString();
    }

    private void statement(int depth) {
      switch (random.nextInt(depth > 0 ? 13 : 6)) {
        case 0 -> line(variable() + " = " + random.nextInt(3));
        case 1 -> line("r = " + variable());
        case 2 -> line("add(" + variable() + ", 0)");
        case 3 -> line("assert r != " + random.nextInt(4));
        case 4 -> line("r = cas(" + variable() + ", 0, 1)");
        case 5 -> line("notifyall c");
        case 6 -> line("r = " + variable() + "\nwhile r == 0 {\nr = " + variable() + "\n}");
        case 7 -> block("lock m", "unlock m", depth);
        case 8 -> block("lock n", "unlock n", depth);
        case 9 -> block("acquire s", "release s", depth);
        case 10 -> block("while 1 {", "}", depth);
        case 11 -> line("g = 0\nwhile g == 0 {\ng = trylock m\n}\nunlock m");
        default -> block("repeat 2 {", "}", depth);
      }
    }

    private void block(String before, String after, int depth) {
      line(before);
      if (before.startsWith("while")) {
        line("yield");
      }
      statement(depth - 1);
      if (random.nextBoolean()) {
        statement(depth - 1);
      }
      line(after);
    }

    private String variable() {
      return random.nextBoolean() ? "x" : "y";
    }

    private void line(String line) {
      text.append(line).append('\n');
    }
  }
}
