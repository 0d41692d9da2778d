package dev.clew.jvm.run.juc;

import static dev.clew.jvm.run.Atomics.ONLY;
import static dev.clew.jvm.run.MemoryOrder.ACQUIRE;
import static dev.clew.jvm.run.MemoryOrder.OPAQUE;
import static dev.clew.jvm.run.MemoryOrder.PLAIN;
import static dev.clew.jvm.run.MemoryOrder.RELEASE;
import static dev.clew.jvm.run.MemoryOrder.VOLATILE;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.util.concurrent.atomic.AtomicBoolean;

/** A truth value that several threads may change. */
@Models(AtomicBoolean.class)
public final class AtomicBooleanModel {
  private static final AtomicNumbers<AtomicBoolean> VALUE =
      new AtomicNumbers<>() {
        @Override
        long load(AtomicBoolean owner, int index) {
          return number(owner.getPlain());
        }

        @Override
        void store(AtomicBoolean owner, int index, long value) {
          owner.setPlain(value != 0);
        }

        @Override
        int code(Execution now, long value) {
          return now.values.of((Object) (value != 0));
        }
      };

  private AtomicBooleanModel() {}

  private static long number(boolean value) {
    return value ? 1 : 0;
  }

  public static void created(AtomicBoolean self) {
    Hooks.newObject(self, -1);
  }

  public static boolean get(AtomicBoolean self) {
    return VALUE.read(self, ONLY, VOLATILE) != 0;
  }

  public static boolean getPlain(AtomicBoolean self) {
    return VALUE.read(self, ONLY, PLAIN) != 0;
  }

  public static boolean getOpaque(AtomicBoolean self) {
    return VALUE.read(self, ONLY, OPAQUE) != 0;
  }

  public static boolean getAcquire(AtomicBoolean self) {
    return VALUE.read(self, ONLY, ACQUIRE) != 0;
  }

  public static void set(AtomicBoolean self, boolean value) {
    VALUE.write(self, ONLY, number(value), VOLATILE);
  }

  public static void setPlain(AtomicBoolean self, boolean value) {
    VALUE.write(self, ONLY, number(value), PLAIN);
  }

  public static void setOpaque(AtomicBoolean self, boolean value) {
    VALUE.write(self, ONLY, number(value), OPAQUE);
  }

  public static void setRelease(AtomicBoolean self, boolean value) {
    VALUE.write(self, ONLY, number(value), RELEASE);
  }

  public static void lazySet(AtomicBoolean self, boolean value) {
    VALUE.write(self, ONLY, number(value), RELEASE);
  }

  public static boolean getAndSet(AtomicBoolean self, boolean value) {
    return VALUE.swap(self, ONLY, number(value), VOLATILE) != 0;
  }

  public static boolean compareAndSet(AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.replace(self, ONLY, number(expected), number(value), VOLATILE);
  }

  public static boolean weakCompareAndSetVolatile(
      AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.replace(self, ONLY, number(expected), number(value), VOLATILE);
  }

  public static boolean weakCompareAndSet(AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.replace(self, ONLY, number(expected), number(value), PLAIN);
  }

  public static boolean weakCompareAndSetPlain(
      AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.replace(self, ONLY, number(expected), number(value), PLAIN);
  }

  public static boolean weakCompareAndSetAcquire(
      AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.replace(self, ONLY, number(expected), number(value), ACQUIRE);
  }

  public static boolean weakCompareAndSetRelease(
      AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.replace(self, ONLY, number(expected), number(value), RELEASE);
  }

  public static boolean compareAndExchange(AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.exchange(self, ONLY, number(expected), number(value), VOLATILE) != 0;
  }

  public static boolean compareAndExchangeAcquire(
      AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.exchange(self, ONLY, number(expected), number(value), ACQUIRE) != 0;
  }

  public static boolean compareAndExchangeRelease(
      AtomicBoolean self, boolean expected, boolean value) {
    return VALUE.exchange(self, ONLY, number(expected), number(value), RELEASE) != 0;
  }
}
