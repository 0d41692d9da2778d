package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blocking queue of one execution: one call is one operation.
 *
 * <p>To the search it is a semaphore with a permit for each element. To take an element takes a
 * permit. To add one gives a permit, if the queue is limited only while there is room, and does not
 * commute with adding another one: the elements have an order. The elements are in the queue
 * itself, which nobody else touches; it does its work in the step of the operation.
 */
final class Stock implements Gate {
  private static final int ACQUIRE = Dependence.modes(OpKind.ACQUIRE, true);
  private static final int DONE = Dependence.modes(OpKind.TRY_ACQUIRE, true);
  private static final int REFUSED = Dependence.modes(OpKind.TRY_ACQUIRE, false);
  private static final int ADD = Dependence.pack(Dependence.WRITE, Dependence.NONE);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);
  private static final int READ = Dependence.modes(OpKind.READ, true);

  /** The amount of operations that take an element. */
  private static final int ONE = 1;

  private final Execution now;
  private final int number;
  private final BlockingQueue<?> queue;
  private final int capacity;
  private int count;

  Stock(Execution now, Shadow shadow, BlockingQueue<?> queue) {
    this.now = now;
    this.number = now.objects.part(shadow, Objects.STATE);
    this.queue = queue;
    this.count = queue.size();
    int room = queue.remainingCapacity();
    this.capacity = room > Integer.MAX_VALUE - count ? Integer.MAX_VALUE : count + room;
  }

  private boolean isLimited() {
    return capacity < Integer.MAX_VALUE;
  }

  /** Whether a thread that wants to take finds an element, or one that wants to add finds room. */
  @Override
  public boolean isOpen(ProgramThread thread) {
    return isPossible(thread.amount);
  }

  private boolean isPossible(int amount) {
    return amount > 0 ? count >= amount : count < -amount;
  }

  // --- adding

  /** Adds if there is room. */
  boolean offer(Supplier<@Nullable Boolean> place) {
    if (isLimited()) {
      return attempt(-capacity, place) != null;
    }
    ProgramThread self = now.current;
    now.stand(self, OpKind.RELEASE, number, null, -1);
    int before = count;
    try {
      return place.get() != null;
    } finally {
      count = queue.size();
      now.clocks.release(self, number);
      record(OpKind.RELEASE, ADD, before, count - before);
    }
  }

  /**
   * Adds as soon as there is room.
   *
   * @param nanos how long to wait at most, negative for ever
   * @return false if the time ran out
   */
  boolean put(Supplier<@Nullable Boolean> place, long nanos, boolean looksFirst)
      throws InterruptedException {
    if (isLimited()) {
      return await(-capacity, place, nanos, looksFirst) != null;
    }
    if (!looksFirst) {
      now.threadModel.checkInterrupt(now.current, -1);
    }
    return offer(place);
  }

  // --- taking

  /** Takes an element, null if there is none. */
  <T> @Nullable T poll(Supplier<@Nullable T> remove) {
    return attempt(ONE, remove);
  }

  /**
   * Takes an element as soon as there is one.
   *
   * @param nanos how long to wait at most, negative for ever
   * @param looksFirst whether an interrupt matters only if there is none at once
   * @return null if the time ran out
   */
  <T> @Nullable T take(Supplier<@Nullable T> remove, long nanos, boolean looksFirst)
      throws InterruptedException {
    return await(ONE, remove, nanos, looksFirst);
  }

  private <T> @Nullable T attempt(int amount, Supplier<@Nullable T> work) {
    now.stand(now.current, OpKind.TRY_ACQUIRE, number, null, -1);
    if (isPossible(amount)) {
      return work(OpKind.TRY_ACQUIRE, DONE, amount, work);
    }
    now.clocks.acquire(now.current, number);
    tell(record(OpKind.TRY_ACQUIRE, REFUSED, count, amount));
    return null;
  }

  private <T> @Nullable T await(
      int amount, Supplier<@Nullable T> work, long nanos, boolean looksFirst)
      throws InterruptedException {
    ProgramThread self = now.current;
    if (looksFirst && canBeInterrupted(self)) {
      T found = attempt(amount, work);
      if (found != null) {
        return found;
      }
    }
    now.threadModel.checkInterrupt(self, -1);
    if (nanos == 0 || now.patience.givesUp(self, nanos, -1)) {
      return attempt(amount, work);
    }
    boolean isPossible = false;
    try {
      self.amount = amount;
      isPossible =
          now.threadModel.standInterruptibly(self, OpKind.ACQUIRE, number, this, -1, nanos);
    } finally {
      self.amount = 0;
    }
    return isPossible ? work(OpKind.ACQUIRE, ACQUIRE, amount, work) : null;
  }

  private boolean canBeInterrupted(ProgramThread self) {
    return self.isInterrupted || now.objects.areInterruptsVisible(self.number);
  }

  /** Adds or takes an element, as was found to be possible. */
  private <T> @Nullable T work(OpKind kind, int modes, int amount, Supplier<@Nullable T> work) {
    ProgramThread self = now.current;
    int before = count;
    try {
      return work.get();
    } finally {
      count = queue.size();
      synchronise(self, amount < 0);
      int event =
          count == before
              ? record(OpKind.READ_MODIFY_WRITE, MODIFY, before, 0) // it failed with an exception
              : record(kind, modes, before, amount);
      tell(event);
    }
  }

  /** What a limited queue does to add and to take is ordered both ways, by its lock. */
  private void synchronise(ProgramThread self, boolean isAdded) {
    if (!isAdded || isLimited()) {
      now.clocks.acquire(self, number);
    }
    if (isAdded || isLimited()) {
      now.clocks.release(self, number);
    }
  }

  // --- everything else

  /** Asks something. */
  <T> T look(Supplier<T> question) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, number, null, -1);
    now.clocks.acquire(self, number);
    try {
      return question.get();
    } finally {
      tell(record(OpKind.READ, READ, count, 0));
    }
  }

  /** Changes the queue in any way. */
  <T> T modify(Supplier<T> change) {
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ_MODIFY_WRITE, number, null, -1);
    now.clocks.acquire(self, number);
    int before = count;
    try {
      return change.get();
    } finally {
      count = queue.size();
      now.clocks.release(self, number);
      tell(record(OpKind.READ_MODIFY_WRITE, MODIFY, before, before - count));
    }
  }

  private int record(OpKind kind, int modes, int before, int amount) {
    return now.record(now.current, kind, number, -1, modes, -1, before, 0, amount, -1, -1);
  }

  private void tell(int event) {
    if (now.recordsDetails()) {
      now.details.value(event, now.current, count);
    }
  }
}
