package dev.clew.testkit;

import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.util.Optional;

/** Compares the races that the pruned search finds with those of the oracle. */
public final class PruningComparison {
  private static final int MAX_PREFIX_CLASSES = 3_000;

  private long programs;
  private long withRaces;

  /** The difference, an empty text if there is none; nothing if the program is too large. */
  public Optional<String> compare(Toy generated) {
    Toy program = ToyProgram.of(generated).toy();
    Optional<OracleRun> oracle = OracleRun.byPrefixClasses(program, MAX_PREFIX_CLASSES);
    if (oracle.isEmpty()) {
      return Optional.empty();
    }
    programs++;
    withRaces += oracle.get().racyVariables().isEmpty() ? 0 : 1;
    SearchOptions options = SearchOptions.with(StrategyKind.PRUNED);
    try {
      return Optional.of(
          new ComparedSearch(program, oracle.get(), options, ComparedSearch.Way.ALONE)
              .difference());
    } catch (RuntimeException e) {
      // a crash of the search is a difference like any other: it is shown with the program
      return Optional.of(e.toString());
    }
  }

  /** How many programs were compared. */
  public long programs() {
    return programs;
  }

  /** How many of them have a race. */
  public long withRaces() {
    return withRaces;
  }
}
