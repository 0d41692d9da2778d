package dev.clew.testkit.oracle;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Oracle two: breadth-first over the classes of prefixes, which {@link PrefixLogs} name.
 *
 * <p>Prefixes of one class lead to one state, which is checked at every merge, so one of them
 * suffices. Visits a class of prefixes once where oracle one visits each of its interleavings.
 */
public final class PrefixClassOracle implements ClassOracle {
  private final OracleMachine machine;
  private final Optional<MemoryModel> races;
  private final PrefixLogs prefixLogs;

  /** An oracle for the program of a machine; races are looked for only if asked. */
  public PrefixClassOracle(OracleMachine machine, boolean detectsRaces) {
    this(machine, detectsRaces ? Optional.of(MemoryModel.JAVA) : Optional.empty());
  }

  /** An oracle that looks for the races that a memory model says there are, if given one. */
  PrefixClassOracle(OracleMachine machine, Optional<MemoryModel> races) {
    this.machine = machine;
    this.races = races;
    this.prefixLogs = new PrefixLogs(machine.world());
  }

  /** One prefix of a class. */
  private record Prefix(
      State state, PrefixLogs.Logs logs, Optional<RaceClocks> clocks, FewestSwitches switches) {
    Prefix reachedAlsoBy(FewestSwitches others) {
      return new Prefix(state, logs, clocks, switches.or(others));
    }
  }

  @Override
  public Optional<Classes> explore(int maxPrefixClasses) {
    Map<Key, Outcome> outcomes = new LinkedHashMap<>();
    Map<Key, Integer> preemptions = new HashMap<>();
    Set<Integer> racy = new LinkedHashSet<>();
    Prefix root = root();
    Map<Key, Prefix> level = Map.of(root.logs().key(), root);
    int visited = 0;
    while (!level.isEmpty()) {
      Map<Key, Prefix> next = new LinkedHashMap<>();
      for (Map.Entry<Key, Prefix> entry : level.entrySet()) {
        if (++visited > maxPrefixClasses) {
          return Optional.empty();
        }
        if (!extend(entry.getValue(), next, racy)) {
          outcomes.put(entry.getKey(), outcome(entry.getKey(), entry.getValue().state()));
          preemptions.put(entry.getKey(), entry.getValue().switches().minimum());
        }
      }
      level = next;
    }
    return Optional.of(new Classes(outcomes, preemptions, machine.names(racy)));
  }

  private Prefix root() {
    Optional<RaceClocks> clocks = races.map(model -> RaceClocks.before(machine.world(), model));
    FewestSwitches switches = FewestSwitches.atStart(machine.world());
    return new Prefix(machine.initial(), prefixLogs.empty(), clocks, switches);
  }

  /** Adds all prefixes that are one event longer; false if there are none. */
  private boolean extend(Prefix prefix, Map<Key, Prefix> longer, Set<Integer> racy) {
    boolean extended = false;
    List<Step> choices = machine.choices(prefix.state());
    for (Step step : choices) {
      extended = true;
      State state = prefix.state().copy();
      OracleEvent event = machine.step(state, step);
      Optional<RaceClocks> clocks = prefix.clocks().map(RaceClocks::copy);
      clocks.ifPresent(c -> c.observe(event, racy));
      PrefixLogs.Logs logs = prefix.logs().after(event);
      FewestSwitches switches = prefix.switches().after(step, choices);
      Prefix known = longer.putIfAbsent(logs.key(), new Prefix(state, logs, clocks, switches));
      if (known != null && !known.state().sameAs(state)) {
        throw new IllegalStateException(
            "one prefix class, two states: " + known.state().key() + ", " + state.key());
      }
      if (known != null) {
        longer.put(logs.key(), known.reachedAlsoBy(switches));
      }
    }
    return extended;
  }

  @Override
  public Outcome outcomeOf(int[] threads, int[] labels, int length) {
    OracleMachine.Execution execution = machine.replay(threads, labels, length);
    PrefixLogs.Logs logs = prefixLogs.empty();
    for (OracleEvent event : execution.events()) {
      logs = logs.after(event);
    }
    return outcome(logs.key(), execution.end());
  }

  private Outcome outcome(Key traceClass, State end) {
    return new Outcome(traceClass, machine.isDeadlock(end), machine.failures(end), end.key());
  }
}
