package dev.clew.benchmarks;

import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.testkit.toy.ToyProgram;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Table 1 of Musuvathi and Qadeer (2007) again: terminal executions of a work-stealing queue by
 * preemption bound, beside the published ones. Their program is not published, so numbers differ;
 * what can be compared is how they grow, and what the reduction saves.
 */
public final class BoundedBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int LARGEST_BOUND = 4;

  /** By size and bound: cb-dfs, cb-por. */
  private static final int[][][] PUBLISHED = {
    {{2, 2}, {46, 46}, {756, 713}, {8918, 7838}, {66374, 48828}},
    {{2, 2}, {54, 54}, {898, 853}, {12711, 8458}, {95935, 52572}},
    {{2, 2}, {67, 67}, {1197, 1136}, {19460, 14563}, {161637, 95068}},
  };

  private BoundedBenchmark() {}

  /** Measures; takes some minutes. */
  public static void main(String[] arguments) {
    OUT.println(
        "| size | bound | published: cb-dfs | cb-por | saved | ours: cb-dfs | cb-por | saved |"
            + " optimal: classes | executions | seconds: cb-dfs | cb-por | optimal |");
    OUT.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (int size = 3; size <= 5; size++) {
      for (int bound = 0; bound <= LARGEST_BOUND; bound++) {
        row(size, bound, PUBLISHED[size - 3][bound]);
      }
    }
  }

  private static void row(int size, int bound, int[] published) {
    Outcome dfs = search(size, StrategyKind.CB_DFS, bound);
    Outcome por = search(size, StrategyKind.CB_POR, bound);
    Outcome optimal = search(size, StrategyKind.OPTIMAL, bound);
    long classes = optimal.executions() - optimal.coverage().beyond();
    if (por.executions() != classes) {
      throw new IllegalStateException(por.executions() + " classes by cb-por, not " + classes);
    }
    OUT.printf(
        Locale.ROOT,
        "| %d | %d | %,d | %,d | %s | %,d | %,d | %s | %,d | %,d | %.1f | %.1f | %.1f |%n",
        size,
        bound,
        published[0],
        published[1],
        saved(published[0], published[1]),
        dfs.executions(),
        por.executions(),
        saved(dfs.executions(), por.executions()),
        classes,
        optimal.executions(),
        dfs.seconds(),
        por.seconds(),
        optimal.seconds());
    OUT.flush();
  }

  private static String saved(long all, long each) {
    return String.format(Locale.ROOT, "%.0f %%", 100.0 * (all - each) / all);
  }

  private static Outcome search(int size, StrategyKind strategy, int bound) {
    ToyProgram program = ToyProgram.parse("queue", ToyTexts.workStealingQueue(size));
    SearchOptions options = SearchOptions.with(strategy).within(new PreemptionBound(bound, false));
    return new Exploration(program, options, List.of(), Pace.UNHURRIED).explore();
  }
}
