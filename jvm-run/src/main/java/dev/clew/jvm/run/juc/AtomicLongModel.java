package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number that several threads may change.
 *
 * <p>What takes a function stays as it is in the JDK: it reads, calls the function and compares and
 * sets, until that succeeds.
 */
@Models(AtomicLong.class)
public final class AtomicLongModel {
  private static final AtomicNumbers<AtomicLong> VALUE =
      new AtomicNumbers<>() {
        @Override
        long load(AtomicLong owner, int index) {
          return owner.getPlain();
        }

        @Override
        void store(AtomicLong owner, int index, long value) {
          owner.setPlain(value);
        }
      };

  private AtomicLongModel() {}

  public static void created(AtomicLong self) {
    Hooks.newObject(self, -1);
  }

  public static long get(AtomicLong self) {
    return VALUE.read(self, ONLY, VOLATILE);
  }

  public static long getPlain(AtomicLong self) {
    return VALUE.read(self, ONLY, PLAIN);
  }

  public static long getOpaque(AtomicLong self) {
    return VALUE.read(self, ONLY, OPAQUE);
  }

  public static long getAcquire(AtomicLong self) {
    return VALUE.read(self, ONLY, ACQUIRE);
  }

  public static void set(AtomicLong self, long value) {
    VALUE.write(self, ONLY, value, VOLATILE);
  }

  public static void setPlain(AtomicLong self, long value) {
    VALUE.write(self, ONLY, value, PLAIN);
  }

  public static void setOpaque(AtomicLong self, long value) {
    VALUE.write(self, ONLY, value, OPAQUE);
  }

  public static void setRelease(AtomicLong self, long value) {
    VALUE.write(self, ONLY, value, RELEASE);
  }

  public static void lazySet(AtomicLong self, long value) {
    VALUE.write(self, ONLY, value, RELEASE);
  }

  public static long getAndSet(AtomicLong self, long value) {
    return VALUE.swap(self, ONLY, value, VOLATILE);
  }

  public static long getAndAdd(AtomicLong self, long delta) {
    return VALUE.add(self, ONLY, delta, VOLATILE);
  }

  public static long addAndGet(AtomicLong self, long delta) {
    return VALUE.add(self, ONLY, delta, VOLATILE) + delta;
  }

  public static long getAndIncrement(AtomicLong self) {
    return VALUE.add(self, ONLY, 1, VOLATILE);
  }

  public static long getAndDecrement(AtomicLong self) {
    return VALUE.add(self, ONLY, -1, VOLATILE);
  }

  public static long incrementAndGet(AtomicLong self) {
    return VALUE.add(self, ONLY, 1, VOLATILE) + 1;
  }

  public static long decrementAndGet(AtomicLong self) {
    return VALUE.add(self, ONLY, -1, VOLATILE) - 1;
  }

  public static boolean compareAndSet(AtomicLong self, long expected, long value) {
    return VALUE.replace(self, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(AtomicLong self, long expected, long value) {
    return VALUE.replace(self, ONLY, expected, value, VOLATILE);
  }

  public static boolean weakCompareAndSet(AtomicLong self, long expected, long value) {
    return VALUE.replace(self, ONLY, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetPlain(AtomicLong self, long expected, long value) {
    return VALUE.replace(self, ONLY, expected, value, PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(AtomicLong self, long expected, long value) {
    return VALUE.replace(self, ONLY, expected, value, ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(AtomicLong self, long expected, long value) {
    return VALUE.replace(self, ONLY, expected, value, RELEASE);
  }

  public static long compareAndExchange(AtomicLong self, long expected, long value) {
    return VALUE.exchange(self, ONLY, expected, value, VOLATILE);
  }

  public static long compareAndExchangeAcquire(AtomicLong self, long expected, long value) {
    return VALUE.exchange(self, ONLY, expected, value, ACQUIRE);
  }

  public static long compareAndExchangeRelease(AtomicLong self, long expected, long value) {
    return VALUE.exchange(self, ONLY, expected, value, RELEASE);
  }
}
