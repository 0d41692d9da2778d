package dev.clew.testkit;

import dev.clew.testkit.random.Copies;
import dev.clew.testkit.random.GuardedPrograms;
import dev.clew.testkit.random.LoopingPrograms;
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

  /** Programs with endless loops take longer than others. */
  private static final int LOOPS_ONE_IN = 4;

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
    LoopComparison loops = new LoopComparison();
    ResumeComparison resume = new ResumeComparison(seed);
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
        Toy looping = LoopingPrograms.generate(programSeed);
        boolean isTurn = k % LOOPS_ONE_IN == 0;
        Optional<String> endless = isTurn ? loops.compare(looping) : Optional.empty();
        if (isDifferent(endless) && failed < DIFFERENCES_SHOWN) {
          show(looping, endless.get(), small -> new LoopComparison().compare(small));
        }
        Toy saved = k % 2 == 0 ? program : looping;
        Optional<String> resumed = resume.compare(saved);
        if (isDifferent(resumed) && failed < DIFFERENCES_SHOWN) {
          show(saved, resumed.get(), ResumeComparison::often);
        }
        boolean isAny =
            differs
                || isDifferent(withCopies)
                || isDifferent(pruned)
                || isDifferent(endless)
                || isDifferent(resumed);
        failed += isAny ? 1 : 0;
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
    out.printf(
        "compared loops in %,d programs with all their states, %,d with executions without end, %,d"
            + " with livelocks%n",
        loops.programs(), loops.endless(), loops.livelocks());
    out.printf(
        "compared searches that were saved and resumed in %,d programs, %,d times%n",
        resume.programs(), resume.parts());
    out.printf("%d passed, %d failed%n", programs - failed, failed);
    return failed == 0;
  }

  private static boolean isDifferent(Optional<String> verdict) {
    return verdict.filter(difference -> !difference.isEmpty()).isPresent();
  }

  private void show(Toy program, String difference, Function<Toy, Optional<String>> comparison) {
    out.printf("--- %s: %s%n", program.name(), difference);
    Toy small = Shrinker.shrinkForAMinute(program, each -> isDifferent(comparison.apply(each)));
    String now = comparison.apply(small).orElse(difference);
    out.printf("shrunk: %s%n%s%n", now, ToyPrinter.print(small));
  }
}
