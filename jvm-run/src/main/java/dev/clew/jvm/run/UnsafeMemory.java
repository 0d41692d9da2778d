package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls before it accesses a variable by {@code Unsafe}: an offset in an
 * object stands for the field or element that is there.
 */
public final class UnsafeMemory {
  private static final MemoryOrder[] ORDERS = MemoryOrder.values();

  /** What it takes to find out where fields and elements are; made by the first access. */
  private static @Nullable UnsafeMemory memory;

  private final MethodHandle objectFieldOffset;
  private final MethodHandle staticFieldOffset;
  private final MethodHandle arrayBaseOffset;
  private final MethodHandle arrayIndexScale;

  private final ClassValue<Map<Long, FieldPlace>> instanceFields = fields(false);
  private final ClassValue<Map<Long, FieldPlace>> staticFields = fields(true);

  private UnsafeMemory(Object unsafe) throws ReflectiveOperationException {
    objectFieldOffset = find(unsafe, "objectFieldOffset", Field.class);
    staticFieldOffset = find(unsafe, "staticFieldOffset", Field.class);
    arrayBaseOffset = find(unsafe, "arrayBaseOffset", Class.class);
    arrayIndexScale = find(unsafe, "arrayIndexScale", Class.class);
  }

  /** A method that tells an offset or a size; of which type that is depends on the JDK. */
  private static MethodHandle find(Object unsafe, String name, Class<?> parameter)
      throws ReflectiveOperationException {
    Method method = unsafe.getClass().getMethod(name, parameter);
    return MethodHandles.lookup()
        .unreflect(method)
        .bindTo(unsafe)
        .asType(MethodType.methodType(long.class, parameter));
  }

  /**
   * Before an access that compares nothing.
   *
   * @param type the descriptor of a primitive type, or 'L'
   * @param kind the code of an {@link OpKind}
   * @param order the ordinal of a {@link MemoryOrder}
   */
  public static void access(
      @Nullable Object unsafe,
      @Nullable Object owner,
      long offset,
      int type,
      int kind,
      int order,
      int site) {
    access(unsafe, owner, offset, type, OpKind.of(kind), ORDERS[order], null, site);
  }

  /** Before a compare-and-swap. */
  public static void compare(
      @Nullable Object unsafe,
      @Nullable Object owner,
      long offset,
      int type,
      @Nullable Object expected,
      int order,
      int site) {
    OpKind kind = OpKind.COMPARE_AND_SET;
    access(unsafe, owner, offset, type, kind, ORDERS[order], expected, site);
  }

  private static void access(
      @Nullable Object unsafe,
      @Nullable Object owner,
      long offset,
      int type,
      OpKind kind,
      MemoryOrder order,
      @Nullable Object expected,
      int site) {
    Execution now = unsafe == null || owner == null ? null : Hooks.enter();
    if (unsafe == null || owner == null || now == null) {
      return;
    }
    try {
      if (site < 0 && !now.shadows.isKnown(owner)) {
        return; // the JDK does something for itself
      }
      UnsafeMemory memory = memory(unsafe);
      if (owner.getClass().isArray()) {
        int index = memory.index(owner, offset, type);
        if (index >= 0) {
          IndirectAccesses.element(now, owner, index, kind, order, expected, site);
        } else {
          IndirectAccesses.other(now, owner, kind, order, site);
        }
        return;
      }
      FieldPlace place = memory.field(owner, offset);
      if (place != null) {
        Object in = place.isStatic() ? null : owner;
        IndirectAccesses.field(now, place, in, kind, order, expected, site);
      } else if (owner instanceof Shadowed) {
        IndirectAccesses.other(now, owner, kind, order, site);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  private static UnsafeMemory memory(Object unsafe) {
    UnsafeMemory made = memory;
    if (made == null) {
      try {
        made = new UnsafeMemory(unsafe);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Unsafe is not what it was", e);
      }
      memory = made;
    }
    return made;
  }

  /** The field at an offset, of a class if the owner is one; null if the program has none there. */
  private @Nullable FieldPlace field(Object owner, long offset) {
    return owner instanceof Class<?> type
        ? staticFields.get(type).get(offset)
        : instanceFields.get(owner.getClass()).get(offset);
  }

  /** The index of the element at an offset, -1 if there is none of this type. */
  private int index(Object array, long offset, int type) {
    Class<?> element = array.getClass().getComponentType();
    boolean fits =
        element.isPrimitive() ? element.descriptorString().charAt(0) == type : type == 'L';
    if (!fits) {
      return -1;
    }
    try {
      long base = (long) arrayBaseOffset.invokeExact((Class<?>) array.getClass());
      long scale = (long) arrayIndexScale.invokeExact((Class<?>) array.getClass());
      long index = (offset - base) / scale;
      boolean isWhole = offset >= base && (offset - base) % scale == 0;
      return isWhole && index <= Integer.MAX_VALUE ? (int) index : -1;
    } catch (Throwable e) {
      throw new IllegalStateException("no offsets in " + array.getClass(), e);
    }
  }

  private ClassValue<Map<Long, FieldPlace>> fields(boolean areStatic) {
    return new ClassValue<>() {
      @Override
      protected Map<Long, FieldPlace> computeValue(Class<?> type) {
        Map<Long, FieldPlace> places = new HashMap<>();
        for (Class<?> each = type; each != null; each = areStatic ? null : each.getSuperclass()) {
          for (Field field : each.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) == areStatic) {
              add(places, field, areStatic ? staticFieldOffset : objectFieldOffset);
            }
          }
        }
        return places;
      }
    };
  }

  private static void add(Map<Long, FieldPlace> places, Field field, MethodHandle offsetOf) {
    FieldPlace place = FieldPlace.of(field);
    if (place == null) {
      return;
    }
    try {
      places.put((long) offsetOf.invokeExact(field), place);
    } catch (UnsupportedOperationException e) {
      return; // of a record or a hidden class: the program cannot have the offset either
    } catch (Throwable e) {
      throw new IllegalStateException("no offset of " + field, e);
    }
  }
}
