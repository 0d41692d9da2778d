package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import org.jspecify.annotations.Nullable;

/**
 * What classes of the JDK call whose own code is executed step by step.
 *
 * <p>Objects that were not made in this execution belong to the JVM: what happens to them is no
 * operation of the program.
 */
public final class LibraryHooks {
  /** The operation is where the program called the JDK. */
  private static final int UNKNOWN = -1;

  private LibraryHooks() {}

  /**
   * A constructor of a class has made an object, or its part of one: of another class that belongs
   * to a model, perhaps.
   */
  public static void created(Object object, Class<?> type) {
    if (object.getClass() == type) {
      Hooks.newObject(object, UNKNOWN);
    }
  }

  /** An array was made, or came from elsewhere. */
  public static void newArray(@Nullable Object array, int site) {
    Hooks.newArray(array, site);
  }

  /** An object that does not tell itself was made. */
  public static void newObject(@Nullable Object object, int site) {
    Hooks.newObject(object, site);
  }

  /** What to write into a field that is not to be forgotten while a program is under control. */
  public static @Nullable Object kept(@Nullable Object value, @Nullable Object before) {
    return value == null && Hooks.isControlled() ? before : value;
  }

  /** An object of the program, or an array, came to be without a constructor, perhaps. */
  public static void appeared(@Nullable Object object) {
    if (object instanceof Shadowed) {
      Hooks.newObject(object, UNKNOWN);
    } else if (object != null && object.getClass().isArray()) {
      Hooks.newArray(object, UNKNOWN);
    }
  }

  /** Before a volatile field is read. */
  public static void readVolatile(@Nullable Object owner, int slot, int field) {
    Execution now = owner == null ? null : Hooks.enter();
    if (owner == null || now == null) {
      return;
    }
    try {
      if (now.shadows.isKnown(owner)) {
        now.variables.readVolatile(owner, null, slot, field, UNKNOWN);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  /** Before a volatile field is written. */
  public static void writeVolatile(@Nullable Object owner, int slot, int field) {
    Execution now = owner == null ? null : Hooks.enter();
    if (owner == null || now == null) {
      return;
    }
    try {
      if (now.shadows.isKnown(owner)) {
        now.variables.writeVolatile(owner, null, slot, field, UNKNOWN);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  /** An operation that changes something about a volatile field of an object. */
  public static void update(Object owner, FieldPlace place) {
    Execution now = Hooks.enter();
    if (now == null) {
      return;
    }
    try {
      IndirectAccesses.field(
          now, place, owner, OpKind.READ_MODIFY_WRITE, MemoryOrder.VOLATILE, null, UNKNOWN);
    } finally {
      Hooks.leave(now);
    }
  }
}
