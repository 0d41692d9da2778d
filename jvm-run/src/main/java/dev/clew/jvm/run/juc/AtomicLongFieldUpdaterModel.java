package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.FieldPlace;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A number in a volatile field, which is the same variable as the field itself. */
@Models(name = "java.util.concurrent.atomic.AtomicLongFieldUpdater$CASUpdater")
public final class AtomicLongFieldUpdaterModel {
  private static final Updaters<AtomicLongFieldUpdater<Object>, UpdatedNumbers> FIELDS =
      new Updaters<>(UpdatedNumbers.class, AtomicLongFieldUpdaterModel::numbers);

  private AtomicLongFieldUpdaterModel() {}

  private static UpdatedNumbers numbers(
      AtomicLongFieldUpdater<Object> updater, @Nullable FieldPlace field) {
    return new UpdatedNumbers(field) {
      @Override
      long load(Object owner, int index) {
        return updater.get(owner);
      }

      @Override
      void store(Object owner, int index, long value) {
        updater.set(owner, value);
      }
    };
  }

  public static void created(
      AtomicLongFieldUpdater<Object> self, Class<?> owner, String field, Class<?> caller) {
    FIELDS.created(self, owner, field);
  }

  public static long get(AtomicLongFieldUpdater<Object> self, Object owner) {
    return FIELDS.of(self).read(owner, ONLY, VOLATILE);
  }

  public static void set(AtomicLongFieldUpdater<Object> self, Object owner, long value) {
    FIELDS.of(self).write(owner, ONLY, value, VOLATILE);
  }

  public static void lazySet(AtomicLongFieldUpdater<Object> self, Object owner, long value) {
    FIELDS.of(self).write(owner, ONLY, value, RELEASE);
  }

  public static long getAndSet(AtomicLongFieldUpdater<Object> self, Object owner, long value) {
    return FIELDS.of(self).swap(owner, ONLY, value, VOLATILE);
  }

  public static long getAndAdd(AtomicLongFieldUpdater<Object> self, Object owner, long delta) {
    return FIELDS.of(self).add(owner, ONLY, delta, VOLATILE);
  }

  public static long addAndGet(AtomicLongFieldUpdater<Object> self, Object owner, long delta) {
    return FIELDS.of(self).add(owner, ONLY, delta, VOLATILE) + delta;
  }

  public static long getAndIncrement(AtomicLongFieldUpdater<Object> self, Object owner) {
    return FIELDS.of(self).add(owner, ONLY, 1, VOLATILE);
  }

  public static long getAndDecrement(AtomicLongFieldUpdater<Object> self, Object owner) {
    return FIELDS.of(self).add(owner, ONLY, -1, VOLATILE);
  }

  public static long incrementAndGet(AtomicLongFieldUpdater<Object> self, Object owner) {
    return FIELDS.of(self).add(owner, ONLY, 1, VOLATILE) + 1;
  }

  public static long decrementAndGet(AtomicLongFieldUpdater<Object> self, Object owner) {
    return FIELDS.of(self).add(owner, ONLY, -1, VOLATILE) - 1;
  }

  public static boolean compareAndSet(
      AtomicLongFieldUpdater<Object> self, Object owner, long expected, long value) {
    return FIELDS.of(self).replace(owner, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicLongFieldUpdater<Object> self, Object owner, long expected, long value) {
    return FIELDS.of(self).replace(owner, ONLY, expected, value, VOLATILE);
  }
}
