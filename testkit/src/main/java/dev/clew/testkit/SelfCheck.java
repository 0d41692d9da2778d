package dev.clew.testkit;

import dev.clew.testkit.random.Copies;
import dev.clew.testkit.random.GuardedPrograms;
import dev.clew.testkit.random.RandomPrograms;
import dev.clew.testkit.random.Shrinker;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyPrinter;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares every strategy with the oracles on random programs.
 *
 * <p>A program that is too large for the oracles is replaced by another one. A difference is shown
 * with the program shrunk to where it still differs.
 */
public final class SelfCheck {
  private static final int ATTEMPTS_PER_PROGRAM = 1000;
  private static final int DIFFERENCES_SHOWN = 3;

  private final int programs;
  private final long seed;
  private final int maxThreads;
  private final int maxOps;
  private final PrintStream out;

  /**
   * A check that has not begun.
   *
   * @param programs how many programs to compare
   * @param seed determines the programs
   * @param maxThreads the most threads a program has
   * @param maxOps about the most visible operations a thread has
   */
  public SelfCheck(int programs, long seed, int maxThreads, int maxOps, PrintStream out) {
    this.programs = programs;
    this.seed = seed;
    this.maxThreads = maxThreads;
    this.maxOps = maxOps;
    this.out = out;
  }

  /**
   * Checks, prints what differs and, last, how many programs passed and failed; true if all passed.
   */
  public boolean run() {
    Comparison comparison = new Comparison();
    SymmetryComparison symmetry = new SymmetryComparison();
    PruningComparison pruning = new PruningComparison();
    int failed = 0;
    long start = System.nanoTime();
    for (int k = 0; k < programs; k++) {
      for (int attempt = 0; ; attempt++) {
        if (attempt == ATTEMPTS_PER_PROGRAM) {
          throw new ProgramsTooLarge(
              "programs of "
                  + maxThreads
                  + " threads with "
                  + maxOps
                  + " operations are too large for the oracles: lower --threads or --ops");
        }
        long programSeed = seed * 1_000_003L + (long) k * ATTEMPTS_PER_PROGRAM + attempt;
        Toy program = RandomPrograms.generate(programSeed, maxThreads, maxOps);
        Optional<String> verdict = comparison.compare(program);
        if (verdict.isEmpty()) {
          continue;
        }
        boolean differs = isDifferent(verdict);
        if (differs && failed < DIFFERENCES_SHOWN) {
          show(program, verdict.get(), small -> new Comparison().compare(small));
        }
        Toy copied = Copies.of(program, programSeed);
        Optional<String> withCopies = symmetry.compare(copied);
        if (isDifferent(withCopies) && failed < DIFFERENCES_SHOWN) {
          show(copied, withCopies.get(), small -> new SymmetryComparison().compare(small));
        }
        Toy guarded = GuardedPrograms.generate(programSeed);
        Optional<String> pruned = pruning.compare(guarded);
        if (isDifferent(pruned) && failed < DIFFERENCES_SHOWN) {
          show(guarded, pruned.get(), small -> new PruningComparison().compare(small));
        }
        failed += differs || isDifferent(withCopies) || isDifferent(pruned) ? 1 : 0;
        break;
      }
    }
    out.printf(
        "compared %d strategies with 2 oracles: %,d classes, %,d of them deadlocks, %,d programs also by all"
            + " interleavings, %,d with races, %,d with failures; %.1f s%n",
        Comparison.STRATEGIES,
        comparison.classes(),
        comparison.deadlocks(),
        comparison.byInterleavings(),
        comparison.withRaces(),
        comparison.withFailures(),
        (System.nanoTime() - start) / 1e9);
    out.printf(
        "compared symmetry in %,d programs with threads that are alike: %,d classes, %,d up to a"
            + " permutation%n",
        symmetry.programs(), symmetry.classes(), symmetry.orbits());
    out.printf(
        "compared pruning in %,d programs with guarded variables, %,d with races%n",
        pruning.programs(), pruning.withRaces());
    out.printf("%d passed, %d failed%n", programs - failed, failed);
    return failed == 0;
  }

  private static boolean isDifferent(Optional<String> verdict) {
    return verdict.filter(difference -> !difference.isEmpty()).isPresent();
  }

  private void show(Toy program, String difference, Function<Toy, Optional<String>> comparison) {
    Toy small = Shrinker.shrink(program, candidate -> isDifferent(comparison.apply(candidate)));
    String now = comparison.apply(small).orElse(difference);
    out.printf(
        "--- %s: %s%nshrunk: %s%n%s%n", program.name(), difference, now, ToyPrinter.print(small));
  }
}
