package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.Spins;
import dev.clew.trace.OpKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where threads give something to each other: whoever comes first waits for the other.
 *
 * <p>Who gives and who takes wait on two sides, of which one is empty at any time; who exchanges
 * finds the others on the side on which it would wait itself.
 */
final class HandOver {
  /** A thread that waits for another one, and what it gives until it gets something. */
  private static final class Party extends Meeting.Wait {
    private @Nullable Object item;

    private Party(@Nullable Object item) {
      this.item = item;
    }
  }

  private final Meeting meeting;
  private final boolean isInOrder;
  private final Deque<Party> givers = new ArrayDeque<>();
  private final Deque<Party> takers = new ArrayDeque<>();

  private HandOver(Meeting meeting, boolean isInOrder) {
    this.meeting = meeting;
    this.isInOrder = isInOrder;
  }

  /**
   * The program has made a place to hand over.
   *
   * @param isInOrder whether the one that waited longest is served first, otherwise the last
   */
  static void create(Object self, boolean isInOrder) {
    Execution now = Controlled.enter();
    try {
      Shadow shadow = now.shadows.register(self, -1);
      shadow.model = new HandOver(new Meeting(now, shadow, false), isInOrder);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Whether nobody waits here. */
  boolean isEmpty() {
    return givers.isEmpty() && takers.isEmpty();
  }

  /** Whether the one that waited longest is served first. */
  boolean isInOrder() {
    return isInOrder;
  }

  /** Null if it belongs to a pool. */
  private static @Nullable HandOver of(Execution now, Object self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof HandOver known) {
      return known;
    }
    if (shadow.model instanceof HandOverPool) {
      return null;
    }
    HandOver place = new HandOver(new Meeting(now, shadow, false), true);
    shadow.model = place;
    return place;
  }

  /**
   * Gives an element.
   *
   * @param nanos how long to wait at most, 0 not at all, negative for ever
   * @return whether somebody took it
   */
  static boolean give(Object self, Object element, long nanos) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      HandOver place = of(now, self);
      if (place != null) {
        return place.meet(now, place.takers, place.givers, element, nanos) != null;
      }
    } finally {
      Hooks.leave(now);
    }
    return HandOverPool.of(self).give((Runnable) element, nanos);
  }

  /** Takes an element, null if nobody gave one in time. */
  static @Nullable Object take(Object self, long nanos) throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      HandOver place = of(now, self);
      if (place != null) {
        Party met = place.meet(now, place.givers, place.takers, null, nanos);
        return met == null ? null : met.item;
      }
    } finally {
      Hooks.leave(now);
    }
    return HandOverPool.of(self).takeGiven(nanos);
  }

  /** Gives something, null included, and takes something: in the party met, null if none came. */
  static @Nullable Exchanged exchange(Object self, @Nullable Object item, long nanos)
      throws InterruptedException {
    Execution now = Controlled.enter();
    try {
      HandOver place = Objects.requireNonNull(of(now, self));
      Party met = place.meet(now, place.givers, place.givers, item, nanos);
      return met == null ? null : new Exchanged(met.item);
    } finally {
      Hooks.leave(now);
    }
  }

  /** What the other one gave. */
  record Exchanged(@Nullable Object item) {}

  /** The party with what this thread gets, null if nobody came. */
  private @Nullable Party meet(
      Execution now, Deque<Party> others, Deque<Party> own, @Nullable Object item, long nanos)
      throws InterruptedException {
    meeting.begin(OpKind.ARRIVE);
    int waiting = others == own ? own.size() : others.size() + own.size();
    Party other = isInOrder ? others.pollFirst() : others.pollLast();
    if (other != null) {
      Party met = new Party(other.item);
      other.item = item;
      meeting.finish(other);
      meeting.end(OpKind.ARRIVE, waiting);
      return met;
    }
    if (nanos == 0) {
      meeting.end(OpKind.ARRIVE, waiting);
      Spins.unchanged(now);
      return null;
    }
    Party mine = new Party(item);
    own.addLast(mine);
    meeting.end(OpKind.ARRIVE, waiting);
    return meeting.await(mine, nanos, () -> own.remove(mine)) ? mine : null;
  }
}
