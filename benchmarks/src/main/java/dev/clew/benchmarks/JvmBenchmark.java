package dev.clew.benchmarks;

import dev.clew.benchmarks.programs.LockedIncrements;
import dev.clew.benchmarks.programs.VolatileIncrements;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.JvmProgram;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Measures the optimal search on Java programs; {@code benchmarks/run jvm} starts it. */
public final class JvmBenchmark {
  private static final PrintStream OUT = System.out;
  private static final double SECONDS = 4;

  private JvmBenchmark() {}

  /** Measures; takes half a minute, and longer with {@code memory} as argument. */
  public static void main(String[] arguments) throws InterruptedException {
    boolean watchesMemory = arguments.length > 0 && arguments[0].equals("memory");
    JavaPrograms.onDeepStack(() -> measure(watchesMemory));
  }

  private static void measure(boolean watchesMemory) {
    OUT.printf(
        "JDK %s, %d processors%n%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
    if (watchesMemory) {
      growth();
      return;
    }
    OUT.println("| program | executions/s | events per execution | ns per event |");
    OUT.println("|---|---|---|---|");
    row("2 threads, one volatile increment each", VolatileIncrements.class, "2", "1");
    row("2 threads, 25 volatile increments each", VolatileIncrements.class, "2", "25");
    row("4 threads, one volatile increment each", VolatileIncrements.class, "4", "1");
    row("2 threads, one synchronized section each", LockedIncrements.class, "2", "1", "monitor");
    row("2 threads, one ReentrantLock section each", LockedIncrements.class, "2", "1", "lock");
    row("4 threads, 5 ReentrantLock sections each", LockedIncrements.class, "4", "5", "lock");
  }

  private static void row(String name, Class<?> main, String... arguments) {
    JavaPrograms.use(
        main,
        List.of(arguments),
        program -> {
          long executions = 0;
          long events = 0;
          double best = 0;
          double perExecution = 0;
          for (int part = 0; part < 4; part++) {
            long start = System.nanoTime();
            executions = 0;
            events = 0;
            while (System.nanoTime() - start < SECONDS / 4 * 1e9) {
              Outcome outcome = explore(program, 20_000);
              executions += outcome.executions();
              events += outcome.transitions();
            }
            double rate = executions / ((System.nanoTime() - start) / 1e9);
            best = Math.max(best, rate);
            perExecution = (double) events / executions;
          }
          OUT.printf(
              Locale.ROOT,
              "| %s | %,.0f | %.0f | %.0f |%n",
              name,
              best,
              perExecution,
              1e9 / best / perExecution);
        });
  }

  /** Ten million executions: what is in use after a collection must not grow. */
  private static void growth() {
    OUT.println("| executions | bytes in use |");
    OUT.println("|---|---|");
    JavaPrograms.use(
        VolatileIncrements.class,
        List.of("2", "1"),
        program -> {
          long executions = 0;
          for (int part = 0; part <= 10; part++) {
            while (executions < part * 1_000_000L) {
              executions += explore(program, 1_000_000).executions();
            }
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            OUT.printf(
                Locale.ROOT,
                "| %,d | %,d |%n",
                executions,
                runtime.totalMemory() - runtime.freeMemory());
          }
        });
  }

  private static Outcome explore(JvmProgram program, long executions) {
    SearchOptions options =
        new SearchOptions(
            StrategyKind.OPTIMAL,
            new Budget(executions, null, Budget.DEFAULT_STEPS),
            true,
            true,
            0,
            SearchOptions.DEFAULT_PLAN_CAP);
    return new Exploration(program, options, List.of(), progress -> true).explore();
  }
}
