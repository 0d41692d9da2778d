package dev.clew.testkit.written;

import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.testkit.oracle.ImpossibleSchedule;
import dev.clew.testkit.oracle.Key;
import dev.clew.testkit.oracle.OracleFailure;
import dev.clew.testkit.oracle.OracleRun;
import dev.clew.trace.Ending;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The trace classes that a search of a written program comes across. An oracle executes each trace
 * as the toy program would, and says which class it is and how it ends.
 */
public final class WrittenClasses implements Observer {
  private static final int MOST_SWAPS = 12;

  /** Executes all steps of a program; {@link dev.clew.testkit.oracle.ClassOracle} is one. */
  @FunctionalInterface
  public interface Judge {
    dev.clew.testkit.oracle.Outcome outcomeOf(int[] threads, int[] labels, int length);
  }

  private final Reading traces;
  private final Judge judge;
  private final Set<Key> seen = new HashSet<>();
  private final Set<Key> finalStates = new HashSet<>();
  private final Set<OracleFailure> failures = new HashSet<>();
  private final List<Swap> swaps = new ArrayList<>();
  private long duplicates;
  private long deadlocks;
  private String judgementDifference = "";

  public WrittenClasses(Reading traces, Judge judge) {
    this.traces = traces;
    this.judge = judge;
  }

  @Override
  public void observe(Trace trace, Consumer<Finding> findings) {
    Reading.Steps steps = traces.steps(trace);
    dev.clew.testkit.oracle.Outcome outcome;
    try {
      outcome = judge.outcomeOf(steps.threads(), steps.labels(), steps.threads().length);
    } catch (ImpossibleSchedule e) {
      judgementDifference =
          e.getMessage()
              + " in threads "
              + Arrays.toString(steps.threads())
              + ", which ended with "
              + trace.ending()
              + " "
              + trace.failures();
      return;
    }
    String mutexes = Mutexes.difference(trace);
    if (!mutexes.isEmpty()) {
      judgementDifference = mutexes;
    }
    boolean isOver = traces.failuresEndAll() && !outcome.failures().isEmpty();
    boolean isDeadlock = outcome.deadlock() && !isOver;
    boolean isSame =
        isDeadlock == (trace.ending() == Ending.DEADLOCK)
            && traces.failures(trace).equals(Reading.failures(outcome.failures()));
    if (!isSame) {
      judgementDifference =
          trace.ending() + " and " + trace.failures() + " instead of " + outcome.failures();
    }
    if (!seen.add(outcome.traceClass())) {
      duplicates++;
      return;
    }
    finalStates.add(outcome.finalState());
    failures.addAll(outcome.failures());
    deadlocks += outcome.deadlock() ? 1 : 0;
    Swap.addAll(trace, MOST_SWAPS, swaps);
  }

  @Override
  public void observeBeyond(Trace trace, Consumer<Finding> findings) {}

  /** Whether some trace ends in another way than in the toy, or cannot be there. */
  public String judgementDifference() {
    return judgementDifference;
  }

  /** Whether something is there that should not be. */
  public String unknownDifference(OracleRun oracle) {
    if (!judgementDifference.isEmpty()) {
      return judgementDifference;
    }
    return oracle.classes().keySet().containsAll(seen) ? "" : "a class the oracle does not know";
  }

  /** Whether it is not all that the oracle knows. */
  public String difference(OracleRun oracle) {
    String unknown = unknownDifference(oracle);
    if (!unknown.isEmpty()) {
      return unknown;
    }
    if (seen.size() != oracle.classes().size()) {
      return seen.size() + " classes instead of " + oracle.classes().size();
    }
    if (deadlocks != oracle.deadlocks() || !failures.equals(oracle.failures())) {
      return deadlocks + " deadlocks and " + failures + " instead of " + oracle.failures();
    }
    return finalStates.equals(oracle.finalStates()) ? "" : "other states";
  }

  /** Whether it is not what an oracle says needs few preemptions. */
  public String boundedDifference(Set<Key> expected) {
    if (!judgementDifference.isEmpty()) {
      return judgementDifference;
    }
    if (!expected.containsAll(seen)) {
      return "a class that needs more";
    }
    return seen.size() == expected.size()
        ? ""
        : seen.size() + " classes instead of " + expected.size();
  }

  /** Whether a search came across a class twice, or began to. */
  public String twiceDifference(Outcome outcome) {
    return duplicates + outcome.blocked() > 0
        ? duplicates + " classes explored twice, " + outcome.blocked() + " blocked runs"
        : "";
  }

  public int count() {
    return seen.size();
  }

  /** How many classes end in a deadlock of the toy program. */
  public long deadlocks() {
    return deadlocks;
  }

  /**
   * Whether the program does something else if two independent events are swapped.
   *
   * @param mainLeaves whether the joins of the main thread come after all others
   */
  public String swapDifference(Program program, boolean mainLeaves) {
    return swaps.stream()
        .filter(swap -> !mainLeaves || !swap.isOfJoinOfMain())
        .map(swap -> swap.difference(program, traces.tellsValues()))
        .filter(difference -> !difference.isEmpty())
        .findFirst()
        .orElse("");
  }
}
