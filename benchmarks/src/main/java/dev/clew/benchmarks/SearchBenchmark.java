package dev.clew.benchmarks;

import dev.clew.testkit.corpus.BenchmarkPrograms;
import dev.clew.testkit.corpus.CounterPrograms;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Measures the optimal search on the toy front end and prints the tables of {@code
 * benchmarks/results.md}.
 */
public final class SearchBenchmark {
  private static final PrintStream OUT = System.out;

  private SearchBenchmark() {}

  /** Measures; takes a minute or two. */
  public static void main(String[] arguments) {
    OUT.printf(
        "JDK %s, %d processors%n%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
    OUT.println("### Known programs, exhausted");
    header();
    row(
        Measurement.ofManySearches(
            "lost update, 2 threads", CounterPrograms.lostUpdate(2).text(), 300_000, 6));
    row(
        Measurement.best(
            "lost update, 6 threads", CounterPrograms.lostUpdate(6).text(), Long.MAX_VALUE, 4));
    row(Measurement.best("lastzero(15)", BenchmarkPrograms.lastZero(15).text(), Long.MAX_VALUE, 6));
    row(
        Measurement.best(
            "fib_bench 5", BenchmarkPrograms.fibonacciUnordered().text(), Long.MAX_VALUE, 4));
    row(Measurement.best("indexer(16)", BenchmarkPrograms.indexer(16).text(), Long.MAX_VALUE, 6));
    row(
        Measurement.best(
            "indexer(16), locks",
            BenchmarkPrograms.indexerWithLocks(16).text(),
            Long.MAX_VALUE,
            6));
    row(
        Measurement.best(
            "one writer, 16 readers", CounterPrograms.readers(16).text(), Long.MAX_VALUE, 4));
    OUT.println();
    OUT.println("### Growth with the number of events, 4 threads");
    header();
    for (int events : new int[] {10, 30, 100, 300, 1000, 3000, 10_000}) {
      long executions = events >= 3000 ? 1000 : events >= 1000 ? 3000 : 20_000;
      growth(4, events, executions);
    }
    OUT.println();
    OUT.println("### Growth with the number of threads, 1,024 events");
    header();
    for (int threads : new int[] {2, 4, 8, 16, 32}) {
      growth(threads, 1024, 3000);
    }
  }

  private static void growth(int threads, int events, long executions) {
    String size = ", " + threads + " threads, " + events + " events";
    row(Measurement.best("locked" + size, ToyTexts.locked(threads, events), executions, 3));
    row(Measurement.best("racy" + size, ToyTexts.racy(threads, events), executions, 3));
    row(Measurement.best("private" + size, ToyTexts.mostlyPrivate(threads, events), executions, 3));
  }

  private static void header() {
    OUT.println(
        "| program | executions | seconds | executions/s | events (new) | ns per new event | bytes per"
            + " execution | blocked |");
    OUT.println("|---|---|---|---|---|---|---|---|");
  }

  private static void row(Measurement m) {
    OUT.printf(
        Locale.ROOT,
        "| %s | %,d | %.2f | %,.0f | %.0f (%.1f) | %.0f | %s | %d |%n",
        m.name(),
        m.executions(),
        m.seconds(),
        m.executionsPerSecond(),
        m.eventsPerExecution(),
        m.newEventsPerExecution(),
        m.nanosPerNewEvent(),
        Double.isNaN(m.bytesPerExecution())
            ? "-"
            : String.format(Locale.ROOT, "%.1f", m.bytesPerExecution()),
        m.blocked());
  }
}
