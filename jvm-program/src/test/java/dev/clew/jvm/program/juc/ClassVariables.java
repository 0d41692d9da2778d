package dev.clew.jvm.program.juc;

import dev.clew.jvm.program.juc.AtomicScripts.Variable;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;

/** Variables by the classes of {@code java.util.concurrent.atomic}. */
final class ClassVariables {
  private ClassVariables() {}

  static final class IntegerVariable implements Variable {
    private final AtomicInteger v = new AtomicInteger();

    @Override
    public int get() {
      return v.get();
    }

    @Override
    public void set(int value) {
      v.set(value);
    }

    @Override
    public int swap(int value) {
      return v.getAndSet(value);
    }

    @Override
    public int add(int delta) {
      return v.getAndAdd(delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(expected, value);
    }
  }

  static final class LongVariable implements Variable {
    private final AtomicLong v = new AtomicLong();

    @Override
    public int get() {
      return (int) v.get();
    }

    @Override
    public void set(int value) {
      v.set(value);
    }

    @Override
    public int swap(int value) {
      return (int) v.getAndSet(value);
    }

    @Override
    public int add(int delta) {
      return (int) v.getAndAdd(delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(expected, value);
    }
  }

  static final class IntegersVariable implements Variable {
    private final AtomicIntegerArray v = new AtomicIntegerArray(2);

    @Override
    public int get() {
      return v.get(1);
    }

    @Override
    public void set(int value) {
      v.set(1, value);
    }

    @Override
    public int swap(int value) {
      return v.getAndSet(1, value);
    }

    @Override
    public int add(int delta) {
      return v.getAndAdd(1, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(1, expected, value);
    }
  }

  static final class LongsVariable implements Variable {
    private final AtomicLongArray v = new AtomicLongArray(2);

    @Override
    public int get() {
      return (int) v.get(1);
    }

    @Override
    public void set(int value) {
      v.set(1, value);
    }

    @Override
    public int swap(int value) {
      return (int) v.getAndSet(1, value);
    }

    @Override
    public int add(int delta) {
      return (int) v.getAndAdd(1, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(1, expected, value);
    }
  }

  static final class ReferenceVariable implements Variable {
    private final AtomicReference<Integer> v = new AtomicReference<>(0);

    @Override
    public int get() {
      return Objects.requireNonNull(v.get());
    }

    @Override
    public void set(int value) {
      v.set(value);
    }

    @Override
    public int swap(int value) {
      return v.getAndSet(value);
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(expected, value);
    }
  }

  static final class ReferencesVariable implements Variable {
    private final AtomicReferenceArray<Integer> v = new AtomicReferenceArray<>(2);

    {
      v.set(1, 0);
    }

    @Override
    public int get() {
      return v.get(1);
    }

    @Override
    public void set(int value) {
      v.set(1, value);
    }

    @Override
    public int swap(int value) {
      return v.getAndSet(1, value);
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(1, expected, value);
    }
  }

  static final class BooleanVariable implements Variable {
    private final AtomicBoolean v = new AtomicBoolean();

    @Override
    public int get() {
      return v.get() ? 1 : 0;
    }

    @Override
    public void set(int value) {
      v.set(value != 0);
    }

    @Override
    public int swap(int value) {
      return v.getAndSet(value != 0) ? 1 : 0;
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet(expected != 0, value != 0);
    }
  }

  static final class StampedVariable implements Variable {
    private final AtomicStampedReference<String> v = new AtomicStampedReference<>("", 0);

    @Override
    public int get() {
      return v.getStamp();
    }

    @Override
    public void set(int value) {
      v.set("", value);
    }

    @Override
    public int swap(int value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet("", "", expected, value);
    }
  }

  static final class MarkedVariable implements Variable {
    private final AtomicMarkableReference<String> v = new AtomicMarkableReference<>("", false);

    @Override
    public int get() {
      return v.isMarked() ? 1 : 0;
    }

    @Override
    public void set(int value) {
      v.set("", value != 0);
    }

    @Override
    public int swap(int value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return v.compareAndSet("", "", expected != 0, value != 0);
    }
  }
}
