package dev.clew.benchmarks;

import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import dev.clew.foreign.c.CNames;
import dev.clew.foreign.c.CProgram;
import dev.clew.foreign.c.CSources;
import dev.clew.foreign.c.Symbols;
import dev.clew.foreign.c.Toolchain;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Measures the optimal search on C programs; {@code benchmarks/run c} starts it. */
public final class NativeBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int PARTS = 6;
  private static final double SECONDS_PER_PART = 0.7;
  private static final Path SOURCES = Path.of("benchmarks/src/main/c");

  private NativeBenchmark() {}

  /** Measures; takes half a minute. */
  public static void main(String[] arguments) throws IOException {
    OUT.printf(
        "JDK %s, %d processors%n%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
    OUT.println(
        "| program | executions/s | events (new) | the same schedule again, executions/s |");
    OUT.println("|---|---|---|---|");
    CSources sources = new CSources(List.of("sections.c"), List.of(), List.of(), SOURCES);
    try (CProgram sections = CProgram.build(sources, Toolchain.of(System.getenv()), notice -> {})) {
      row("2 threads, one mutex section each", sections, "2", "1", "mutex");
      row("2 threads, 25 mutex sections each", sections, "2", "25", "mutex");
      row("4 threads, 5 mutex sections each", sections, "4", "5", "mutex");
      row("2 threads, one atomic increment each", sections, "2", "1", "atomic");
      row("2 threads, 50 atomic increments each", sections, "2", "50", "atomic");
      row("2 threads, 500 atomic increments each", sections, "2", "500", "atomic");
    }
  }

  private static void row(String name, CProgram compiled, String... arguments) {
    List<String> command = new ArrayList<>(List.of(compiled.executable().toString()));
    command.addAll(List.of(arguments));
    Launch launch = new Launch(command, Optional.empty(), Duration.ofSeconds(10), 0, 0);
    Symbols symbols = new Symbols(compiled.executable());
    try (ForeignProgram program =
        new ForeignProgram(launch, numbers -> new CNames(numbers, symbols))) {
      CountingProgram counting = new CountingProgram(program);
      long[] transitions = new long[2];
      double search =
          best(
              () -> {
                Outcome outcome = explore(counting);
                transitions[0] += outcome.transitions();
                transitions[1] += outcome.executions();
                return outcome.executions();
              });
      double again = best(sameAgain(program));
      OUT.printf(
          Locale.ROOT,
          "| %s | %,.0f | %.0f (%.1f) | %,.0f |%n",
          name,
          search,
          (double) transitions[0] / transitions[1],
          (double) counting.newEvents() / transitions[1],
          again);
    }
  }

  /** The most executions in a second that a part of the measurement had. */
  private static double best(LongSupplier executions) {
    double best = 0;
    for (int part = 0; part < PARTS; part++) {
      long start = System.nanoTime();
      long count = 0;
      while (System.nanoTime() - start < SECONDS_PER_PART * 1e9) {
        count += executions.getAsLong();
      }
      best = Math.max(best, count / ((System.nanoTime() - start) / 1e9));
    }
    return best;
  }

  private static Outcome explore(CountingProgram program) {
    SearchOptions options =
        SearchOptions.with(StrategyKind.OPTIMAL)
            .within(new Budget(20_000, null, Integer.MAX_VALUE));
    return new Exploration(program, options, List.of(), progress -> true).explore();
  }

  /** Executions that the engine does nothing with: what the program and the hand-over cost. */
  private static LongSupplier sameAgain(ForeignProgram program) {
    Trace trace = new Trace();
    Schedule schedule = new Schedule();
    program.run(schedule, trace);
    for (int i = 0; i < trace.size(); i++) {
      schedule.add(trace.thread(i), trace.label(i));
    }
    schedule.keep(trace.size());
    return () -> {
      for (int i = 0; i < 1_000; i++) {
        program.run(schedule, trace);
      }
      return 1_000;
    };
  }
}
