package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A reference that several threads may change.
 *
 * <p>What takes a function stays as it is in the JDK: it reads, calls the function and compares and
 * sets, until that succeeds.
 */
@Models(AtomicReference.class)
public final class AtomicReferenceModel {
  private static final AtomicReferences<AtomicReference<@Nullable Object>> VALUE =
      new AtomicReferences<>() {
        @Override
        @Nullable Object load(AtomicReference<@Nullable Object> owner, int index) {
          return owner.getPlain();
        }

        @Override
        void store(AtomicReference<@Nullable Object> owner, int index, @Nullable Object value) {
          owner.setPlain(value);
        }
      };

  private AtomicReferenceModel() {}

  public static void created(AtomicReference<@Nullable Object> self) {
    Hooks.newObject(self, -1);
  }

  public static @Nullable Object get(AtomicReference<@Nullable Object> self) {
    return VALUE.read(self, ONLY, VOLATILE);
  }

  public static @Nullable Object getPlain(AtomicReference<@Nullable Object> self) {
    return VALUE.read(self, ONLY, PLAIN);
  }

  public static @Nullable Object getOpaque(AtomicReference<@Nullable Object> self) {
    return VALUE.read(self, ONLY, OPAQUE);
  }

  public static @Nullable Object getAcquire(AtomicReference<@Nullable Object> self) {
    return VALUE.read(self, ONLY, ACQUIRE);
  }

  public static void set(AtomicReference<@Nullable Object> self, @Nullable Object value) {
    VALUE.write(self, ONLY, value, VOLATILE);
  }

  public static void setPlain(AtomicReference<@Nullable Object> self, @Nullable Object value) {
    VALUE.write(self, ONLY, value, PLAIN);
  }

  public static void setOpaque(AtomicReference<@Nullable Object> self, @Nullable Object value) {
    VALUE.write(self, ONLY, value, OPAQUE);
  }

  public static void setRelease(AtomicReference<@Nullable Object> self, @Nullable Object value) {
    VALUE.write(self, ONLY, value, RELEASE);
  }

  public static void lazySet(AtomicReference<@Nullable Object> self, @Nullable Object value) {
    VALUE.write(self, ONLY, value, RELEASE);
  }

  public static @Nullable Object getAndSet(
      AtomicReference<@Nullable Object> self, @Nullable Object value) {
    return VALUE.swap(self, ONLY, value, VOLATILE);
  }

  public static boolean compareAndSet(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.replace(self, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.replace(self, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.replace(self, ONLY, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetPlain(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.replace(self, ONLY, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.replace(self, ONLY, expected, value, ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.replace(self, ONLY, expected, value, RELEASE);
  }

  public static @Nullable Object compareAndExchange(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.exchange(self, ONLY, expected, value, VOLATILE);
  }

  public static @Nullable Object compareAndExchangeAcquire(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.exchange(self, ONLY, expected, value, ACQUIRE);
  }

  public static @Nullable Object compareAndExchangeRelease(
      AtomicReference<@Nullable Object> self, @Nullable Object expected, @Nullable Object value) {
    return VALUE.exchange(self, ONLY, expected, value, RELEASE);
  }
}
