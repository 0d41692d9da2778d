package dev.clew.testkit.written;

import dev.clew.testkit.ProgramsTooLarge;
import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.random.Shrinker;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyPrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes random programs in a language and compares what searches find in them with the oracles.
 *
 * <p>A program that the language cannot express, or that is too large for the oracles, is replaced
 * by another one. A difference is shown with the program shrunk to where it still differs.
 */
public final class WrittenSelfCheck {
  private static final int ATTEMPTS_PER_PROGRAM = 1000;
  private static final int DIFFERENCES_SHOWN = 3;

  /** How many programs are compiled at once: a compiler takes a while to begin. */
  private static final int PER_SOURCE = 50;

  private final Language language;
  private final PrintStream out;
  private int programs;
  private int failed;
  private long classes;
  private long deadlocks;
  private long withRaces;
  private long withFailures;

  /** A check that has not begun. */
  public WrittenSelfCheck(Language language, PrintStream out) {
    this.language = language;
    this.out = out;
  }

  /**
   * Checks, prints what differs and, last, how many programs passed and failed; true if all passed.
   *
   * @param count how many programs to compare
   * @param seed determines the programs
   * @param maxThreads the most threads a program has, besides the main thread
   * @param maxOps about the most visible operations a thread has
   */
  public boolean run(int count, long seed, int maxThreads, int maxOps) {
    long start = System.nanoTime();
    List<WrittenComparison> some = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      some.add(next(seed * 1_000_003L + (long) k * ATTEMPTS_PER_PROGRAM, maxThreads, maxOps));
      if (some.size() == PER_SOURCE || k == count - 1) {
        compare(some);
        some.clear();
      }
    }
    out.printf(
        "compared %d searches of %s programs with 2 oracles: %,d classes, %,d of them deadlocks,"
            + " %,d programs with races, %,d with failures; %.1f s%n",
        WrittenComparison.STRATEGIES,
        language.name(),
        classes,
        deadlocks,
        withRaces,
        withFailures,
        (System.nanoTime() - start) / 1e9);
    out.printf("%d passed, %d failed%n", programs - failed, failed);
    return failed == 0;
  }

  private WrittenComparison next(long seed, int maxThreads, int maxOps) {
    for (int attempt = 0; attempt < ATTEMPTS_PER_PROGRAM; attempt++) {
      Toy program = language.nearest(RandomPrograms.generate(seed + attempt, maxThreads, maxOps));
      if (language.canExpress(program)) {
        Optional<WrittenComparison> comparison =
            WrittenComparison.of(program, language.memoryModel());
        if (comparison.isPresent()) {
          return comparison.get();
        }
      }
    }
    throw new ProgramsTooLarge(
        "programs of "
            + maxThreads
            + " threads with "
            + maxOps
            + " operations are too large for the oracles: lower --threads or --ops");
  }

  private void compare(List<WrittenComparison> some) {
    List<String> differences = differences(some);
    for (int i = 0; i < some.size(); i++) {
      WrittenComparison comparison = some.get(i);
      count(comparison);
      if (!differences.get(i).isEmpty()) {
        if (failed++ < DIFFERENCES_SHOWN) {
          show(comparison.toy(), differences.get(i));
        }
      }
    }
  }

  private List<String> differences(List<WrittenComparison> some) {
    List<Toy> toys = some.stream().map(WrittenComparison::toy).toList();
    List<String> differences = new ArrayList<>();
    try (Language.Written written = language.write(toys)) {
      for (int i = 0; i < some.size(); i++) {
        int number = i;
        String difference;
        try {
          difference =
              written.use(
                  i,
                  program ->
                      some.get(number)
                          .difference(written.reading(number, program.names()), program));
        } catch (RuntimeException e) {
          // a crash of the search is a difference like any other: it is shown with the program
          difference = e.toString();
        }
        differences.add(difference);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return differences;
  }

  private void count(WrittenComparison comparison) {
    programs++;
    classes += comparison.oracle().classes().size();
    deadlocks += comparison.oracle().deadlocks();
    withRaces += comparison.oracle().racyVariables().isEmpty() ? 0 : 1;
    withFailures += comparison.oracle().failures().isEmpty() ? 0 : 1;
  }

  private void show(Toy program, String difference) {
    out.printf("--- %s: %s%n", program.name(), difference);
    Toy small = Shrinker.shrinkForAMinute(program, each -> !difference(each).isEmpty());
    String now = difference(small);
    out.printf("shrunk: %s%n%s%n", now.isEmpty() ? difference : now, ToyPrinter.print(small));
  }

  /**
   * The first difference between a written program and what the oracles find, empty if there is
   * none, or if the language cannot express it.
   */
  public String difference(Toy program) {
    return language.canExpress(program)
        ? WrittenComparison.of(program, language.memoryModel())
            .map(one -> differences(List.of(one)).get(0))
            .orElse("")
        : "";
  }
}
