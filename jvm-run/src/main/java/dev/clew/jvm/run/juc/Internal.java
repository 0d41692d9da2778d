package dev.clew.jvm.run.juc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * A private field of a class of the JDK; and how to call its protected methods.
 *
 * @param <T> the type of what is in the field
 */
final class Internal<T> {
  private final Field field;

  private Internal(Field field) {
    this.field = field;
  }

  static <T> Internal<T> field(Class<?> type, String name) {
    try {
      Field found = type.getDeclaredField(name);
      found.setAccessible(true);
      return new Internal<>(found);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A field of a class that is not accessible. */
  static <T> Internal<T> field(String type, String name) {
    try {
      return field(Class.forName(type, false, null), name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  T of(Object owner) {
    try {
      return (T) field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  void set(Object owner, T value) {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A method that subclasses may override. */
  static MethodHandle method(Class<?> type, String name, Class<?> result, Class<?>... parameters) {
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findVirtual(type, name, MethodType.methodType(result, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same for a static method; null if this JDK has none of that kind. */
  static @Nullable MethodHandle function(
      Class<?> type, String name, Class<?> result, Class<?>... parameters) {
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findStatic(type, name, MethodType.methodType(result, parameters));
    } catch (NoSuchMethodException e) {
      return null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Throws anything. */
  @SuppressWarnings("unchecked")
  static <E extends Throwable> E rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** A method that subclasses may override, for {@link #call}. */
  static MethodHandle callable(
      Class<?> type, String name, Class<?> result, Class<?>... parameters) {
    return method(type, name, result, parameters)
        .asSpreader(Object[].class, parameters.length + 1)
        .asType(MethodType.methodType(void.class, Object[].class));
  }

  /** Calls a {@link #callable} method that declares no exception; what it returns is dropped. */
  static void call(MethodHandle callable, @Nullable Object... arguments) {
    try {
      callable.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** A constant of an enum that not every JDK has. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static Object constant(String enumName, String name) {
    try {
      return Enum.valueOf((Class) Class.forName(enumName, true, null), name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
