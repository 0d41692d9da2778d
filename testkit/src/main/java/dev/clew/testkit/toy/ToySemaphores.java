package dev.clew.testkit.toy;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/** Counting semaphores: the cell of a semaphore is the number of its permits. */
final class ToySemaphores {
  private static final int ACQUIRE = Dependence.modes(OpKind.ACQUIRE, true);
  private static final int TAKEN = Dependence.modes(OpKind.TRY_ACQUIRE, true);
  private static final int REFUSED = Dependence.modes(OpKind.TRY_ACQUIRE, false);
  private static final int RELEASE = Dependence.modes(OpKind.RELEASE, true);

  private final ToyEvent event;
  private final int[] cells;

  ToySemaphores(ToyState state) {
    this.event = state.event;
    this.cells = state.cells;
  }

  boolean has(int semaphore, int permits) {
    return cells[semaphore] >= permits;
  }

  void acquire(int semaphore, int permits) {
    begin(OpKind.ACQUIRE, semaphore, permits, ACQUIRE);
    cells[semaphore] -= permits;
  }

  /** Returns whether there were enough permits, and they were taken. */
  boolean tryAcquire(int semaphore, int permits) {
    boolean isTaken = has(semaphore, permits);
    begin(OpKind.TRY_ACQUIRE, semaphore, permits, isTaken ? TAKEN : REFUSED);
    event.value = isTaken ? 1 : 0;
    if (isTaken) {
      cells[semaphore] -= permits;
    }
    return isTaken;
  }

  void release(int semaphore, int permits) {
    begin(OpKind.RELEASE, semaphore, permits, RELEASE);
    cells[semaphore] += permits;
  }

  private void begin(OpKind kind, int semaphore, int permits, int modes) {
    event.begin(kind, semaphore, modes);
    event.before = cells[semaphore];
    event.amount = permits;
  }
}
