package dev.clew.junit;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Looks for an order of calls that explains their results: one in which no call comes before one
 * that ended when it had not begun, and in which the specification has the same results.
 *
 * <p>Wing and Gong, Testing and Verifying Concurrent Objects (1993), with the memory of Lowe,
 * Testing for Linearizability (2017): the same calls that led to the same state are not tried
 * twice. States are compared only if the specification defines {@code equals}. As a specification
 * cannot be copied, it is made anew for each try and the calls so far are repeated.
 *
 * <p>What the specification does is part of the execution. So calls are tried in an order that is
 * the same for all executions of a trace class: that of threads, not that in which calls began, as
 * two begins in a row are independent of each other.
 */
final class LinearSearch<T> {
  private final List<History.Made<T>> made;
  private final Supplier<? extends T> specification;
  private final BitSet done = new BitSet();
  private final Deque<History.Made<T>> order = new ArrayDeque<>();
  private final Set<Seen> seen = new HashSet<>();

  /** The calls that were done, and the state that they led to. */
  private record Seen(BitSet done, Object state) {}

  LinearSearch(List<History.Made<T>> made, Supplier<? extends T> specification) {
    this.made = made.stream().sorted(Comparator.comparingInt(each -> each.thread)).toList();
    this.specification = specification;
  }

  /** Whether there is such an order. */
  boolean isExplained() {
    if (done.cardinality() == made.size()) {
      return true;
    }
    int firstEnd = firstEndOfOthers();
    for (int i = 0; i < made.size(); i++) {
      History.Made<T> next = made.get(i);
      if (!done.get(i) && next.began < firstEnd && hasSameResult(next)) {
        order.addLast(next);
        done.set(i);
        if (isExplained()) {
          return true;
        }
        done.clear(i);
        order.removeLast();
      }
    }
    return false;
  }

  /** The first moment at which a call ended that is not done yet: none that began later is next. */
  private int firstEndOfOthers() {
    int first = Integer.MAX_VALUE;
    for (int i = 0; i < made.size(); i++) {
      if (!done.get(i)) {
        first = Math.min(first, made.get(i).ended);
      }
    }
    return first;
  }

  /** Whether a call can be next; not again if the same was tried in another order. */
  private boolean hasSameResult(History.Made<T> next) {
    T state = specification.get();
    for (History.Made<T> each : order) {
      each.call.on(state);
    }
    Call.Result wanted = next.result;
    if (wanted == null || !next.call.on(state).isSameAs(wanted)) {
      return false;
    }
    if (!definesEquals(state)) {
      return true;
    }
    BitSet after = (BitSet) done.clone();
    after.set(made.indexOf(next));
    return seen.add(new Seen(after, state));
  }

  private static boolean definesEquals(Object state) {
    try {
      return state.getClass().getMethod("equals", Object.class).getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
