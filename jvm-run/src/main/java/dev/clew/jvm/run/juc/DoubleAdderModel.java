package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * A sum to which several threads add: one variable.
 *
 * <p>Adding orders nothing for the thread that adds, as two that add may never meet in the JDK.
 */
@Models(DoubleAdder.class)
public final class DoubleAdderModel {
  private static final AtomicNumbers<DoubleAdder> SUM =
      new AtomicNumbers<>() {
        @Override
        long load(DoubleAdder owner, int index) {
          return Double.doubleToRawLongBits(owner.sum());
        }

        @Override
        void store(DoubleAdder owner, int index, long value) {
          owner.reset();
          owner.add(Double.longBitsToDouble(value));
        }

        @Override
        long sum(long number, long delta) {
          return Double.doubleToRawLongBits(
              Double.longBitsToDouble(number) + Double.longBitsToDouble(delta));
        }

        @Override
        int code(Execution now, long value) {
          return now.values.of(Double.longBitsToDouble(value));
        }
      };

  private DoubleAdderModel() {}

  public static void created(DoubleAdder self) {
    Hooks.newObject(self, -1);
  }

  public static void add(DoubleAdder self, double delta) {
    SUM.add(self, ONLY, Double.doubleToRawLongBits(delta), RELEASE);
  }

  public static double sum(DoubleAdder self) {
    return Double.longBitsToDouble(SUM.read(self, ONLY, ACQUIRE));
  }

  public static void reset(DoubleAdder self) {
    SUM.write(self, ONLY, 0, RELEASE);
  }

  public static double sumThenReset(DoubleAdder self) {
    return Double.longBitsToDouble(SUM.swap(self, ONLY, 0, VOLATILE));
  }
}
