package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * References that several threads may change.
 *
 * <p>What takes a function stays as it is in the JDK: it reads, calls the function and compares and
 * sets, until that succeeds.
 */
@Models(AtomicReferenceArray.class)
public final class AtomicReferenceArrayModel {
  private static final AtomicReferences<AtomicReferenceArray<@Nullable Object>> VALUES =
      new AtomicReferences<>() {
        @Override
        @Nullable Object load(AtomicReferenceArray<@Nullable Object> owner, int index) {
          return owner.getPlain(index);
        }

        @Override
        void store(
            AtomicReferenceArray<@Nullable Object> owner, int index, @Nullable Object value) {
          owner.setPlain(index, value);
        }
      };

  private AtomicReferenceArrayModel() {}

  public static void created(AtomicReferenceArray<@Nullable Object> self) {
    Hooks.newObject(self, -1);
  }

  public static @Nullable Object get(AtomicReferenceArray<@Nullable Object> self, int index) {
    return VALUES.read(self, index, VOLATILE);
  }

  public static @Nullable Object getPlain(AtomicReferenceArray<@Nullable Object> self, int index) {
    return VALUES.read(self, index, PLAIN);
  }

  public static @Nullable Object getOpaque(AtomicReferenceArray<@Nullable Object> self, int index) {
    return VALUES.read(self, index, OPAQUE);
  }

  public static @Nullable Object getAcquire(
      AtomicReferenceArray<@Nullable Object> self, int index) {
    return VALUES.read(self, index, ACQUIRE);
  }

  public static void set(
      AtomicReferenceArray<@Nullable Object> self, int index, @Nullable Object value) {
    VALUES.write(self, index, value, VOLATILE);
  }

  public static void setPlain(
      AtomicReferenceArray<@Nullable Object> self, int index, @Nullable Object value) {
    VALUES.write(self, index, value, PLAIN);
  }

  public static void setOpaque(
      AtomicReferenceArray<@Nullable Object> self, int index, @Nullable Object value) {
    VALUES.write(self, index, value, OPAQUE);
  }

  public static void setRelease(
      AtomicReferenceArray<@Nullable Object> self, int index, @Nullable Object value) {
    VALUES.write(self, index, value, RELEASE);
  }

  public static void lazySet(
      AtomicReferenceArray<@Nullable Object> self, int index, @Nullable Object value) {
    VALUES.write(self, index, value, RELEASE);
  }

  public static @Nullable Object getAndSet(
      AtomicReferenceArray<@Nullable Object> self, int index, @Nullable Object value) {
    return VALUES.swap(self, index, value, VOLATILE);
  }

  public static boolean compareAndSet(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.replace(self, index, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.replace(self, index, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.replace(self, index, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetPlain(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.replace(self, index, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.replace(self, index, expected, value, ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.replace(self, index, expected, value, RELEASE);
  }

  public static @Nullable Object compareAndExchange(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.exchange(self, index, expected, value, VOLATILE);
  }

  public static @Nullable Object compareAndExchangeAcquire(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.exchange(self, index, expected, value, ACQUIRE);
  }

  public static @Nullable Object compareAndExchangeRelease(
      AtomicReferenceArray<@Nullable Object> self,
      int index,
      @Nullable Object expected,
      @Nullable Object value) {
    return VALUES.exchange(self, index, expected, value, RELEASE);
  }
}
