package dev.clew.jvm.program.juc;

import dev.clew.jvm.program.juc.AtomicScripts.Variable;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Variables by {@code sun.misc.Unsafe}. */
final class UnsafeVariables {
  private UnsafeVariables() {}

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long offset(Class<?> owner, String name) {
    try {
      return unsafe().objectFieldOffset(owner.getDeclaredField(name));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long staticOffset(Class<?> owner, String name) {
    try {
      return unsafe().staticFieldOffset(owner.getDeclaredField(name));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static final class UnsafeVariable implements Variable {
    private static final Unsafe U = unsafe();
    int v;
    private static final long AT = offset(UnsafeVariable.class, "v");

    @Override
    public int get() {
      return U.getIntVolatile(this, AT);
    }

    @Override
    public void set(int value) {
      U.putIntVolatile(this, AT, value);
    }

    @Override
    public int swap(int value) {
      return U.getAndSetInt(this, AT, value);
    }

    @Override
    public int add(int delta) {
      return U.getAndAddInt(this, AT, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return U.compareAndSwapInt(this, AT, expected, value);
    }
  }

  static final class UnsafeElementVariable implements Variable {
    private static final Unsafe U = unsafe();
    private final int[] v = new int[2];
    private static final long AT = U.arrayBaseOffset(int[].class) + U.arrayIndexScale(int[].class);

    @Override
    public int get() {
      return U.getIntVolatile(v, AT);
    }

    @Override
    public void set(int value) {
      U.putIntVolatile(v, AT, value);
    }

    @Override
    public int swap(int value) {
      return U.getAndSetInt(v, AT, value);
    }

    @Override
    public int add(int delta) {
      return U.getAndAddInt(v, AT, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return U.compareAndSwapInt(v, AT, expected, value);
    }
  }

  static final class UnsafeStaticVariable implements Variable {
    private static final Unsafe U = unsafe();
    private static int v;
    private static final long AT = staticOffset(UnsafeStaticVariable.class, "v");

    @Override
    public int get() {
      return U.getIntVolatile(UnsafeStaticVariable.class, AT);
    }

    @Override
    public void set(int value) {
      U.putIntVolatile(UnsafeStaticVariable.class, AT, value);
    }

    @Override
    public int swap(int value) {
      return U.getAndSetInt(UnsafeStaticVariable.class, AT, value);
    }

    @Override
    public int add(int delta) {
      return U.getAndAddInt(UnsafeStaticVariable.class, AT, delta);
    }

    @Override
    public boolean compareAndSet(int expected, int value) {
      return U.compareAndSwapInt(UnsafeStaticVariable.class, AT, expected, value);
    }
  }
}
