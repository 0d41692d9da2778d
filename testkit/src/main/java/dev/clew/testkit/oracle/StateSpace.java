package dev.clew.testkit.oracle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Plain search over states, which knows nothing of dependence: what an execution can end in. */
public final class StateSpace {
  private StateSpace() {}

  /** The names of all states without choices; empty if there are more states than allowed. */
  public static Optional<Set<Key>> finalStates(OracleMachine machine, int maxStates) {
    Set<Key> seen = new HashSet<>();
    Set<Key> finals = new LinkedHashSet<>();
    Deque<State> open = new ArrayDeque<>();
    State initial = machine.initial();
    seen.add(initial.key());
    open.add(initial);
    while (!open.isEmpty()) {
      if (seen.size() > maxStates) {
        return Optional.empty();
      }
      State state = open.remove();
      boolean isFinal = true;
      for (Step step : machine.choices(state)) {
        isFinal = false;
        State next = state.copy();
        machine.step(next, step);
        if (seen.add(next.key())) {
          open.add(next);
        }
      }
      if (isFinal) {
        finals.add(state.key());
      }
    }
    return Optional.of(finals);
  }
}
