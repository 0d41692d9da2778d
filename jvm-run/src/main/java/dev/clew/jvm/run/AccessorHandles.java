package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Method handles that read or write a field, and tell before they do. */
public final class AccessorHandles {
  private static final int UNKNOWN = -1;
  private static final MethodHandle ANNOUNCE;

  static {
    try {
      ANNOUNCE =
          MethodHandles.lookup()
              .findStatic(
                  AccessorHandles.class,
                  "announce",
                  MethodType.methodType(void.class, FieldPlace.class, OpKind.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private AccessorHandles() {}

  /** A getter that tells of the access, if the field is one of the program. */
  public static MethodHandle reading(MethodHandle getter, Class<?> type, String name) {
    return announced(getter, type, name, OpKind.READ);
  }

  /** A setter that tells of the access, if the field is one of the program. */
  public static MethodHandle writing(MethodHandle setter, Class<?> type, String name) {
    return announced(setter, type, name, OpKind.WRITE);
  }

  private static MethodHandle announced(
      MethodHandle accessor, Class<?> type, String name, OpKind kind) {
    Object token = Hooks.suspend();
    try {
      FieldPlace place = FieldPlace.find(type, name);
      if (place == null) {
        return accessor;
      }
      MethodHandle announce = MethodHandles.insertArguments(ANNOUNCE, 0, place, kind);
      return MethodHandles.foldArguments(
          accessor,
          place.isStatic()
              ? MethodHandles.insertArguments(announce, 0, (Object) null)
              : announce.asType(
                  MethodType.methodType(void.class, accessor.type().parameterType(0))));
    } finally {
      Hooks.resume(token);
    }
  }

  private static void announce(FieldPlace place, OpKind kind, @Nullable Object owner) {
    if (owner == null && !place.isStatic()) {
      return; // the accessor throws
    }
    if (place.isStatic()) {
      ClassInitialisation.ensure(place.declaring());
    }
    Execution now = Hooks.enter();
    if (now == null) {
      return;
    }
    try {
      IndirectAccesses.reflectedField(now, place, owner, kind, UNKNOWN);
    } finally {
      Hooks.leave(now);
    }
  }
}
