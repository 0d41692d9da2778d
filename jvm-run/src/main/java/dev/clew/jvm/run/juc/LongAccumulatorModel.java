package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.LongBinaryOperator;

/**
 * A number that several threads change by a function: one variable.
 *
 * <p>Changing it orders nothing for the thread that does, as two that do may never meet in the JDK.
 */
@Models(LongAccumulator.class)
public final class LongAccumulatorModel {
  private static final AtomicNumbers<LongAccumulator> VALUE =
      new AtomicNumbers<>() {
        @Override
        long load(LongAccumulator owner, int index) {
          return Accumulated.load(owner, LongAccumulator::get);
        }

        @Override
        void store(LongAccumulator owner, int index, long value) {
          Accumulated.of(owner).value = value;
        }
      };

  private LongAccumulatorModel() {}

  public static void created(LongAccumulator self) {
    Hooks.newObject(self, -1);
  }

  public static void created(LongAccumulator self, LongBinaryOperator function, long identity) {
    Accumulated.created(self, function, identity);
  }

  public static void accumulate(LongAccumulator self, long more) {
    LongBinaryOperator function = Accumulated.<LongBinaryOperator>of(self).function;
    long found = VALUE.read(self, ONLY, OPAQUE);
    while (true) {
      long next = function.applyAsLong(found, more);
      if (next == found) {
        return;
      }
      long seen = VALUE.exchange(self, ONLY, found, next, RELEASE);
      if (seen == found) {
        return;
      }
      found = seen;
    }
  }

  public static long get(LongAccumulator self) {
    return VALUE.read(self, ONLY, ACQUIRE);
  }

  public static void reset(LongAccumulator self) {
    VALUE.write(self, ONLY, Accumulated.of(self).identity, RELEASE);
  }

  public static long getThenReset(LongAccumulator self) {
    return VALUE.swap(self, ONLY, Accumulated.of(self).identity, VOLATILE);
  }
}
