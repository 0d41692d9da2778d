package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Numbers that several threads may change.
 *
 * <p>What takes a function stays as it is in the JDK: it reads, calls the function and compares and
 * sets, until that succeeds.
 */
@Models(AtomicLongArray.class)
public final class AtomicLongArrayModel {
  private static final AtomicNumbers<AtomicLongArray> VALUES =
      new AtomicNumbers<>() {
        @Override
        long load(AtomicLongArray owner, int index) {
          return owner.getPlain(index);
        }

        @Override
        void store(AtomicLongArray owner, int index, long value) {
          owner.setPlain(index, value);
        }
      };

  private AtomicLongArrayModel() {}

  public static void created(AtomicLongArray self) {
    Hooks.newObject(self, -1);
  }

  public static long get(AtomicLongArray self, int index) {
    return VALUES.read(self, index, VOLATILE);
  }

  public static long getPlain(AtomicLongArray self, int index) {
    return VALUES.read(self, index, PLAIN);
  }

  public static long getOpaque(AtomicLongArray self, int index) {
    return VALUES.read(self, index, OPAQUE);
  }

  public static long getAcquire(AtomicLongArray self, int index) {
    return VALUES.read(self, index, ACQUIRE);
  }

  public static void set(AtomicLongArray self, int index, long value) {
    VALUES.write(self, index, value, VOLATILE);
  }

  public static void setPlain(AtomicLongArray self, int index, long value) {
    VALUES.write(self, index, value, PLAIN);
  }

  public static void setOpaque(AtomicLongArray self, int index, long value) {
    VALUES.write(self, index, value, OPAQUE);
  }

  public static void setRelease(AtomicLongArray self, int index, long value) {
    VALUES.write(self, index, value, RELEASE);
  }

  public static void lazySet(AtomicLongArray self, int index, long value) {
    VALUES.write(self, index, value, RELEASE);
  }

  public static long getAndSet(AtomicLongArray self, int index, long value) {
    return VALUES.swap(self, index, value, VOLATILE);
  }

  public static long getAndAdd(AtomicLongArray self, int index, long delta) {
    return VALUES.add(self, index, delta, VOLATILE);
  }

  public static long addAndGet(AtomicLongArray self, int index, long delta) {
    return VALUES.add(self, index, delta, VOLATILE) + delta;
  }

  public static long getAndIncrement(AtomicLongArray self, int index) {
    return VALUES.add(self, index, 1, VOLATILE);
  }

  public static long getAndDecrement(AtomicLongArray self, int index) {
    return VALUES.add(self, index, -1, VOLATILE);
  }

  public static long incrementAndGet(AtomicLongArray self, int index) {
    return VALUES.add(self, index, 1, VOLATILE) + 1;
  }

  public static long decrementAndGet(AtomicLongArray self, int index) {
    return VALUES.add(self, index, -1, VOLATILE) - 1;
  }

  public static boolean compareAndSet(AtomicLongArray self, int index, long expected, long value) {
    return VALUES.replace(self, index, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.replace(self, index, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.replace(self, index, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetPlain(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.replace(self, index, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.replace(self, index, expected, value, ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.replace(self, index, expected, value, RELEASE);
  }

  public static long compareAndExchange(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.exchange(self, index, expected, value, VOLATILE);
  }

  public static long compareAndExchangeAcquire(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.exchange(self, index, expected, value, ACQUIRE);
  }

  public static long compareAndExchangeRelease(
      AtomicLongArray self, int index, long expected, long value) {
    return VALUES.exchange(self, index, expected, value, RELEASE);
  }
}
