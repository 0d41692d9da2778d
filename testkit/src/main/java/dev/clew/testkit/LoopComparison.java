package dev.clew.testkit;

import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.oracle.EndlessLocalCode;
import dev.clew.testkit.oracle.EndsOracle;
import dev.clew.testkit.oracle.LongestExecution;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Failure;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/**
 * Compares what searches say of programs with executions that never end with the whole graph of
 * their states.
 *
 * <p>The search by states has to find all that the program can come to, and a livelock exactly if
 * there is one. All others cut executions short that have many steps: if there is a longer one they
 * must come to it, go on, and not say that everything was explored; if there is none they must find
 * all failures. What they find has to be there.
 */
public final class LoopComparison {
  private static final int MAX_STATES = 2_000;
  private static final int STEPS = 40;
  private static final long EXECUTIONS = 100;

  private static final List<StrategyKind> KINDS =
      List.of(
          StrategyKind.OPTIMAL,
          StrategyKind.SOURCE,
          StrategyKind.DPOR,
          StrategyKind.NAIVE,
          StrategyKind.CB_POR,
          StrategyKind.RANDOM,
          StrategyKind.PCT,
          StrategyKind.POS,
          StrategyKind.SURW);

  /** Decides how many workers there are, and who comes first. */
  private final Random random = new Random(2);

  private long programs;
  private long endless;
  private long livelocks;

  /** The difference, an empty text if there is none; nothing if there are too many states. */
  public Optional<String> compare(Toy generated) {
    try {
      return compareAll(ToyProgram.of(generated).toy());
    } catch (EndlessLocalCode e) {
      return Optional.empty(); // what is left of a loop when a program is shrunk
    }
  }

  private Optional<String> compareAll(Toy program) {
    OptionalInt longest = LongestExecution.of(program, MAX_STATES);
    Optional<EndsOracle> oracle = EndsOracle.explore(program, MAX_STATES);
    if (longest.isEmpty() || oracle.isEmpty()) {
      return Optional.empty();
    }
    Set<List<Object>> possible = new HashSet<>();
    oracle
        .get()
        .failures()
        .forEach(f -> possible.add(List.of(f.thread(), f.assertion(), f.line())));
    String name = "stateful";
    try {
      EndlessComparison.Result states = EndlessComparison.compare(program);
      String difference = states.difference();
      for (int k = 0; difference.isEmpty() && k <= KINDS.size(); k++) {
        boolean isShared = k == KINDS.size();
        StrategyKind kind = isShared ? StrategyKind.OPTIMAL : KINDS.get(k);
        name = isShared ? "optimal by several workers" : kind.id();
        difference = difference(program, kind, isShared, longest.getAsInt(), possible);
      }
      count(longest.getAsInt(), states.hasLivelock());
      return Optional.of(difference.isEmpty() ? "" : name + ": " + difference);
    } catch (RuntimeException e) {
      // a crash of the search is a difference like any other: it is shown with the program
      return Optional.of(name + ": " + e);
    }
  }

  private String difference(
      Toy program, StrategyKind kind, boolean isShared, int longest, Set<List<Object>> possible) {
    Set<List<Object>> failed = new HashSet<>();
    Observer observer = (trace, sink) -> collect(trace, failed);
    SearchOptions options =
        SearchOptions.with(kind).within(new Budget(kind.samples() ? 5 : EXECUTIONS, null, STEPS));
    Outcome outcome =
        isShared
            ? new SimulatedCrew(
                    () -> visible(program),
                    options,
                    any -> List.of(observer),
                    2 + random.nextInt(3),
                    random.nextLong())
                .explore()
            : new Exploration(visible(program), options, List.of(observer), Pace.UNHURRIED)
                .explore();
    return difference(outcome, kind, longest, failed, possible);
  }

  private static String difference(
      Outcome outcome,
      StrategyKind kind,
      int longest,
      Set<List<Object>> failed,
      Set<List<Object>> possible) {
    if (!possible.containsAll(failed)) {
      return "failures " + failed + ", possible are " + possible;
    }
    boolean isEndless = outcome.endless().count() > 0;
    if (longest <= STEPS) {
      if (isEndless || outcome.end() == Outcome.End.STEP_LIMIT) {
        return "an execution without end that is none";
      }
      boolean isMissed = outcome.end() == Outcome.End.EXHAUSTED && !failed.equals(possible);
      return isMissed ? "failures " + failed + " instead of " + possible : "";
    }
    if (outcome.verdict() == Outcome.Verdict.VERIFIED) {
      return "verified, but there are longer executions";
    }
    boolean isOver = kind.samples() || outcome.end() == Outcome.End.EXECUTION_LIMIT;
    if (!isOver && outcome.end() != Outcome.End.STEP_LIMIT) {
      return outcome.end() + ", but there are longer executions";
    }
    if (outcome.end() == Outcome.End.STEP_LIMIT && !isEndless) {
      return "the longer execution is not told";
    }
    boolean deepens = !kind.samples() && kind != StrategyKind.CB_POR;
    int depth = outcome.endless().depth();
    if (deepens && isEndless && depth == 0) {
      return "it did not begin again with few steps";
    }
    boolean isDone = outcome.end() == Outcome.End.STEP_LIMIT;
    return deepens && isDone && depth <= STEPS / 2 ? "it ended with " + depth + " steps" : "";
  }

  private static void collect(Trace trace, Set<List<Object>> failed) {
    for (Failure failure : trace.failures()) {
      boolean assertion = failure.kind() == Failure.Kind.ASSERTION;
      failed.add(List.of(failure.thread(), assertion, failure.position()));
    }
  }

  private static ToyProgram visible(Toy program) {
    ToyProgram visible = ToyProgram.of(program);
    for (int object = 0; object < visible.objectCount(); object++) {
      if (visible.isPlain(object)) {
        visible.makeVisible(object);
      }
    }
    return visible;
  }

  private void count(int longest, boolean hasLivelock) {
    programs++;
    endless += longest == LongestExecution.ENDLESS ? 1 : 0;
    livelocks += hasLivelock ? 1 : 0;
  }

  /** How many programs were compared. */
  public long programs() {
    return programs;
  }

  /** How many of them have executions without end. */
  public long endless() {
    return endless;
  }

  /** How many of them have a livelock. */
  public long livelocks() {
    return livelocks;
  }
}
