package dev.clew.testkit.oracle;

import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The trace classes of a program up to a permutation of some of its threads, by brute force.
 *
 * <p>All classes are enumerated, each is renamed by every permutation, and the smallest name that
 * comes out stands for all of them. A join of one of the threads is no event here: the order in
 * which somebody waits for them, with nothing in between, is none of the threads.
 */
public final class PermutationOracle {
  private final OracleMachine machine;
  private final List<int[]> permutations;

  /** A prefix, by its last event. */
  private record Prefix(
      State state, PrefixLogs.Logs logs, @Nullable Prefix before, @Nullable OracleEvent last) {}

  /**
   * What is the same in all executions that differ by a permutation only.
   *
   * @param failures what failed, without the threads and the lines
   */
  public record Orbit(boolean deadlock, List<String> failures) {}

  /**
   * What there is to find.
   *
   * @param orbits by their names
   * @param classes how many trace classes there are
   * @param asymmetry a class that has no counterpart, empty if the threads are alike indeed
   */
  public record Orbits(Map<Key, Orbit> orbits, int classes, String asymmetry) {}

  /**
   * An oracle for the program of a machine.
   *
   * @param ahead for each thread the latest one before it that is alike, -1 if there is none
   */
  public PermutationOracle(OracleMachine machine, int[] ahead) {
    this.machine = machine;
    this.permutations = permutations(ahead, machine.world().clock() + 1);
  }

  /** Enumerates everything; empty if there are more classes of prefixes than allowed. */
  public Optional<Orbits> explore(int maxPrefixClasses) {
    PrefixLogs logs = new PrefixLogs(machine.world());
    Map<Key, Orbit> orbits = new LinkedHashMap<>();
    Map<Key, Orbit> classes = new LinkedHashMap<>();
    List<List<OracleEvent>> ends = new ArrayList<>();
    Map<Key, Prefix> level = new HashMap<>();
    level.put(logs.empty().key(), new Prefix(machine.initial(), logs.empty(), null, null));
    int visited = 0;
    while (!level.isEmpty()) {
      Map<Key, Prefix> longer = new LinkedHashMap<>();
      for (Prefix prefix : level.values()) {
        if (++visited > maxPrefixClasses) {
          return Optional.empty();
        }
        if (!extend(prefix, longer)) {
          List<OracleEvent> events = events(prefix);
          ends.add(events);
          classes.put(CanonicalTrace.of(renamed(events, permutations.get(0))), orbit(prefix));
        }
      }
      level = longer;
    }
    String asymmetry = "";
    for (List<OracleEvent> events : ends) {
      Orbit own = classes.get(CanonicalTrace.of(renamed(events, permutations.get(0))));
      for (int[] permutation : permutations) {
        Orbit counterpart = classes.get(CanonicalTrace.of(renamed(events, permutation)));
        if (own == null || !own.equals(counterpart)) {
          asymmetry = own + " has the counterpart " + counterpart + ": " + events;
        }
      }
      if (own != null) {
        orbits.put(smallestName(events), own);
      }
    }
    return Optional.of(new Orbits(orbits, ends.size(), asymmetry));
  }

  /** The name of what a complete schedule belongs to. */
  public Key orbitOf(int[] threads, int[] labels, int length) {
    return smallestName(machine.replay(threads, labels, length).events());
  }

  private boolean extend(Prefix prefix, Map<Key, Prefix> longer) {
    boolean extended = false;
    for (Step step : machine.choices(prefix.state())) {
      extended = true;
      State state = prefix.state().copy();
      OracleEvent event = machine.step(state, step);
      PrefixLogs.Logs logs = prefix.logs().after(event);
      longer.putIfAbsent(logs.key(), new Prefix(state, logs, prefix, event));
    }
    return extended;
  }

  private static List<OracleEvent> events(Prefix end) {
    List<OracleEvent> events = new ArrayList<>();
    Prefix prefix = end;
    while (prefix != null && prefix.last() != null) {
      events.add(0, prefix.last());
      prefix = prefix.before();
    }
    return events;
  }

  private Orbit orbit(Prefix end) {
    List<String> failures = new ArrayList<>();
    for (OracleFailure failure : machine.failures(end.state())) {
      failures.add(failure.assertion() + " " + failure.message());
    }
    failures.sort(null);
    return new Orbit(machine.isDeadlock(end.state()), failures);
  }

  private Key smallestName(List<OracleEvent> events) {
    TreeSet<Key> names = new TreeSet<>();
    for (int[] permutation : permutations) {
      names.add(CanonicalTrace.of(renamed(events, permutation)));
    }
    return names.first();
  }

  private List<OracleEvent> renamed(List<OracleEvent> events, int[] permutation) {
    List<OracleEvent> renamed = new ArrayList<>();
    for (OracleEvent event : events) {
      if (event.kind() == OpKind.JOIN && isMoved(event.target())) {
        continue;
      }
      boolean namesThread = event.kind() == OpKind.NOTIFY || event.kind() == OpKind.TIMEOUT;
      int label = event.label();
      renamed.add(
          new OracleEvent(
              permutation[event.thread()],
              event.kind(),
              namesThread && label >= 0 ? permutation[label] : label,
              event.successful(),
              event.accesses(),
              event.target(),
              event.released()));
    }
    return renamed;
  }

  private boolean isMoved(int thread) {
    return thread >= 0 && permutations.stream().anyMatch(p -> p[thread] != thread);
  }

  /** All permutations within the groups of alike threads; the first changes nothing. */
  private static List<int[]> permutations(int[] ahead, int threads) {
    List<int[]> all = new ArrayList<>();
    int[] identity = new int[threads];
    int[] group = new int[threads];
    for (int t = 0; t < threads; t++) {
      identity[t] = t;
      group[t] = t < ahead.length && ahead[t] >= 0 ? group[ahead[t]] : t;
    }
    permute(identity, group, 0, all);
    return all;
  }

  private static void permute(int[] chosen, int[] group, int from, List<int[]> all) {
    if (from == chosen.length) {
      all.add(chosen.clone());
      return;
    }
    for (int t = from; t < chosen.length; t++) {
      if (group[t] == group[from]) {
        swap(chosen, from, t);
        permute(chosen, group, from + 1, all);
        swap(chosen, from, t);
      }
    }
  }

  private static void swap(int[] values, int i, int j) {
    int value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}
