package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.AccessorHandles;
import dev.clew.jvm.run.VarHandles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** Remembers which fields handles were made for, and lets getters and setters tell of accesses. */
@Replaces(Lookup.class)
public final class LookupCalls {
  private LookupCalls() {}

  /** Instead of {@link Lookup#findVarHandle}. */
  public static VarHandle findVarHandle(Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    VarHandle handle = lookup.findVarHandle(owner, name, type);
    VarHandles.found(handle, owner, name);
    return handle;
  }

  /** Instead of {@link Lookup#findStaticVarHandle}. */
  public static VarHandle findStaticVarHandle(
      Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    VarHandle handle = lookup.findStaticVarHandle(owner, name, type);
    VarHandles.found(handle, owner, name);
    return handle;
  }

  /** Instead of {@link Lookup#unreflectVarHandle}. */
  public static VarHandle unreflectVarHandle(Lookup lookup, Field field)
      throws IllegalAccessException {
    VarHandle handle = lookup.unreflectVarHandle(field);
    VarHandles.found(handle, field);
    return handle;
  }

  /** Instead of {@link Lookup#findGetter}. */
  public static MethodHandle findGetter(Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return AccessorHandles.reading(lookup.findGetter(owner, name, type), owner, name);
  }

  /** Instead of {@link Lookup#findStaticGetter}. */
  public static MethodHandle findStaticGetter(
      Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return AccessorHandles.reading(lookup.findStaticGetter(owner, name, type), owner, name);
  }

  /** Instead of {@link Lookup#unreflectGetter}. */
  public static MethodHandle unreflectGetter(Lookup lookup, Field field)
      throws IllegalAccessException {
    return AccessorHandles.reading(
        lookup.unreflectGetter(field), field.getDeclaringClass(), field.getName());
  }

  /** Instead of {@link Lookup#findSetter}. */
  public static MethodHandle findSetter(Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return AccessorHandles.writing(lookup.findSetter(owner, name, type), owner, name);
  }

  /** Instead of {@link Lookup#findStaticSetter}. */
  public static MethodHandle findStaticSetter(
      Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return AccessorHandles.writing(lookup.findStaticSetter(owner, name, type), owner, name);
  }

  /** Instead of {@link Lookup#unreflectSetter}. */
  public static MethodHandle unreflectSetter(Lookup lookup, Field field)
      throws IllegalAccessException {
    return AccessorHandles.writing(
        lookup.unreflectSetter(field), field.getDeclaringClass(), field.getName());
  }
}
