package dev.clew.jvm.run.juc;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that end when all their parts have: who completes a part takes one from a number, in one
 * operation, where the JDK reads it first.
 */
@Models(value = CountedCompleter.class, isComposed = true)
public final class CountedCompleterModel {
  private static final Internal<Integer> PENDING =
      Internal.field(CountedCompleter.class, "pending");

  private CountedCompleterModel() {}

  /**
   * How many parts have not been completed, the task itself among them: one more than what the JDK
   * has.
   */
  private static final class PendingParts extends AtomicInteger {
    private static final long serialVersionUID = 1L;

    private PendingParts(int count) {
      super(count + 1);
    }
  }

  public static void created(CountedCompleter<?> self) {
    TaskCore.of(self).pending = new PendingParts(PENDING.of(self));
  }

  private static AtomicInteger of(CountedCompleter<?> self) {
    AtomicInteger pending = TaskCore.of(self).pending;
    if (pending == null) {
      throw new IllegalStateException("a task that was not made by its constructor");
    }
    return pending;
  }

  public static int getPendingCount(CountedCompleter<?> self) {
    return Math.max(of(self).get() - 1, 0);
  }

  public static void setPendingCount(CountedCompleter<?> self, int count) {
    of(self).set(count + 1);
  }

  /** Of JDK 22 and later: nobody else knows the task yet. */
  @SinceJdk(22)
  public static void initPending(CountedCompleter<?> self, int count) {
    of(self).set(count + 1);
  }

  public static void addToPendingCount(CountedCompleter<?> self, int delta) {
    of(self).getAndAdd(delta);
  }

  public static boolean compareAndSetPendingCount(
      CountedCompleter<?> self, int expected, int count) {
    return of(self).compareAndSet(expected + 1, count + 1);
  }

  public static boolean weakCompareAndSetPendingCount(
      CountedCompleter<?> self, int expected, int count) {
    return of(self).compareAndSet(expected + 1, count + 1);
  }

  /** Takes one away unless there is none, and says how many there were. */
  public static int decrementPendingCountUnlessZero(CountedCompleter<?> self) {
    return Math.max(of(self).getAndDecrement() - 1, 0);
  }

  public static void tryComplete(CountedCompleter<?> self) {
    CountedCompleter<?> part = self;
    CountedCompleter<?> caller = self;
    while (decrementPendingCountUnlessZero(part) == 0) {
      part.onCompletion(caller);
      caller = part;
      part = part.getCompleter();
      if (part == null) {
        caller.quietlyComplete();
        return;
      }
    }
  }

  public static void propagateCompletion(CountedCompleter<?> self) {
    CountedCompleter<?> part = self;
    while (decrementPendingCountUnlessZero(part) == 0) {
      CountedCompleter<?> caller = part;
      part = part.getCompleter();
      if (part == null) {
        caller.quietlyComplete();
        return;
      }
    }
  }

  public static @Nullable CountedCompleter<?> firstComplete(CountedCompleter<?> self) {
    return decrementPendingCountUnlessZero(self) == 0 ? self : null;
  }

  /** Others run the parts. */
  public static void helpComplete(CountedCompleter<?> self, int most) {
    if (self == null) {
      throw new NullPointerException();
    }
  }

  /** As JDK 17 has it. */
  @BeforeJdk(22)
  public static int trySetException(CountedCompleter<?> self, Throwable thrown) {
    TaskRuns.fail(self, TaskCore.of(self), thrown);
    return 0;
  }
}
