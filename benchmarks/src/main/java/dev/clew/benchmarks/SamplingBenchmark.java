package dev.clew.benchmarks;

import dev.clew.analyze.Observers;
import dev.clew.benchmarks.programs.Reorder;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.EntryPoint;
import dev.clew.jvm.program.JvmProgram;
import dev.clew.jvm.program.ProgramLoader;
import dev.clew.jvm.program.SourceFiles;
import dev.clew.trace.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts how many of 1000 executions of programs with faults show one, data races apart; {@code
 * benchmarks/run sampling} starts it.
 */
public final class SamplingBenchmark {
  private static final PrintStream OUT = System.out;
  private static final long STACK = 256L << 20;
  private static final int EXECUTIONS = 1000;
  private static final List<StrategyKind> STRATEGIES =
      List.of(StrategyKind.RANDOM, StrategyKind.PCT, StrategyKind.POS, StrategyKind.SURW);

  private SamplingBenchmark() {}

  /** Counts for the programs in a directory of classes whose names do not end with Fixed. */
  public static void main(String[] arguments) throws InterruptedException {
    Path classes = Path.of(arguments[0]);
    Thread carrier = new Thread(null, () -> table(classes), "explorer", STACK);
    carrier.start();
    carrier.join();
  }

  private static void table(Path classes) {
    OUT.println("| program | random | pct | pos | surw |");
    OUT.println("|---|---|---|---|---|");
    try {
      for (String name : mains(classes)) {
        row("`" + name + "`", classes, "samples." + name, List.of());
      }
      Path own = Path.of(Reorder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      for (String setters : List.of("3", "10", "30", "100")) {
        row("reorder " + setters, own, Reorder.class.getName(), List.of(setters));
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> mains(Path classes) throws IOException {
    try (Stream<Path> files = Files.list(classes.resolve("samples"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> !file.contains("$") && !file.endsWith("Fixed.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }

  private static void row(String words, Path classes, String main, List<String> arguments)
      throws IOException {
    StringBuilder line = new StringBuilder("| " + words + " |");
    for (StrategyKind strategy : STRATEGIES) {
      try (ProgramLoader loader = new ProgramLoader(List.of(classes));
          JvmProgram program =
              new JvmProgram(
                  EntryPoint.main(loader, main, arguments), SourceFiles.in(List.of(), List.of()))) {
        line.append(' ').append(failing(program, strategy)).append(" |");
      }
    }
    OUT.println(line);
  }

  private static long failing(Program program, StrategyKind strategy) {
    long[] failing = new long[1];
    List<Observer> observers = new ArrayList<>();
    boolean[] fails = new boolean[1];
    for (Observer standard : Observers.standard(program)) {
      observers.add(
          (trace, sink) ->
              standard.observe(
                  trace,
                  finding -> {
                    fails[0] |= finding.kind() != FindingKind.DATA_RACE;
                    sink.accept(finding);
                  }));
    }
    observers.add(
        (trace, sink) -> {
          failing[0] += fails[0] ? 1 : 0;
          fails[0] = false;
        });
    SearchOptions options =
        new SearchOptions(
            strategy,
            new Budget(EXECUTIONS, null, Budget.DEFAULT_STEPS),
            true,
            true,
            0,
            SearchOptions.DEFAULT_PLAN_CAP);
    new Exploration(program, options, observers, progress -> true).explore();
    return failing[0];
  }
}
