package dev.clew.testkit.oracle;

import static java.util.Objects.requireNonNull;

import dev.clew.testkit.toy.Toy;
import dev.clew.trace.OpKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a program can go on for ever without anybody being passed over, by its whole graph of
 * states.
 *
 * <p>An infinite execution visits some set of states again and again. It is fair if every thread
 * that can go on in one of these does so again and again, and a choice that is made again and again
 * takes each alternative. It is a livelock if the program could end from there, or if nothing is
 * changed any more; but not if the program may end meanwhile.
 */
public final class LivelockOracle {
  private final List<Node> nodes = new ArrayList<>();

  /** A state, and what can happen in it. */
  private static final class Node {
    final List<Edge> edges = new ArrayList<>();
    final List<Node> sources = new ArrayList<>();
    boolean mayEnd;
    boolean canEnd;
  }

  private record Edge(Node source, Node target, Step step, boolean changes) {}

  private LivelockOracle() {}

  /**
   * Whether the program has a livelock, where threads that can be left have any number of rounds;
   * empty if it has more states than allowed.
   */
  public static Optional<Boolean> isPossible(Toy program, int maxStates) {
    LivelockOracle oracle = new LivelockOracle();
    if (!oracle.explore(OracleMachine.endless(program), maxStates)) {
      return Optional.empty();
    }
    oracle.findEnds();
    Set<Edge> all = new HashSet<>();
    oracle.nodes.forEach(node -> all.addAll(node.edges));
    Set<Edge> idle = new HashSet<>(all);
    idle.removeIf(Edge::changes);
    return Optional.of(hasLivelock(oracle.nodes, all) || hasLivelock(oracle.nodes, idle));
  }

  private boolean explore(OracleMachine machine, int maxStates) {
    Map<Key, Node> known = new HashMap<>();
    Deque<State> open = new ArrayDeque<>(List.of(machine.initial()));
    known.put(machine.initial().key(), newNode());
    while (!open.isEmpty() && nodes.size() <= maxStates) {
      State state = open.remove();
      Node node = requireNonNull(known.get(state.key()));
      node.mayEnd = machine.mayEnd(state);
      for (Step step : machine.choices(state)) {
        State next = state.copy();
        OracleEvent event = machine.step(next, step);
        Node target = known.get(next.key());
        if (target == null) {
          target = newNode();
          known.put(next.key(), target);
          open.add(next);
        }
        node.edges.add(new Edge(node, target, step, changes(event)));
        target.sources.add(node);
      }
    }
    return open.isEmpty();
  }

  private Node newNode() {
    Node node = new Node();
    nodes.add(node);
    return node;
  }

  /** To take a mutex and to give it back is to change nothing, once it is over. */
  private static boolean changes(OracleEvent event) {
    Set<OpKind> ofMutexes =
        Set.of(
            OpKind.LOCK,
            OpKind.UNLOCK,
            OpKind.READ_LOCK,
            OpKind.READ_UNLOCK,
            OpKind.WRITE_LOCK,
            OpKind.WRITE_UNLOCK);
    return !ofMutexes.contains(event.kind())
        && event.accesses().stream().anyMatch(access -> access.mode() != Access.Mode.READ);
  }

  private void findEnds() {
    Deque<Node> open = new ArrayDeque<>();
    for (Node node : nodes) {
      if (node.edges.isEmpty() || node.mayEnd) {
        node.canEnd = true;
        open.add(node);
      }
    }
    while (!open.isEmpty()) {
      for (Node source : open.remove().sources) {
        if (!source.canEnd) {
          source.canEnd = true;
          open.add(source);
        }
      }
    }
  }

  private static boolean hasLivelock(Collection<Node> states, Set<Edge> edges) {
    for (Set<Node> part : connected(states, edges)) {
      Set<Edge> inside = new HashSet<>();
      for (Node node : part) {
        for (Edge edge : node.edges) {
          if (edges.contains(edge) && part.contains(edge.target)) {
            inside.add(edge);
          }
        }
      }
      if (!inside.isEmpty() && isLivelock(part, inside)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLivelock(Set<Node> part, Set<Edge> inside) {
    Set<Edge> closed = new HashSet<>();
    for (Edge edge : inside) {
      boolean isClosed =
          edge.source.edges.stream()
              .filter(other -> other.step.thread() == edge.step.thread())
              .allMatch(inside::contains);
      if (isClosed) {
        closed.add(edge);
      }
    }
    Set<Integer> going = new HashSet<>();
    closed.forEach(edge -> going.add(edge.step.thread()));
    Set<Node> kept = new HashSet<>();
    for (Node node : part) {
      if (node.edges.stream().allMatch(edge -> going.contains(edge.step.thread()))) {
        kept.add(node);
      }
    }
    if (kept.size() < part.size() || closed.size() < inside.size()) {
      return hasLivelock(kept, closed);
    }
    if (part.stream().anyMatch(node -> node.mayEnd)) {
      return false; // those who go round are left
    }
    return part.stream().anyMatch(node -> node.canEnd) || inside.stream().noneMatch(Edge::changes);
  }

  /** The parts in which every state leads to every other one: Kosaraju. */
  private static List<Set<Node>> connected(Collection<Node> states, Set<Edge> edges) {
    Set<Node> all = new HashSet<>(states);
    List<Node> finished = new ArrayList<>();
    Set<Node> seen = new HashSet<>();
    for (Node node : states) {
      finish(node, all, edges, seen, finished);
    }
    Collections.reverse(finished);
    Map<Node, List<Node>> backwards = new HashMap<>();
    for (Edge edge : edges) {
      backwards.computeIfAbsent(edge.target, n -> new ArrayList<>()).add(edge.source);
    }
    List<Set<Node>> parts = new ArrayList<>();
    Set<Node> taken = new HashSet<>();
    for (Node node : finished) {
      if (taken.add(node)) {
        Set<Node> part = new HashSet<>(Set.of(node));
        Deque<Node> open = new ArrayDeque<>(part);
        while (!open.isEmpty()) {
          for (Node source : backwards.getOrDefault(open.remove(), List.of())) {
            if (all.contains(source) && taken.add(source)) {
              part.add(source);
              open.add(source);
            }
          }
        }
        parts.add(part);
      }
    }
    return parts;
  }

  /** Adds what can be reached from a state to a list, each after all that comes after it. */
  private static void finish(
      Node from, Set<Node> all, Set<Edge> edges, Set<Node> seen, List<Node> finished) {
    if (!seen.add(from)) {
      return;
    }
    Deque<Node> path = new ArrayDeque<>(List.of(from));
    Map<Node, Integer> next = new HashMap<>(Map.of(from, 0));
    while (!path.isEmpty()) {
      Node node = path.getLast();
      int k = next.merge(node, 1, Integer::sum) - 1;
      if (k == node.edges.size()) {
        finished.add(path.removeLast());
      } else if (k < node.edges.size()) {
        Edge edge = node.edges.get(k);
        if (edges.contains(edge) && all.contains(edge.target) && seen.add(edge.target)) {
          path.addLast(edge.target);
          next.put(edge.target, 0);
        }
      }
    }
  }
}
