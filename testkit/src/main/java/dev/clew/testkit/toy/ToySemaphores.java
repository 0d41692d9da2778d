package dev.clew.testkit.toy;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;

/**
 * Counting semaphores: the cell of a semaphore is the number of its permits, of which {@link
 * Trace#LAST_PERMITS} stay in it once it is closed.
 */
final class ToySemaphores {
  private static final int ACQUIRE = Dependence.modes(OpKind.ACQUIRE, true);
  private static final int LET_THROUGH = Dependence.modes(OpKind.ACQUIRE, false);
  private static final int TAKEN = Dependence.modes(OpKind.TRY_ACQUIRE, true);
  private static final int REFUSED = Dependence.modes(OpKind.TRY_ACQUIRE, false);
  private static final int RELEASE = Dependence.modes(OpKind.RELEASE, true);

  private final ToyEvent event;
  private final int[] cells;

  /** Whether somebody may close one. */
  private final boolean isClosable;

  ToySemaphores(ToyState state) {
    this.isClosable = state.program.closes;
    this.event = state.event;
    this.cells = state.cells;
  }

  boolean has(int semaphore, int permits) {
    return cells[semaphore] >= permits;
  }

  /** Returns whether there were enough permits, and they were taken; else it is closed. */
  boolean acquire(int semaphore, int permits) {
    boolean isTaken = canTake(semaphore, permits);
    begin(OpKind.ACQUIRE, semaphore, permits, isTaken ? ACQUIRE : LET_THROUGH);
    event.expected = isClosable ? Trace.LAST_PERMITS : 0;
    cells[semaphore] -= isTaken ? permits : 0;
    return isTaken;
  }

  private boolean canTake(int semaphore, int permits) {
    int there = cells[semaphore];
    return (isClosable ? there % Trace.LAST_PERMITS : there) >= permits;
  }

  /** Returns whether there were enough permits, and they were taken. */
  boolean tryAcquire(int semaphore, int permits) {
    boolean isTaken = canTake(semaphore, permits);
    begin(OpKind.TRY_ACQUIRE, semaphore, permits, isTaken ? TAKEN : REFUSED);
    event.expected = isClosable ? Trace.LAST_PERMITS : 0;
    event.value = isTaken ? 1 : 0;
    if (isTaken) {
      cells[semaphore] -= permits;
    }
    return isTaken;
  }

  void release(int semaphore, int permits) {
    begin(OpKind.RELEASE, semaphore, permits, RELEASE);
    cells[semaphore] = Math.addExact(cells[semaphore], permits);
  }

  private void begin(OpKind kind, int semaphore, int permits, int modes) {
    event.begin(kind, semaphore, modes);
    event.before = cells[semaphore];
    event.amount = permits;
  }
}
