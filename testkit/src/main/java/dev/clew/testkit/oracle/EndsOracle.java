package dev.clew.testkit.oracle;

import dev.clew.testkit.toy.Toy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a program can come to, by a plain search over its states: also where executions go on for
 * ever, as long as there are finitely many states.
 */
public final class EndsOracle {
  private final OracleMachine machine;
  private final Set<Key> ends = new HashSet<>();
  private final Set<OracleFailure> failures = new HashSet<>();
  private boolean hasDeadlock;

  private EndsOracle(OracleMachine machine) {
    this.machine = machine;
  }

  /** Searches all states; empty if there are more than allowed. */
  public static Optional<EndsOracle> explore(Toy program, int maxStates) {
    EndsOracle oracle = new EndsOracle(OracleMachine.seeingAll(program));
    return oracle.search(maxStates) ? Optional.of(oracle) : Optional.empty();
  }

  private boolean search(int maxStates) {
    Set<Key> seen = new HashSet<>();
    Deque<State> open = new ArrayDeque<>();
    open.add(machine.initial());
    seen.add(machine.initial().key());
    while (!open.isEmpty() && seen.size() <= maxStates) {
      State state = open.remove();
      note(state);
      for (Step step : machine.choices(state)) {
        State next = state.copy();
        machine.step(next, step);
        if (seen.add(next.key())) {
          open.add(next);
        }
      }
    }
    return open.isEmpty();
  }

  /** Searches all states of a program whose threads may go round for ever when they are left. */
  public static Optional<EndsOracle> exploreEndless(Toy program, int maxStates) {
    EndsOracle oracle = new EndsOracle(OracleMachine.endless(program));
    return oracle.search(maxStates) ? Optional.of(oracle) : Optional.empty();
  }

  /** Whether an execution can come to a state in which nothing can go on, and not end there. */
  public boolean hasDeadlock() {
    return hasDeadlock;
  }

  private void note(State state) {
    failures.addAll(machine.failures(state));
    if (machine.choices(state).isEmpty()) {
      ends.add(machine.noticeablePart(state.key()));
      hasDeadlock |= machine.isDeadlock(state);
    }
  }

  /** What others can notice of the states in which nothing can go on. */
  public Set<Key> ends() {
    return ends;
  }

  /** Everything that fails in some execution. */
  public Set<OracleFailure> failures() {
    return failures;
  }

  /** What others can notice of the last state of a complete execution. */
  public Key endOf(int[] threads, int[] labels) {
    return machine.noticeablePart(machine.replay(threads, labels, threads.length).end().key());
  }
}
