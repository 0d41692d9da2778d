package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.FieldPlace;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A number in a volatile field, which is the same variable as the field itself. */
@Models(
    name = "java.util.concurrent.atomic.AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl")
public final class AtomicIntegerFieldUpdaterModel {
  private static final Updaters<AtomicIntegerFieldUpdater<Object>, UpdatedNumbers> FIELDS =
      new Updaters<>(UpdatedNumbers.class, AtomicIntegerFieldUpdaterModel::numbers);

  private AtomicIntegerFieldUpdaterModel() {}

  private static UpdatedNumbers numbers(
      AtomicIntegerFieldUpdater<Object> updater, @Nullable FieldPlace field) {
    return new UpdatedNumbers(field) {
      @Override
      long load(Object owner, int index) {
        return updater.get(owner);
      }

      @Override
      void store(Object owner, int index, long value) {
        updater.set(owner, (int) value);
      }
    };
  }

  public static void created(
      AtomicIntegerFieldUpdater<Object> self, Class<?> owner, String field, Class<?> caller) {
    FIELDS.created(self, owner, field);
  }

  public static int get(AtomicIntegerFieldUpdater<Object> self, Object owner) {
    return (int) FIELDS.of(self).read(owner, ONLY, VOLATILE);
  }

  public static void set(AtomicIntegerFieldUpdater<Object> self, Object owner, int value) {
    FIELDS.of(self).write(owner, ONLY, value, VOLATILE);
  }

  public static void lazySet(AtomicIntegerFieldUpdater<Object> self, Object owner, int value) {
    FIELDS.of(self).write(owner, ONLY, value, RELEASE);
  }

  public static int getAndSet(AtomicIntegerFieldUpdater<Object> self, Object owner, int value) {
    return (int) FIELDS.of(self).swap(owner, ONLY, value, VOLATILE);
  }

  public static int getAndAdd(AtomicIntegerFieldUpdater<Object> self, Object owner, int delta) {
    return (int) FIELDS.of(self).add(owner, ONLY, delta, VOLATILE);
  }

  public static int addAndGet(AtomicIntegerFieldUpdater<Object> self, Object owner, int delta) {
    return (int) FIELDS.of(self).add(owner, ONLY, delta, VOLATILE) + delta;
  }

  public static int getAndIncrement(AtomicIntegerFieldUpdater<Object> self, Object owner) {
    return (int) FIELDS.of(self).add(owner, ONLY, 1, VOLATILE);
  }

  public static int getAndDecrement(AtomicIntegerFieldUpdater<Object> self, Object owner) {
    return (int) FIELDS.of(self).add(owner, ONLY, -1, VOLATILE);
  }

  public static int incrementAndGet(AtomicIntegerFieldUpdater<Object> self, Object owner) {
    return (int) FIELDS.of(self).add(owner, ONLY, 1, VOLATILE) + 1;
  }

  public static int decrementAndGet(AtomicIntegerFieldUpdater<Object> self, Object owner) {
    return (int) FIELDS.of(self).add(owner, ONLY, -1, VOLATILE) - 1;
  }

  public static boolean compareAndSet(
      AtomicIntegerFieldUpdater<Object> self, Object owner, int expected, int value) {
    return FIELDS.of(self).replace(owner, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicIntegerFieldUpdater<Object> self, Object owner, int expected, int value) {
    return FIELDS.of(self).replace(owner, ONLY, expected, value, VOLATILE);
  }
}
