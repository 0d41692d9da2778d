package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Numbers that several threads may change.
 *
 * <p>What takes a function stays as it is in the JDK: it reads, calls the function and compares and
 * sets, until that succeeds.
 */
@Models(AtomicIntegerArray.class)
public final class AtomicIntegerArrayModel {
  private static final AtomicNumbers<AtomicIntegerArray> VALUES =
      new AtomicNumbers<>() {
        @Override
        long load(AtomicIntegerArray owner, int index) {
          return owner.getPlain(index);
        }

        @Override
        void store(AtomicIntegerArray owner, int index, long value) {
          owner.setPlain(index, (int) value);
        }
      };

  private AtomicIntegerArrayModel() {}

  public static void created(AtomicIntegerArray self) {
    Hooks.newObject(self, -1);
  }

  public static int get(AtomicIntegerArray self, int index) {
    return (int) VALUES.read(self, index, VOLATILE);
  }

  public static int getPlain(AtomicIntegerArray self, int index) {
    return (int) VALUES.read(self, index, PLAIN);
  }

  public static int getOpaque(AtomicIntegerArray self, int index) {
    return (int) VALUES.read(self, index, OPAQUE);
  }

  public static int getAcquire(AtomicIntegerArray self, int index) {
    return (int) VALUES.read(self, index, ACQUIRE);
  }

  public static void set(AtomicIntegerArray self, int index, int value) {
    VALUES.write(self, index, value, VOLATILE);
  }

  public static void setPlain(AtomicIntegerArray self, int index, int value) {
    VALUES.write(self, index, value, PLAIN);
  }

  public static void setOpaque(AtomicIntegerArray self, int index, int value) {
    VALUES.write(self, index, value, OPAQUE);
  }

  public static void setRelease(AtomicIntegerArray self, int index, int value) {
    VALUES.write(self, index, value, RELEASE);
  }

  public static void lazySet(AtomicIntegerArray self, int index, int value) {
    VALUES.write(self, index, value, RELEASE);
  }

  public static int getAndSet(AtomicIntegerArray self, int index, int value) {
    return (int) VALUES.swap(self, index, value, VOLATILE);
  }

  public static int getAndAdd(AtomicIntegerArray self, int index, int delta) {
    return (int) VALUES.add(self, index, delta, VOLATILE);
  }

  public static int addAndGet(AtomicIntegerArray self, int index, int delta) {
    return (int) VALUES.add(self, index, delta, VOLATILE) + delta;
  }

  public static int getAndIncrement(AtomicIntegerArray self, int index) {
    return (int) VALUES.add(self, index, 1, VOLATILE);
  }

  public static int getAndDecrement(AtomicIntegerArray self, int index) {
    return (int) VALUES.add(self, index, -1, VOLATILE);
  }

  public static int incrementAndGet(AtomicIntegerArray self, int index) {
    return (int) VALUES.add(self, index, 1, VOLATILE) + 1;
  }

  public static int decrementAndGet(AtomicIntegerArray self, int index) {
    return (int) VALUES.add(self, index, -1, VOLATILE) - 1;
  }

  public static boolean compareAndSet(AtomicIntegerArray self, int index, int expected, int value) {
    return VALUES.replace(self, index, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(
      AtomicIntegerArray self, int index, int expected, int value) {
    return VALUES.replace(self, index, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(
      AtomicIntegerArray self, int index, int expected, int value) {
    return VALUES.replace(self, index, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetPlain(
      AtomicIntegerArray self, int index, int expected, int value) {
    return VALUES.replace(self, index, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(
      AtomicIntegerArray self, int index, int expected, int value) {
    return VALUES.replace(self, index, expected, value, ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(
      AtomicIntegerArray self, int index, int expected, int value) {
    return VALUES.replace(self, index, expected, value, RELEASE);
  }

  public static int compareAndExchange(
      AtomicIntegerArray self, int index, int expected, int value) {
    return (int) VALUES.exchange(self, index, expected, value, VOLATILE);
  }

  public static int compareAndExchangeAcquire(
      AtomicIntegerArray self, int index, int expected, int value) {
    return (int) VALUES.exchange(self, index, expected, value, ACQUIRE);
  }

  public static int compareAndExchangeRelease(
      AtomicIntegerArray self, int index, int expected, int value) {
    return (int) VALUES.exchange(self, index, expected, value, RELEASE);
  }
}
