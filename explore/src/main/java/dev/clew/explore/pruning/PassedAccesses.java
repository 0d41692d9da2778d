package dev.clew.explore.pruning;

import dev.clew.trace.Prospects;
import java.util.Arrays;

/**
 * The plain accesses that were done before a state of an execution.
 *
 * <p>One counts as done when its thread has done a visible operation since, or was joined; until
 * then it is what the thread is about to do.
 */
final class PassedAccesses {
  private final Prospects prospects;
  private final KnownOrder order;
  private int size;

  /** How many events of its thread came before each access. */
  private int[] after = new int[16];

  /** The mutexes that its thread held. */
  private int[][] held = new int[16][];

  /** The accesses before any event of an execution. */
  PassedAccesses(Prospects prospects, KnownOrder order) {
    this.prospects = prospects;
    this.order = order;
  }

  /** Takes in the accesses up to the next event, when the order has taken in so many. */
  void takeIn(int events) {
    for (; size < prospects.passedCount() && prospects.passedEvents(size) <= events; size++) {
      if (size == after.length) {
        after = Arrays.copyOf(after, 2 * size);
        held = Arrays.copyOf(held, 2 * size);
      }
      int thread = prospects.passedThread(size);
      after[size] = order.count(thread);
      held[size] = order.held(thread);
    }
  }

  /** Whether one of them may race with what is still to come. */
  boolean mayRaceWith(Stretch stretch) {
    for (int k = 0; k < size; k++) {
      int thread = prospects.passedThread(k);
      boolean isDone = order.count(thread) > after[k] || order.isJoined(thread);
      if (isDone
          && thread != stretch.thread()
          && stretch.clock()[thread] <= after[k]
          && prospects.mayRaceWithPassed(
              k, held[k], held[k].length, stretch.prospect(), stretch.isNear())) {
        return true;
      }
    }
    return false;
  }
}
