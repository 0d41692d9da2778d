package dev.clew.jvm.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/**
 * Reaches what the JDK keeps to itself: fields, also final ones, and the memory of the JVM.
 *
 * <p>The packages must be open to this module. All handles are constants to the compiler when kept
 * in static final fields.
 */
final class Internals {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Internals() {}

  /** A class of the JDK, not initialised. */
  static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  /** A field of an object; it must not be final. */
  static VarHandle field(Class<?> type, String name) throws ReflectiveOperationException {
    Class<?> fieldType = type.getDeclaredField(name).getType();
    return MethodHandles.privateLookupIn(type, LOOKUP).findVarHandle(type, name, fieldType);
  }

  /** A static field; it must not be final. Initialises the class. */
  static VarHandle staticField(Class<?> type, String name) throws ReflectiveOperationException {
    Class<?> fieldType = type.getDeclaredField(name).getType();
    return MethodHandles.privateLookupIn(type, LOOKUP).findStaticVarHandle(type, name, fieldType);
  }

  /** The value of a static field, also of a final one. Initialises the class. */
  static Object staticValue(Class<?> type, String name) throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(null);
  }

  /** A static method without parameters. */
  static MethodHandle staticMethod(Class<?> type, String name, Class<?> result)
      throws ReflectiveOperationException {
    return MethodHandles.privateLookupIn(type, LOOKUP)
        .findStatic(type, name, MethodType.methodType(result));
  }

  /** Memory by address. */
  static final class Memory {
    /** {@code (long address) -> long}. */
    static final MethodHandle GET_LONG = method("getLong", long.class, long.class);

    /** {@code (long address) -> int}. */
    static final MethodHandle GET_INT = method("getInt", int.class, long.class);

    /** {@code (long address, long value) -> void}. */
    static final MethodHandle PUT_LONG = method("putLong", void.class, long.class, long.class);

    private Memory() {}
  }

  /** Fields by offset, for those that are final. */
  static final class FinalFields {
    private static final MethodHandle OFFSET = method("objectFieldOffset", long.class, Field.class);
    private static final MethodHandle STATIC_BASE =
        method("staticFieldBase", Object.class, Field.class);
    private static final MethodHandle STATIC_OFFSET =
        method("staticFieldOffset", long.class, Field.class);

    /** {@code (Object owner, long offset, long value) -> void}. */
    static final MethodHandle PUT_LONG =
        method("putLong", void.class, Object.class, long.class, long.class);

    private static final MethodHandle PUT_BOOLEAN =
        method("putBoolean", void.class, Object.class, long.class, boolean.class);
    private static final MethodHandle PUT_INT =
        method("putInt", void.class, Object.class, long.class, int.class);

    private FinalFields() {}

    /** Where the field is in its object. */
    static long offset(Class<?> type, String name) throws ReflectiveOperationException {
      try {
        return (long) OFFSET.invokeExact(type.getDeclaredField(name));
      } catch (Throwable e) {
        throw rethrown(e);
      }
    }

    /**
     * Changes a static final field. Code that was compiled before may not see it, so it must not
     * have run much.
     */
    static void setStatic(Class<?> type, String name, Object value)
        throws ReflectiveOperationException {
      Field field = type.getDeclaredField(name);
      try {
        Object base = (Object) STATIC_BASE.invokeExact(field);
        long offset = (long) STATIC_OFFSET.invokeExact(field);
        if (value instanceof Boolean bool) {
          PUT_BOOLEAN.invokeExact(base, offset, (boolean) bool);
        } else if (value instanceof Integer number) {
          PUT_INT.invokeExact(base, offset, (int) number);
        } else {
          PUT_LONG.invokeExact(base, offset, (long) (Long) value);
        }
      } catch (Throwable e) {
        throw rethrown(e);
      }
    }
  }

  /** A method of the JDK's own access to memory. */
  private static MethodHandle method(String name, Class<?> result, Class<?>... parameters) {
    try {
      Class<?> type = type("jdk.internal.misc.Unsafe");
      Object unsafe = LOOKUP.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
      return LOOKUP
          .findVirtual(type, name, MethodType.methodType(result, parameters))
          .bindTo(unsafe);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  static RuntimeException rethrown(Throwable e) {
    if (e instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (e instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException(e);
  }
}
