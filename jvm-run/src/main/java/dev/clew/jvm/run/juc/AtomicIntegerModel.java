package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A number that several threads may change.
 *
 * <p>What takes a function stays as it is in the JDK: it reads, calls the function and compares and
 * sets, until that succeeds.
 */
@Models(AtomicInteger.class)
public final class AtomicIntegerModel {
  private static final AtomicNumbers<AtomicInteger> VALUE =
      new AtomicNumbers<>() {
        @Override
        long load(AtomicInteger owner, int index) {
          return owner.getPlain();
        }

        @Override
        void store(AtomicInteger owner, int index, long value) {
          owner.setPlain((int) value);
        }
      };

  private AtomicIntegerModel() {}

  public static void created(AtomicInteger self) {
    Hooks.newObject(self, -1);
  }

  public static int get(AtomicInteger self) {
    return (int) VALUE.read(self, ONLY, VOLATILE);
  }

  public static int getPlain(AtomicInteger self) {
    return (int) VALUE.read(self, ONLY, PLAIN);
  }

  public static int getOpaque(AtomicInteger self) {
    return (int) VALUE.read(self, ONLY, OPAQUE);
  }

  public static int getAcquire(AtomicInteger self) {
    return (int) VALUE.read(self, ONLY, ACQUIRE);
  }

  public static void set(AtomicInteger self, int value) {
    VALUE.write(self, ONLY, value, VOLATILE);
  }

  public static void setPlain(AtomicInteger self, int value) {
    VALUE.write(self, ONLY, value, PLAIN);
  }

  public static void setOpaque(AtomicInteger self, int value) {
    VALUE.write(self, ONLY, value, OPAQUE);
  }

  public static void setRelease(AtomicInteger self, int value) {
    VALUE.write(self, ONLY, value, RELEASE);
  }

  public static void lazySet(AtomicInteger self, int value) {
    VALUE.write(self, ONLY, value, RELEASE);
  }

  public static int getAndSet(AtomicInteger self, int value) {
    return (int) VALUE.swap(self, ONLY, value, VOLATILE);
  }

  public static int getAndAdd(AtomicInteger self, int delta) {
    return (int) VALUE.add(self, ONLY, delta, VOLATILE);
  }

  public static int addAndGet(AtomicInteger self, int delta) {
    return (int) VALUE.add(self, ONLY, delta, VOLATILE) + delta;
  }

  public static int getAndIncrement(AtomicInteger self) {
    return (int) VALUE.add(self, ONLY, 1, VOLATILE);
  }

  public static int getAndDecrement(AtomicInteger self) {
    return (int) VALUE.add(self, ONLY, -1, VOLATILE);
  }

  public static int incrementAndGet(AtomicInteger self) {
    return (int) VALUE.add(self, ONLY, 1, VOLATILE) + 1;
  }

  public static int decrementAndGet(AtomicInteger self) {
    return (int) VALUE.add(self, ONLY, -1, VOLATILE) - 1;
  }

  public static boolean compareAndSet(AtomicInteger self, int expected, int value) {
    return VALUE.replace(self, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(AtomicInteger self, int expected, int value) {
    return VALUE.replace(self, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(AtomicInteger self, int expected, int value) {
    return VALUE.replace(self, ONLY, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetPlain(AtomicInteger self, int expected, int value) {
    return VALUE.replace(self, ONLY, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(AtomicInteger self, int expected, int value) {
    return VALUE.replace(self, ONLY, expected, value, ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(AtomicInteger self, int expected, int value) {
    return VALUE.replace(self, ONLY, expected, value, RELEASE);
  }

  public static int compareAndExchange(AtomicInteger self, int expected, int value) {
    return (int) VALUE.exchange(self, ONLY, expected, value, VOLATILE);
  }

  public static int compareAndExchangeAcquire(AtomicInteger self, int expected, int value) {
    return (int) VALUE.exchange(self, ONLY, expected, value, ACQUIRE);
  }

  public static int compareAndExchangeRelease(AtomicInteger self, int expected, int value) {
    return (int) VALUE.exchange(self, ONLY, expected, value, RELEASE);
  }
}
