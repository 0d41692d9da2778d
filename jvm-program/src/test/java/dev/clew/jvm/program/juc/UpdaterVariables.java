package dev.clew.jvm.program.juc;

import dev.clew.jvm.program.juc.AtomicScripts.Variable;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Variables by the updaters of {@code java.util.concurrent.atomic}. */
final class UpdaterVariables {
  private UpdaterVariables() {}

  static final class IntegerUpdaterVariable implements Variable {
    private static final AtomicIntegerFieldUpdater<IntegerUpdaterVariable> V =
        AtomicIntegerFieldUpdater.newUpdater(IntegerUpdaterVariable.class, "v");
    volatile int v;

    @Override
    public int get() {
      return V.get(this);
    }

    @Override
    public void set(int value) {
      V.set(this, value);
    }

    @Override
    public int swap(int value) {
      return V.getAndSet(this, value);
    }

    @Override
    public int add(int delta) {
      return V.getAndAdd(this, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(this, expected, value);
    }
  }

  static final class LongUpdaterVariable implements Variable {
    private static final AtomicLongFieldUpdater<LongUpdaterVariable> V =
        AtomicLongFieldUpdater.newUpdater(LongUpdaterVariable.class, "v");
    volatile long v;

    @Override
    public int get() {
      return (int) V.get(this);
    }

    @Override
    public void set(int value) {
      V.set(this, value);
    }

    @Override
    public int swap(int value) {
      return (int) V.getAndSet(this, value);
    }

    @Override
    public int add(int delta) {
      return (int) V.getAndAdd(this, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(this, expected, value);
    }
  }

  static final class ReferenceUpdaterVariable implements Variable {
    private static final AtomicReferenceFieldUpdater<ReferenceUpdaterVariable, Integer> V =
        AtomicReferenceFieldUpdater.newUpdater(ReferenceUpdaterVariable.class, Integer.class, "v");
    volatile Integer v = 0;

    @Override
    public int get() {
      return V.get(this);
    }

    @Override
    public void set(int value) {
      V.set(this, value);
    }

    @Override
    public int swap(int value) {
      return V.getAndSet(this, value);
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(this, expected, value);
    }
  }

  static final class MixedUpdaterVariable implements Variable {
    private static final AtomicIntegerFieldUpdater<MixedUpdaterVariable> V =
        AtomicIntegerFieldUpdater.newUpdater(MixedUpdaterVariable.class, "v");
    volatile int v;

    @Override
    public int get() {
      return v;
    }

    @Override
    public void set(int value) {
      v = value;
    }

    @Override
    public int swap(int value) {
      return V.getAndSet(this, value);
    }

    @Override
    public int add(int delta) {
      return V.getAndAdd(this, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(this, expected, value);
    }
  }
}
