package dev.clew.benchmarks;

import static dev.clew.benchmarks.Published.Search.DPOR;
import static dev.clew.benchmarks.Published.Search.OPTIMAL;
import static dev.clew.benchmarks.Published.Search.PRUNED;
import static dev.clew.benchmarks.Published.Search.STATEFUL;
import static dev.clew.benchmarks.Published.Search.SYMMETRY;

import dev.clew.analyze.Observers;
import dev.clew.benchmarks.programs.BoundedBuffer;
import dev.clew.benchmarks.programs.Compression;
import dev.clew.benchmarks.programs.Downloads;
import dev.clew.benchmarks.programs.Example1;
import dev.clew.benchmarks.programs.FileScan;
import dev.clew.benchmarks.programs.FileSystem;
import dev.clew.benchmarks.programs.Indexer;
import dev.clew.benchmarks.programs.QuickSort;
import dev.clew.benchmarks.programs.RunningExample;
import dev.clew.benchmarks.programs.SharedArray;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.agent.ExtraHooks;
import dev.clew.jvm.program.JvmProgram;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The programs of the tables of the thesis, and what it tells of them; {@code benchmarks/run
 * sources} starts it.
 *
 * <p>The time is that of one search, judging every execution, in a JVM that has searched the same
 * program before; the first column of times is that of the first search in the JVM.
 */
public final class SourcesBenchmark {
  private static final PrintStream OUT = System.out;
  private static final Duration MOST = Duration.ofMinutes(15);

  /** Searches that took less than this are done again. */
  private static final double SHORT = 10;

  private static final int AGAIN = 5;
  private static final double SECONDS_AGAIN = 3;

  private static final List<Published> ROWS =
      List.of(
          row("4.1", "example1", 2, 35, 2_084, 1.4, STATEFUL, Example1.class, "64"),
          row("4.1", "sharr", 2, 98, 18_600, 6, STATEFUL, SharedArray.class, "128", "48"),
          row("4.1", "bbuf", 4, 16_200, 349_700, 345, STATEFUL, BoundedBuffer.class, items(2)),
          row("4.1", "bzip2smp", 4, 4_600, 26_400, 1_311, STATEFUL, Compression.class, "2", "2"),
          row("4.1", "bzip2smp", 5, 18_700, 92_300, 9_456, STATEFUL, Compression.class, "3", "2"),
          row("4.1", "bzip2smp", 6, 51_400, 236_800, 25_659, STATEFUL, Compression.class, "4", "2"),
          row("4.1", "pfscan", 3, 71, 967, 0.49, STATEFUL, FileScan.class, scans(2, false)),
          row("4.1", "pfscan", 4, 3_200, 40_000, 57, STATEFUL, FileScan.class, scans(3, false)),
          row(
              "4.1",
              "pfscan",
              5,
              272_900,
              3_402_000,
              5_329,
              STATEFUL,
              FileScan.class,
              scans(4, false)),
          row("5.1", "fdrd2", 2, 89, 2_000, 3, DPOR, RunningExample.class, "1"),
          row("5.1", "fdrd2", 2, 14, 600, 1, PRUNED, RunningExample.class, "1"),
          row("5.1", "fdrd4", 2, 233, 10_000, 3, DPOR, RunningExample.class, "2"),
          row("5.1", "fdrd4", 2, 68, 4_000, 3, PRUNED, RunningExample.class, "2"),
          row("5.1", "qsort", 2, 4, 12_000, 17, DPOR, QuickSort.class, "200"),
          row("5.1", "qsort", 2, 1, 8_000, 8, PRUNED, QuickSort.class, "200"),
          row("5.1", "aget", 3, 3_432, 103_000, 183, DPOR, Downloads.class, "2", "7", "fixed"),
          row("5.1", "aget", 3, 1, 100, 1, PRUNED, Downloads.class, "2", "7", "fixed"),
          row("5.1", "aget", 4, 1, 100, 1, PRUNED, Downloads.class, "3", "7", "fixed"),
          row("5.1", "aget", 5, 1, 100, 1, PRUNED, Downloads.class, "4", "7", "fixed"),
          row("6.1", "fsbench", 26, 8_192, -1, 291.32, OPTIMAL, FileSystem.class, "26"),
          row("6.1", "indexer", 16, 32_768, -1, 1_188.73, OPTIMAL, Indexer.class, "16"),
          row("6.1", "aget", 6, 113_400, -1, 5_662.96, OPTIMAL, Downloads.class, "5", "2", "fixed"),
          row(
              "6.1",
              "bbuf",
              8,
              1_938_816,
              -1,
              39_710.43,
              OPTIMAL,
              BoundedBuffer.class,
              "4",
              "4",
              "2",
              "1"),
          row(
              "7.1",
              "aget-bug",
              4,
              420,
              19_084,
              16,
              SYMMETRY,
              Downloads.class,
              agets(3, 3, "racy")),
          row(
              "7.1",
              "aget-bug",
              5,
              926,
              32_485,
              37,
              SYMMETRY,
              Downloads.class,
              agets(4, 2, "racy")),
          row("7.1", "aget", 4, 462, 16_263, 18, SYMMETRY, Downloads.class, agets(3, 3, "fixed")),
          row(
              "7.1",
              "aget",
              5,
              6_006,
              211_256,
              258,
              SYMMETRY,
              Downloads.class,
              agets(4, 2, "fixed")),
          row(
              "7.1",
              "aget",
              6,
              87_516,
              3_117_152,
              2_579,
              SYMMETRY,
              Downloads.class,
              agets(5, 2, "fixed")),
          row("7.1", "pfscan-bug", 3, 71, 1_206, 1, SYMMETRY, FileScan.class, scans(2, true)),
          row("7.1", "pfscan-bug", 4, 3_148, 50_296, 50, SYMMETRY, FileScan.class, scans(3, true)),
          row("7.1", "pfscan", 3, 136, 2_334, 3, SYMMETRY, FileScan.class, scans(2, false)),
          row("7.1", "pfscan", 4, 7_111, 85_074, 151, SYMMETRY, FileScan.class, scans(3, false)),
          row(
              "7.1",
              "pfscan",
              5,
              322_695,
              5_373_766,
              3_107,
              SYMMETRY,
              FileScan.class,
              scans(4, false)));

  private SourcesBenchmark() {}

  /** Measures all rows, or those of one table. */
  public static void main(String[] arguments) throws InterruptedException {
    String table = arguments.length > 0 ? arguments[0] : "";
    JavaPrograms.onDeepStack(() -> print(table));
  }

  private static String[] agets(int threads, int chunks, String kind) {
    return new String[] {Integer.toString(threads), Integer.toString(chunks), kind, "alike"};
  }

  /** Two producers and two consumers of so many items each, and room for two. */
  private static String[] items(int each) {
    return new String[] {"2", "2", "2", Integer.toString(each)};
  }

  private static String[] scans(int workers, boolean isBuggy) {
    String number = Integer.toString(workers);
    return isBuggy ? new String[] {number, "1", "1", "buggy"} : new String[] {number, "1", "1"};
  }

  private static Published row(
      String table,
      String name,
      int threads,
      long runs,
      long transitions,
      double seconds,
      Published.Search search,
      Class<?> program,
      String... arguments) {
    return new Published(
        table, name, threads, runs, transitions, seconds, search, program, List.of(arguments));
  }

  private static void print(String table) {
    OUT.printf("JDK %s%n%n", Runtime.version());
    OUT.println(
        "| table | program | threads | published: runs | transitions | seconds | here | runs"
            + " | transitions | seconds, first | again | times faster |");
    OUT.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (Published row : ROWS) {
      if (row.table().startsWith(table)) {
        Set<ExtraHooks> extra =
            switch (row.search()) {
              case PRUNED -> EnumSet.of(ExtraHooks.PLACES);
              case STATEFUL -> EnumSet.of(ExtraHooks.FRAMES);
              default -> Set.of();
            };
        JavaPrograms.use(row.program(), row.arguments(), extra, program -> print(row, program));
      }
    }
  }

  private static void print(Published row, JvmProgram program) {
    Outcome outcome = explore(row.search(), program);
    double first = outcome.seconds();
    double best = first;
    double spent = 0;
    for (int k = 0; first < SHORT && (k < AGAIN || spent < SECONDS_AGAIN); k++) {
      double again = explore(row.search(), program).seconds();
      best = Math.min(best, again);
      spent += again;
    }
    OUT.printf(
        Locale.ROOT,
        "| %s | %s | %d | %s | %s | %s | `%s %s` %s | %s%s | %,d | %.3f | %.4f | %,.0f |%n",
        row.table(),
        row.name(),
        row.threads(),
        number(row.runs()),
        number(row.transitions()),
        row.runs() < 0 ? "> " + row.seconds() : row.seconds(),
        row.program().getSimpleName(),
        String.join(" ", row.arguments()),
        row.search().name().toLowerCase(Locale.ROOT),
        ended(outcome.end()),
        number(outcome.warmup() + outcome.executions()),
        outcome.transitions(),
        first,
        best,
        row.seconds() / best);
  }

  private static String ended(Outcome.End end) {
    return switch (end) {
      case EXHAUSTED -> "";
      case VIOLATION -> "found after ";
      default -> "> ";
    };
  }

  private static String number(long published) {
    return published < 0 ? "-" : String.format(Locale.ROOT, "%,d", published);
  }

  private static Outcome explore(Published.Search search, JvmProgram program) {
    if (search == Published.Search.SYMMETRY) {
      program.takeTurns();
    }
    program.hideAll();
    StrategyKind strategy =
        switch (search) {
          case OPTIMAL, SYMMETRY -> StrategyKind.OPTIMAL;
          case DPOR -> StrategyKind.DPOR;
          case PRUNED -> StrategyKind.PRUNED;
          case STATEFUL -> StrategyKind.STATEFUL;
        };
    boolean wantsAllRaces = search == DPOR || search == PRUNED;
    Budget budget = new Budget(Long.MAX_VALUE, MOST, Budget.DEFAULT_STEPS);
    SearchOptions limited =
        new SearchOptions(strategy, budget, wantsAllRaces, true, 0, SearchOptions.DEFAULT_PLAN_CAP);
    return new Exploration(program, limited, Observers.standard(program), progress -> true)
        .explore();
  }
}
