package dev.clew.testkit.oracle;

import dev.clew.testkit.toy.Toy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How many steps the longest execution of a program has, by its whole graph of states: without end
 * if a state leads back to itself.
 */
public final class LongestExecution {
  /** There is an execution that never ends. */
  public static final int ENDLESS = Integer.MAX_VALUE;

  private final OracleMachine machine;
  private final int maxStates;

  /** The most steps that can come after a state, of those of which all is known. */
  private final Map<Key, Integer> left = new HashMap<>();

  private final Set<Key> onPath = new HashSet<>();
  private final Deque<Visit> path = new ArrayDeque<>();

  private static final class Visit {
    final State state;
    final Iterator<Step> steps;
    int most;

    Visit(State state, Iterator<Step> steps) {
      this.state = state;
      this.steps = steps;
    }
  }

  private LongestExecution(OracleMachine machine, int maxStates) {
    this.machine = machine;
    this.maxStates = maxStates;
  }

  /**
   * Its steps, if threads that can be left have few rounds; empty if there are more states than
   * allowed.
   */
  public static OptionalInt of(Toy program, int maxStates) {
    return new LongestExecution(OracleMachine.seeingAll(program), maxStates).search();
  }

  private OptionalInt search() {
    int longest = 0;
    enter(machine.initial());
    while (!path.isEmpty()) {
      Visit visit = path.getLast();
      if (!visit.steps.hasNext()) {
        path.removeLast();
        onPath.remove(visit.state.key());
        left.put(visit.state.key(), visit.most);
        longest = visit.most;
        if (!path.isEmpty()) {
          path.getLast().most = Math.max(path.getLast().most, 1 + visit.most);
        }
        continue;
      }
      State next = visit.state.copy();
      machine.step(next, visit.steps.next());
      Integer known = left.get(next.key());
      if (onPath.contains(next.key())) {
        return OptionalInt.of(ENDLESS);
      } else if (known != null) {
        visit.most = Math.max(visit.most, 1 + known);
      } else if (left.size() + path.size() > maxStates) {
        return OptionalInt.empty();
      } else {
        enter(next);
      }
    }
    return OptionalInt.of(longest);
  }

  private void enter(State state) {
    onPath.add(state.key());
    path.addLast(new Visit(state, machine.choices(state).iterator()));
  }
}
