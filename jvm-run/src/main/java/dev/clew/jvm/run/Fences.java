package dev.clew.jvm.run;

/**
 * Fences, as those of C11 are: what a thread did before a release fence happens before what another
 * one does after an acquire fence, if a write after the first is read before the second, and these
 * two accesses are atomic.
 *
 * <p>Programs that have fences write plain fields, too, right after a release fence, and mean a
 * write that is atomic: it is taken for one.
 */
public final class Fences {
  private static final MemoryOrder[] ORDERS = MemoryOrder.values();

  private Fences() {}

  /**
   * After a fence.
   *
   * @param order the ordinal of a {@link MemoryOrder}
   */
  public static void fence(int order) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        fence(now.current, ORDERS[order]);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  private static void fence(ProgramThread self, MemoryOrder order) {
    int[] found = self.found;
    if (order.acquires && found != null) {
      self.join(found, found.length);
    }
    if (order.releases) {
      self.fenced = self.clock.clone();
      self.isAtFence = true;
      self.tick();
    }
  }
}
