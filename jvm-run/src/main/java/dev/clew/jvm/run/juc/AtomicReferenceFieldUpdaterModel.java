package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.FieldPlace;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A reference in a volatile field, which is the same variable as the field itself. */
@Models(
    name =
        "java.util.concurrent.atomic.AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl")
public final class AtomicReferenceFieldUpdaterModel {
  private static final Updaters<
          AtomicReferenceFieldUpdater<Object, @Nullable Object>, UpdatedReferences>
      FIELDS =
          new Updaters<>(UpdatedReferences.class, AtomicReferenceFieldUpdaterModel::references);

  private AtomicReferenceFieldUpdaterModel() {}

  private static UpdatedReferences references(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> updater, @Nullable FieldPlace field) {
    return new UpdatedReferences(field) {
      @Override
      @Nullable Object load(Object owner, int index) {
        return updater.get(owner);
      }

      @Override
      void store(Object owner, int index, @Nullable Object value) {
        updater.set(owner, value);
      }
    };
  }

  public static void created(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self,
      Class<?> owner,
      Class<?> type,
      String field,
      Class<?> caller) {
    FIELDS.created(self, owner, field);
  }

  public static @Nullable Object get(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self, Object owner) {
    return FIELDS.of(self).read(owner, ONLY, VOLATILE);
  }

  public static void set(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self,
      Object owner,
      @Nullable Object value) {
    FIELDS.of(self).write(owner, ONLY, value, VOLATILE);
  }

  public static void lazySet(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self,
      Object owner,
      @Nullable Object value) {
    FIELDS.of(self).write(owner, ONLY, value, RELEASE);
  }

  public static @Nullable Object getAndSet(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self,
      Object owner,
      @Nullable Object value) {
    return FIELDS.of(self).swap(owner, ONLY, value, VOLATILE);
  }

  public static boolean compareAndSet(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self,
      Object owner,
      @Nullable Object expected,
      @Nullable Object value) {
    return FIELDS.of(self).replace(owner, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicReferenceFieldUpdater<Object, @Nullable Object> self,
      Object owner,
      @Nullable Object expected,
      @Nullable Object value) {
    return FIELDS.of(self).replace(owner, ONLY, expected, value, VOLATILE);
  }
}
