package dev.clew.jvm.program.juc;

import dev.clew.jvm.program.juc.AtomicScripts.Variable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Variables by handles, some of them accessed directly as well. */
final class HandleVariables {
  private HandleVariables() {}

  private static VarHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle staticField(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findStaticVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static final class HandleVariable implements Variable {
    private static final VarHandle V = field(HandleVariable.class, "v", int.class);
    int v;

    @Override
    public int get() {
      return (int) V.getVolatile(this);
    }

    @Override
    public void set(int value) {
      V.setVolatile(this, value);
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

  static final class HandleVolatileVariable implements Variable {
    private static final VarHandle V = field(HandleVolatileVariable.class, "v", long.class);
    volatile long v;

    @Override
    public int get() {
      return (int) (long) V.getVolatile(this);
    }

    @Override
    public void set(int value) {
      V.setVolatile(this, value);
    }

    @Override
    public int swap(int value) {
      return (int) (long) V.getAndSet(this, value);
    }

    @Override
    public int add(int delta) {
      return (int) (long) V.getAndAdd(this, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(this, expected, value);
    }
  }

  static final class HandleStaticVariable implements Variable {
    private static final VarHandle V = staticField(HandleStaticVariable.class, "v", int.class);
    private static int v;

    @Override
    public int get() {
      return (int) V.getVolatile();
    }

    @Override
    public void set(int value) {
      V.setVolatile(value);
    }

    @Override
    public int swap(int value) {
      return (int) V.getAndSet(value);
    }

    @Override
    public int add(int delta) {
      return (int) V.getAndAdd(delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(expected, value);
    }
  }

  static final class HandleElementVariable implements Variable {
    private static final VarHandle V = MethodHandles.arrayElementVarHandle(int[].class);
    private final int[] v = new int[2];

    @Override
    public int get() {
      return (int) V.getVolatile(v, 1);
    }

    @Override
    public void set(int value) {
      V.setVolatile(v, 1, value);
    }

    @Override
    public int swap(int value) {
      return (int) V.getAndSet(v, 1, value);
    }

    @Override
    public int add(int delta) {
      return (int) V.getAndAdd(v, 1, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(v, 1, expected, value);
    }
  }

  static final class HandleReferenceVariable implements Variable {
    private static final VarHandle V = field(HandleReferenceVariable.class, "v", Object.class);
    Object v = 0;

    @Override
    public int get() {
      return (int) V.getVolatile(this);
    }

    @Override
    public void set(int value) {
      V.setVolatile(this, (Object) value);
    }

    @Override
    public int swap(int value) {
      return (int) V.getAndSet(this, (Object) value);
    }

    @Override
    public int add(int delta) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(this, (Object) expected, (Object) value);
    }
  }

  static final class MixedVariable implements Variable {
    private static final VarHandle V = field(MixedVariable.class, "v", int.class);
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
      return (int) V.getAndSet(this, value);
    }

    @Override
    public int add(int delta) {
      return (int) V.getAndAddAcquire(this, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.weakCompareAndSetPlain(this, expected, value);
    }
  }

  static final class MixedPlainVariable implements Variable {
    private static final VarHandle V = field(MixedPlainVariable.class, "v", int.class);
    int v;

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
      return (int) V.getAndSetRelease(this, value);
    }

    @Override
    public int add(int delta) {
      return (int) V.getAndAdd(this, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return (int) V.compareAndExchange(this, expected, value) == expected;
    }
  }

  static final class MixedElementVariable implements Variable {
    private static final VarHandle V = MethodHandles.arrayElementVarHandle(long[].class);
    private final long[] v = new long[2];

    @Override
    public int get() {
      return (int) v[1];
    }

    @Override
    public void set(int value) {
      v[1] = value;
    }

    @Override
    public int swap(int value) {
      return (int) (long) V.getAndSet(v, 1, (long) value);
    }

    @Override
    public int add(int delta) {
      return (int) (long) V.getAndAdd(v, 1, (long) delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return V.compareAndSet(v, 1, expected, value);
    }
  }
}
