package dev.clew.testkit;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Compares a search with one that is stopped after some executions, saved, and resumed with a
 * program of its own, again and again: verdict, counts and findings must be the same.
 */
public final class ResumeComparison {
  private static final long EXECUTIONS = 300;
  private static final int STEPS = 60;
  private static final int OFTEN = 100;
  private static final StrategyKind[] KINDS =
      Stream.of(StrategyKind.values())
          .filter(kind -> kind.canBeSaved() && kind != StrategyKind.CB_DFS)
          .toArray(StrategyKind[]::new);

  private final Random random;
  private long programs;
  private long parts;

  /** A comparison; the seed decides by which strategies, and when searches are stopped. */
  public ResumeComparison(long seed) {
    random = new Random(seed);
  }

  /** The difference, an empty text if there is none. */
  public Optional<String> compare(Toy program) {
    StrategyKind kind = KINDS[random.nextInt(KINDS.length)];
    try {
      Outcome whole = exploration(program, kind, EXECUTIONS).explore();
      String difference = difference(whole, inParts(program, kind));
      programs++;
      return Optional.of(difference.isEmpty() ? "" : kind.id() + " resumed: " + difference);
    } catch (RuntimeException e) {
      // a crash of the search is a difference like any other: it is shown with the program
      return Optional.of(kind.id() + " resumed: " + e);
    } catch (IOException e) {
      throw new UncheckedIOException("nothing is written to a file", e);
    }
  }

  /** The same with many strategies and ways to be stopped, for programs that are shrunk. */
  static Optional<String> often(Toy program) {
    ResumeComparison comparison = new ResumeComparison(0);
    Optional<String> difference = Optional.of("");
    for (int k = 0; k < OFTEN && difference.filter(String::isEmpty).isPresent(); k++) {
      difference = comparison.compare(program);
    }
    return difference;
  }

  private Outcome inParts(Toy program, StrategyKind kind) throws IOException {
    long limit = 1 + random.nextInt(5);
    Exploration part = exploration(program, kind, Math.min(limit, EXECUTIONS));
    Outcome outcome = part.explore();
    while (limit < EXECUTIONS && isStopped(outcome)) {
      ByteArrayOutputStream saved = new ByteArrayOutputStream();
      part.save(new DataOutputStream(saved));
      limit += 1 + random.nextInt(2 * (int) limit);
      part = exploration(program, kind, Math.min(limit, EXECUTIONS));
      part.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
      outcome = part.explore();
      parts++;
    }
    return outcome;
  }

  private static boolean isStopped(Outcome outcome) {
    return outcome.end() == Outcome.End.EXECUTION_LIMIT || outcome.end() == Outcome.End.SAMPLED;
  }

  private static Exploration exploration(Toy toy, StrategyKind kind, long executions) {
    ToyProgram program = ToyProgram.of(toy);
    SearchOptions options = SearchOptions.with(kind).within(new Budget(executions, null, STEPS));
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED);
  }

  private static String difference(Outcome whole, Outcome parts) {
    if (whole.end() != parts.end()) {
      return parts.end() + " instead of " + whole.end();
    }
    if (whole.executions() != parts.executions() || whole.warmup() != parts.warmup()) {
      return parts.executions() + " executions instead of " + whole.executions();
    }
    if (whole.blocked() != parts.blocked() || whole.deadlocks() != parts.deadlocks()) {
      return parts.blocked() + " blocked runs instead of " + whole.blocked();
    }
    if (whole.transitions() != parts.transitions()) {
      return parts.transitions() + " events instead of " + whole.transitions();
    }
    if (!whole.findings().equals(parts.findings())) {
      return parts.findings() + " instead of " + whole.findings();
    }
    return whole.endless().equals(parts.endless()) ? "" : "other executions without end";
  }

  /** How many programs were compared. */
  public long programs() {
    return programs;
  }

  /** How often a search was resumed. */
  public long parts() {
    return parts;
  }
}
