package dev.clew.testkit.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Oracle one: executes all interleavings, and groups the complete ones by {@link CanonicalTrace}.
 *
 * <p>Nothing is merged on the way, so it is right if the machine and the definition are; it is for
 * programs with a few thousand interleavings.
 */
public final class InterleavingOracle implements ClassOracle {
  /** Longer executions are taken for endless. */
  private static final int MAX_DEPTH = 500;

  private final OracleMachine machine;
  private final Optional<MemoryModel> races;

  /** An oracle for the program of a machine; races are looked for only if asked. */
  public InterleavingOracle(OracleMachine machine, boolean detectsRaces) {
    this(machine, detectsRaces ? Optional.of(MemoryModel.JAVA) : Optional.empty());
  }

  /** An oracle that looks for the races that a memory model says there are, if given one. */
  InterleavingOracle(OracleMachine machine, Optional<MemoryModel> races) {
    this.machine = machine;
    this.races = races;
  }

  @Override
  public Optional<Classes> explore(int maxSteps) {
    Search search = new Search(maxSteps);
    Optional<RaceClocks> clocks = races.map(model -> RaceClocks.before(machine.world(), model));
    if (!search.from(machine.initial(), clocks, FewestSwitches.atStart(machine.world()))) {
      return Optional.empty();
    }
    return Optional.of(
        new Classes(search.outcomes, search.preemptions, machine.names(search.racy)));
  }

  @Override
  public Outcome outcomeOf(int[] threads, int[] labels, int length) {
    OracleMachine.Execution execution = machine.replay(threads, labels, length);
    return outcome(CanonicalTrace.of(execution.events()), execution.end());
  }

  private Outcome outcome(Key traceClass, State end) {
    return new Outcome(traceClass, machine.isDeadlock(end), machine.failures(end), end.key());
  }

  /** One depth-first search. */
  private final class Search {
    final Map<Key, Outcome> outcomes = new LinkedHashMap<>();
    final Map<Key, Integer> preemptions = new HashMap<>();
    final Set<Integer> racy = new LinkedHashSet<>();
    private final List<OracleEvent> events = new ArrayList<>();
    private int stepsLeft;

    Search(int maxSteps) {
      stepsLeft = maxSteps;
    }

    /** Explores everything after a state; false if the steps or the depth did not suffice. */
    boolean from(State state, Optional<RaceClocks> clocks, FewestSwitches switches) {
      List<Step> choices = machine.choices(state);
      if (choices.isEmpty()) {
        add(outcome(CanonicalTrace.of(events), state), switches.minimum());
      }
      for (Step step : choices) {
        if (stepsLeft-- <= 0 || events.size() == MAX_DEPTH) {
          return false;
        }
        State next = state.copy();
        OracleEvent event = machine.step(next, step);
        Optional<RaceClocks> nextClocks = clocks.map(RaceClocks::copy);
        nextClocks.ifPresent(c -> c.observe(event, racy));
        events.add(event);
        if (!from(next, nextClocks, switches.after(step, choices))) {
          return false;
        }
        events.remove(events.size() - 1);
      }
      return true;
    }

    private void add(Outcome outcome, int switches) {
      preemptions.merge(outcome.traceClass(), switches, Math::min);
      Outcome known = outcomes.putIfAbsent(outcome.traceClass(), outcome);
      if (known != null && !known.equals(outcome)) {
        throw new IllegalStateException("one class, two outcomes: " + known + ", " + outcome);
      }
    }
  }
}
