package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.VarHandleDesc;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** What instrumented code calls before it accesses a variable by a {@link VarHandle}. */
public final class VarHandles {
  /** Stands for the elements of arrays. */
  private static final Object ELEMENTS = new Object();

  /** Stands for something in the object that is the first coordinate. */
  private static final Object OTHER = new Object();

  /** Stands for a variable that is not of the program, or never changes. */
  private static final Object NOTHING = new Object();

  private static final MemoryOrder[] ORDERS = MemoryOrder.values();

  /**
   * Stands for a static field that never changes, or is not of the program.
   *
   * @param declaring the class that an access initialises
   */
  private record Constant(Class<?> declaring) {}

  /** What handles stand for: a {@link FieldPlace}, a {@link Constant} or one of the above. */
  private static final Map<VarHandle, Object> TARGETS = new WeakHashMap<>();

  private VarHandles() {}

  /**
   * Before an access that compares nothing.
   *
   * @param first the first coordinate, null if there is none
   * @param index the second coordinate if it is an index, else -1
   * @param kind the code of an {@link OpKind}
   * @param order the ordinal of a {@link MemoryOrder}
   */
  public static void access(
      @Nullable VarHandle handle,
      @Nullable Object first,
      int index,
      int kind,
      int order,
      int site) {
    if (handle != null && Hooks.isControlled()) {
      access(handle, first, index, OpKind.of(kind), ORDERS[order], null, site);
    }
  }

  /** Before a compare-and-set or compare-and-exchange. */
  public static void compare(
      @Nullable VarHandle handle,
      @Nullable Object first,
      int index,
      @Nullable Object expected,
      int order,
      int site) {
    if (handle != null && Hooks.isControlled()) {
      access(handle, first, index, OpKind.COMPARE_AND_SET, ORDERS[order], expected, site);
    }
  }

  private static void access(
      VarHandle handle,
      @Nullable Object first,
      int index,
      OpKind kind,
      MemoryOrder order,
      @Nullable Object expected,
      int site) {
    Object target = target(handle);
    if (target instanceof Constant constant) {
      ClassInitialisation.ensure(constant.declaring());
      return;
    }
    if (target instanceof FieldPlace place && place.isStatic()) {
      ClassInitialisation.ensure(place.declaring());
    }
    Execution now = target == NOTHING ? null : Hooks.enter();
    if (now == null) {
      return;
    }
    try {
      if (site < 0 && (first == null || !now.shadows.isKnown(first))) {
        return; // the JDK does something for itself
      }
      if (target instanceof FieldPlace place) {
        if (place.isStatic() || place.declaring().isInstance(first)) {
          IndirectAccesses.field(now, place, first, kind, order, expected, site);
        }
      } else if (first != null && target == ELEMENTS) {
        IndirectAccesses.element(now, first, index, kind, order, expected, site);
      } else if (first != null) {
        IndirectAccesses.other(now, first, kind, order, site);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  // --- what handles stand for

  /** A handle was made for a field that the class declares or inherits. */
  public static void found(VarHandle handle, Class<?> type, String name) {
    Object token = Hooks.suspend();
    try {
      remember(handle, field(handle, type, name));
    } finally {
      Hooks.resume(token);
    }
  }

  /** A handle was made for a field. */
  public static void found(VarHandle handle, Field field) {
    Object token = Hooks.suspend();
    try {
      remember(handle, field(handle, field.getDeclaringClass(), field.getName()));
    } finally {
      Hooks.resume(token);
    }
  }

  private static Object field(VarHandle handle, Class<?> type, String name) {
    FieldPlace place = FieldPlace.find(type, name);
    if (place != null) {
      return place;
    }
    return handle.coordinateTypes().isEmpty() ? new Constant(declaring(type, name)) : NOTHING;
  }

  /** The class from which another one has a static field: itself, or what it inherits it from. */
  private static Class<?> declaring(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (declares(each, name)) {
        return each;
      }
    }
    return type;
  }

  private static boolean declares(Class<?> type, String name) {
    try {
      return Arrays.stream(type.getDeclaredFields()).anyMatch(each -> each.getName().equals(name));
    } catch (LinkageError e) {
      return false; // one of them has a class that is not there
    }
  }

  private static synchronized void remember(VarHandle handle, Object target) {
    TARGETS.put(handle, target);
  }

  private static synchronized Object target(VarHandle handle) {
    Object token = Hooks.suspend();
    try {
      return TARGETS.computeIfAbsent(handle, VarHandles::describe);
    } finally {
      Hooks.resume(token);
    }
  }

  /** Finds out what a handle stands for that was not seen when it was made. */
  private static Object describe(VarHandle handle) {
    List<Class<?>> coordinates = handle.coordinateTypes();
    if (handle.getClass().getSimpleName().equals("IndirectVarHandle")) {
      return OTHER; // it adapts another one
    }
    if (coordinates.size() == 2
        && coordinates.get(0).componentType() == handle.varType()
        && coordinates.get(1) == int.class) {
      return ELEMENTS;
    }
    Optional<VarHandleDesc> described =
        coordinates.size() > 1 ? Optional.empty() : handle.describeConstable();
    if (described.isEmpty()) {
      return OTHER;
    }
    String name = described.get().constantName();
    if (coordinates.size() == 1) {
      return field(handle, coordinates.get(0), name);
    }
    Class<?> declaring = declaring(described.get());
    return declaring == null ? NOTHING : field(handle, declaring, name);
  }

  /** The class of a static field, null if it cannot be found. */
  private static @Nullable Class<?> declaring(VarHandleDesc described) {
    for (ConstantDesc each : described.bootstrapArgsList()) {
      if (each instanceof ClassDesc type && type.isClassOrInterface()) {
        String descriptor = type.descriptorString();
        String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
        try {
          return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
          return null; // of no program
        }
      }
    }
    return null;
  }
}
