package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.DoubleBinaryOperator;

/**
 * A number that several threads change by a function: one variable.
 *
 * <p>Changing it orders nothing for the thread that does, as two that do may never meet in the JDK.
 */
@Models(DoubleAccumulator.class)
public final class DoubleAccumulatorModel {
  private static final AtomicNumbers<DoubleAccumulator> VALUE =
      new AtomicNumbers<>() {
        @Override
        long load(DoubleAccumulator owner, int index) {
          return Accumulated.load(owner, DoubleAccumulatorModel::bits);
        }

        @Override
        void store(DoubleAccumulator owner, int index, long value) {
          Accumulated.of(owner).value = value;
        }

        @Override
        int code(Execution now, long value) {
          return now.values.of(Double.longBitsToDouble(value));
        }
      };

  private DoubleAccumulatorModel() {}

  private static long bits(DoubleAccumulator owner) {
    return Double.doubleToRawLongBits(owner.get());
  }

  public static void created(DoubleAccumulator self) {
    Hooks.newObject(self, -1);
  }

  public static void created(
      DoubleAccumulator self, DoubleBinaryOperator function, double identity) {
    Accumulated.created(self, function, Double.doubleToRawLongBits(identity));
  }

  public static void accumulate(DoubleAccumulator self, double more) {
    DoubleBinaryOperator function = Accumulated.<DoubleBinaryOperator>of(self).function;
    long found = VALUE.read(self, ONLY, OPAQUE);
    while (true) {
      long next =
          Double.doubleToRawLongBits(function.applyAsDouble(Double.longBitsToDouble(found), more));
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

  public static double get(DoubleAccumulator self) {
    return Double.longBitsToDouble(VALUE.read(self, ONLY, ACQUIRE));
  }

  public static void reset(DoubleAccumulator self) {
    VALUE.write(self, ONLY, Accumulated.of(self).identity, RELEASE);
  }

  public static double getThenReset(DoubleAccumulator self) {
    return Double.longBitsToDouble(VALUE.swap(self, ONLY, Accumulated.of(self).identity, VOLATILE));
  }
}
