package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.VarHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** Remembers which fields handles were made for. */
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
}
