package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.LongAdder;

/**
 * A sum to which several threads add: one variable.
 *
 * <p>Adding orders nothing for the thread that adds, as two that add may never meet in the JDK.
 */
@Models(LongAdder.class)
public final class LongAdderModel {
  private static final AtomicNumbers<LongAdder> SUM =
      new AtomicNumbers<>() {
        @Override
        long load(LongAdder owner, int index) {
          return owner.sum();
        }

        @Override
        void store(LongAdder owner, int index, long value) {
          owner.reset();
          owner.add(value);
        }
      };

  private LongAdderModel() {}

  public static void created(LongAdder self) {
    Hooks.newObject(self, -1);
  }

  public static void add(LongAdder self, long delta) {
    SUM.add(self, ONLY, delta, RELEASE);
  }

  public static long sum(LongAdder self) {
    return SUM.read(self, ONLY, ACQUIRE);
  }

  public static void reset(LongAdder self) {
    SUM.write(self, ONLY, 0, RELEASE);
  }

  public static long sumThenReset(LongAdder self) {
    return SUM.swap(self, ONLY, 0, VOLATILE);
  }
}
