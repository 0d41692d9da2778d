package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said of the strategies that take samples is true of them. */
final class SamplingTest {
  private static final int DEEP = 10;

  // --- every class

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"RANDOM", "PCT", "POS", "SURW"})
  void everyClassOfSmallProgramsIsSampledSoonerOrLater(StrategyKind strategy) {
    int programs = 0;
    for (long seed = 0; programs < 25; seed++) {
      Toy program = ToyProgram.of(RandomPrograms.generate(seed, 3, 3)).toy();
      Optional<OracleRun> oracle = OracleRun.byInterleavings(program, 3_000);
      if (oracle.isPresent() && isSmall(oracle.get())) {
        programs++;
        assertThat(classes(program, oracle.get(), strategy))
            .as("%s", program)
            .isEqualTo(oracle.get().classes().keySet());
      }
    }
  }

  private static boolean isSmall(OracleRun oracle) {
    int classes = oracle.classes().size();
    return classes >= 2 && classes <= 16;
  }

  private static Set<Key> classes(Toy program, OracleRun oracle, StrategyKind strategy) {
    ToyProgram visible = ToyProgram.of(program);
    oracle.racyVariables().forEach(name -> visible.makeVisible(visible.objectNamed(name)));
    Set<Key> seen = new HashSet<>();
    sample(
        visible,
        options(strategy, 6_000, 1, DEEP),
        trace ->
            seen.add(oracle.classOf(threads(trace), labels(trace), trace.size()).traceClass()));
    return seen;
  }

  // --- what pct guarantees

  /** Faults that need this many events in a certain order; n and k are those of the program. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 2 | 6  | a = 1; r = b; r = b | q = a; assert q == 1; r = b; r = b",
        "2 | 2 | 10 | r = b; a = 1; a = 0; r = b; r = b | r = b; q = a; assert q == 0; r = b; r = b; r = b",
        "2 | 2 | 7  | q = a; w = a; assert q == w; r = b; r = b | r = b; a = 1; r = b",
        "3 | 2 | 8  | a = 1; a = 2; r = b; r = b | r = b; q = a; w = a; assert q + 3 * w != 7; r = b",
      })
  void pctFindsFaultsAsOftenAsItSays(int depth, int n, int k, String first, String second) {
    ToyProgram program =
        Programs.parse(
            "atomic a = 0\natomic b = 0\nthread one {\n%s\n}\nthread two {\n%s\n}\n"
                .formatted(first, second));
    double chance = 1 / (n * Math.pow(k, depth - 1));
    long executions = Math.round(400 / chance);
    long[] failed = new long[1];
    Outcome outcome =
        sample(
            program,
            options(StrategyKind.PCT, executions, 5, depth),
            trace -> failed[0] += trace.failures().isEmpty() ? 0 : 1);
    assertThat(outcome.samples().guarantee()).contains("(" + n + " threads, " + k + " steps");
    assertThat(failed[0]).isGreaterThan((long) (0.85 * chance * executions));
  }

  // --- what surw guarantees

  @Test
  void surwMakesAllOrdersOfTheAccessesToOneObjectEquallyLikely() {
    ToyProgram program =
        Programs.parse(
            """
            atomic a = 0
            thread one {
              add(a, 1)
            }
            thread two {
              add(a, 1)
              add(a, 1)
              add(a, 1)
              add(a, 1)
              add(a, 1)
              add(a, 1)
              add(a, 1)
            }
            """);
    Map<String, Integer> orders = new HashMap<>();
    sample(
        program,
        options(StrategyKind.SURW, 8_000, 3, 3),
        trace -> orders.merge(Arrays.toString(threads(trace)), 1, Integer::sum));
    assertThat(orders).hasSize(8);
    assertThat(orders.values()).allMatch(count -> count > 850 && count < 1150);
  }

  @Test
  void surwCountsThreadsThatAreYetToBeStarted() {
    String setter = "thread s%d {\n a = 1\n b = 1\n}\n";
    StringBuilder text = new StringBuilder("atomic a = 0\natomic b = 0\n");
    StringBuilder starts = new StringBuilder("thread main {\n");
    for (int i = 0; i < 20; i++) {
      text.append(setter.formatted(i));
      starts.append(" start s").append(i).append('\n');
    }
    text.append("thread checker {\n q = a\n r = b\n assert q == r\n}\n");
    text.append(starts).append(" start checker\n}\n");
    ToyProgram program = Programs.parse(text.toString());
    assertThat(failing(program, StrategyKind.SURW)).isGreaterThan(5);
    assertThat(failing(program, StrategyKind.RANDOM)).isZero();
  }

  private static long failing(ToyProgram program, StrategyKind strategy) {
    long[] failed = new long[1];
    sample(
        program,
        options(strategy, 1_000, 0, 3),
        trace -> failed[0] += trace.failures().isEmpty() ? 0 : 1);
    return failed[0];
  }

  // --- seeds

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"RANDOM", "PCT", "POS", "SURW"})
  void samplesDependOnTheSeedAlone(StrategyKind strategy) {
    assertThat(traces(strategy, 7))
        .isEqualTo(traces(strategy, 7))
        .isNotEqualTo(traces(strategy, 8));
  }

  private static List<String> traces(StrategyKind strategy, long seed) {
    List<String> traces = new ArrayList<>();
    sample(
        Programs.parse(Programs.MIXED),
        options(strategy, 100, seed, 3),
        trace -> traces.add(Arrays.toString(threads(trace)) + Arrays.toString(labels(trace))));
    return traces;
  }

  // --- loops

  @ParameterizedTest
  @CsvSource({"r = flag", "yield; r = flag"})
  void pctGetsOutOfLoopsThatWaitForOthers(String look) {
    ToyProgram program =
        Programs.parse(
            "atomic flag = 0\nthread waits {\n r = 0\n while r == 0 {\n %s\n }\n}\n".formatted(look)
                + "thread sets {\n flag = 1\n}\n");
    Outcome outcome = sample(program, options(StrategyKind.PCT, 300, 0, 2), trace -> {});
    assertThat(outcome.end()).isEqualTo(Outcome.End.SAMPLED);
    assertThat(outcome.executions()).isEqualTo(300);
  }

  @Test
  void pctClaimsNothingOfExecutionsInWhichYieldsLetThreadsFall() {
    ToyProgram program =
        Programs.parse(
            "atomic a = 0\nthread l {\n repeat 20 {\n yield\n }\n}\nthread s {\n a = 1\n}\n");
    Outcome outcome = sample(program, options(StrategyKind.PCT, 100, 0, 2), trace -> {});
    assertThat(outcome.samples().guarantee())
        .contains("; 0 executions miss it with probability at most 1.00;")
        .endsWith("; 100 others had loops that went on and on, and count for nothing");
  }

  // --- samples in between

  @Test
  void aSearchThatTakesLongTakesSamplesBesidesAndCountsTheSame() {
    SearchOptions options = planned(Budget.UNLIMITED);
    ToyProgram program = Programs.parse(Programs.lostUpdate(6));
    Outcome outcome =
        new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(518_400);
    assertThat(outcome.transitions()).isEqualTo(518_400L * 12);
    assertThat(outcome.samples().besides()).isPositive();
  }

  @Test
  void samplesInBetweenFindWhatIsDeepInTheSearch() {
    StringBuilder text = new StringBuilder("atomic a = 0\natomic b = 0\n");
    for (int i = 0; i < 100; i++) {
      text.append("thread s%d {\n a = 1\n b = 1\n}\n".formatted(i));
    }
    text.append("thread checker {\n q = a\n r = b\n assert q == r\n}\n");
    ToyProgram program = Programs.parse(text.toString());
    SearchOptions options =
        planned(new Budget(Long.MAX_VALUE, Duration.ofMinutes(2), Budget.DEFAULT_STEPS));
    Outcome outcome =
        new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.samples().besides()).isPositive();
    Outcome again =
        new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
    assertThat(again.executions()).isEqualTo(outcome.executions());
    assertThat(again.samples()).isEqualTo(outcome.samples());
    assertThat(again.findings().get(0).isSameAs(outcome.findings().get(0))).isTrue();
  }

  @Test
  void aSearchWithALimitOfExecutionsTakesNoSamples() {
    SearchOptions options = planned(new Budget(300_000, null, Budget.DEFAULT_STEPS));
    ToyProgram program = Programs.parse(Programs.lostUpdate(6));
    Outcome outcome =
        new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXECUTION_LIMIT);
    assertThat(outcome.executions()).isEqualTo(300_000);
    assertThat(outcome.samples().besides()).isZero();
  }

  @Test
  void aFaultThatNeedsTwoPreemptionsIsFoundWhereTheSearchCannotEnd() {
    // Without a time samples find it after five million executions: not in the five seconds that
    // the search has without bounds.
    ToyProgram program =
        Programs.parse(
            """
            atomic x = 0
            thread writer {
              i = 0
              repeat 80 {
                i = i + 1
                x = i
              }
            }
            thread reader {
              same = 1
              repeat 40 {
                v = x
                if v != 17 { same = 0 }
              }
              repeat 40 {
                v = x
                if v != 80 { same = 0 }
              }
              assert same == 0
            }
            """);
    SearchOptions options =
        planned(new Budget(Long.MAX_VALUE, Duration.ofMinutes(4), Budget.DEFAULT_STEPS));
    Outcome outcome =
        new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.bounds().exhausted()).isEqualTo(1);
    assertThat(outcome.coverage().isBound()).isFalse();
  }

  @Test
  void whatNeedsFewPreemptionsIsSearchedBesidesOnlyIfThereIsATime() {
    ToyProgram program = Programs.parse(Programs.lostUpdate(5));
    Outcome outcome =
        new Exploration(
                program, planned(Budget.UNLIMITED), Observers.standard(program), Pace.UNHURRIED)
            .explore();
    assertThat(outcome.bounds()).isEqualTo(Outcome.Bounds.NONE);
    assertThat(outcome.executions()).isEqualTo(14_400);
  }

  private static SearchOptions planned(Budget budget) {
    return new SearchOptions(
            StrategyKind.OPTIMAL, budget, false, true, 0, SearchOptions.DEFAULT_PLAN_CAP)
        .sampledBy(new SearchOptions.Sampling(3, true));
  }

  // --- helpers

  private static SearchOptions options(StrategyKind kind, long executions, long seed, int depth) {
    return new SearchOptions(
            kind,
            new Budget(executions, null, Budget.DEFAULT_STEPS),
            true,
            true,
            seed,
            SearchOptions.DEFAULT_PLAN_CAP)
        .sampledBy(new SearchOptions.Sampling(depth, false));
  }

  private static Outcome sample(ToyProgram program, SearchOptions options, Consumer<Trace> look) {
    Observer observer = (trace, findings) -> look.accept(trace);
    return new Exploration(program, options, List.of(observer), Pace.UNHURRIED).explore();
  }

  private static int[] threads(Trace trace) {
    int[] threads = new int[trace.size()];
    Arrays.setAll(threads, trace::thread);
    return threads;
  }

  private static int[] labels(Trace trace) {
    int[] labels = new int[trace.size()];
    Arrays.setAll(labels, trace::label);
    return labels;
  }
}
