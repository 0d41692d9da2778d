package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Accesses to fields and elements of the program by something that stands for them: a handle, an
 * offset.
 *
 * <p>They are announced before they happen, like other accesses. The variable is the same one, so a
 * field or element that is not volatile becomes a visible one, {@linkplain
 * Variables#accessAtomically from the next execution on} for all accesses. Those in plain mode are
 * as if the code had accessed it itself.
 */
final class IndirectAccesses {
  private IndirectAccesses() {}

  /**
   * A field is going to be accessed.
   *
   * @param owner the object, null if the field is static
   * @param expected what a comparison expects
   */
  static void field(
      Execution now,
      FieldPlace place,
      @Nullable Object owner,
      OpKind kind,
      MemoryOrder order,
      @Nullable Object expected,
      int site) {
    int field = place.field();
    boolean isVolatile = Fields.isVolatile(field);
    if (!isVolatile || kind == OpKind.COMPARE_AND_SET) {
      now.variables.accessAtomically(field);
    }
    if (!isVolatile && isPlain(kind, order)) {
      if (site < 0) {
        return; // the JDK is trusted with its plain fields
      }
      plainField(now, place, owner, kind, site);
      return;
    }
    int number = place.number(now, owner);
    Atomics.stand(now, kind, number, site);
    if (kind == OpKind.COMPARE_AND_SET) {
      Object found = FieldAccess.get(owner, field);
      compare(now, number, order, found, expected, Fields.descriptor(field));
      return;
    }
    boolean wantsValue = now.objects.isAtomic(field) || now.recordsDetails();
    int found = wantsValue ? now.values.ofField(owner, field) : 0;
    record(now, number, kind, order, found, owner, field, 0);
  }

  /** A field is going to be accessed as its declaration says, by reflection. */
  static void reflectedField(
      Execution now, FieldPlace place, @Nullable Object owner, OpKind kind, int site) {
    if (Fields.isVolatile(place.field())) {
      field(now, place, owner, kind, MemoryOrder.VOLATILE, null, site);
    } else {
      plainField(now, place, owner, kind, site);
    }
  }

  private static void plainField(
      Execution now, FieldPlace place, @Nullable Object owner, OpKind kind, int site) {
    boolean isRead = kind == OpKind.READ;
    int field = place.field();
    if (owner == null) {
      if (isRead) {
        now.variables.readStatic(field, site);
      } else {
        now.variables.writeStatic(field, site);
      }
    } else if (isRead) {
      now.variables.readField(owner, null, place.slot(), field, site);
    } else {
      now.variables.writeField(owner, null, place.slot(), field, site);
    }
  }

  /** An element of an array is going to be accessed; one that does not exist is none. */
  static void element(
      Execution now,
      Object array,
      int index,
      OpKind kind,
      MemoryOrder order,
      @Nullable Object expected,
      int site) {
    if (index < 0 || index >= Array.getLength(array)) {
      return;
    }
    if (site < 0 && isPlain(kind, order)) {
      return;
    }
    Shadow shadow = now.shadows.of(array);
    now.variables.accessAtomically(shadow);
    if (isPlain(kind, order)) {
      if (kind == OpKind.READ) {
        now.variables.readElement(array, index, site);
      } else {
        now.variables.writeElement(array, index, site);
      }
      return;
    }
    int number = now.objects.element(shadow, index);
    Atomics.stand(now, kind, number, site);
    if (kind == OpKind.COMPARE_AND_SET) {
      String type = array.getClass().getComponentType().descriptorString();
      compare(now, number, order, Array.get(array, index), expected, type);
    } else {
      record(now, number, kind, order, now.values.ofElement(array, index), array, -1, index);
    }
  }

  /**
   * Something of an object is going to be accessed that is neither a field nor an element of it:
   * one variable for all of that. What a comparison finds there is not known, so it may change it.
   */
  static void other(Execution now, Object owner, OpKind kind, MemoryOrder order, int site) {
    int number = Atomics.place(now, owner, Atomics.ONLY);
    OpKind known = kind == OpKind.COMPARE_AND_SET ? OpKind.READ_MODIFY_WRITE : kind;
    Atomics.stand(now, known, number, site);
    switch (known) {
      case READ -> Atomics.recordRead(now, number, order, 0);
      case WRITE -> Atomics.recordWrite(now, number, order, 0, 0);
      default -> Atomics.recordModify(now, number, order, 0, 0);
    }
  }

  private static boolean isPlain(OpKind kind, MemoryOrder order) {
    return order == MemoryOrder.PLAIN && (kind == OpKind.READ || kind == OpKind.WRITE);
  }

  /** Records a read, a write or a change; what is written will be in the field or element. */
  private static void record(
      Execution now,
      int number,
      OpKind kind,
      MemoryOrder order,
      int found,
      @Nullable Object owner,
      int field,
      int index) {
    if (kind == OpKind.READ) {
      Atomics.recordRead(now, number, order, found);
      return;
    }
    int event =
        kind == OpKind.WRITE
            ? Atomics.recordWrite(now, number, order, found, found)
            : Atomics.recordModify(now, number, order, found, found);
    if (now.recordsDetails()) {
      now.details.valueWillBeIn(event, now.current, owner, field, index);
    }
  }

  private static void compare(
      Execution now,
      int number,
      MemoryOrder order,
      @Nullable Object found,
      @Nullable Object expected,
      String type) {
    boolean isReference = type.length() > 1;
    Object wanted = isReference || expected == null ? expected : converted(expected, type);
    boolean swaps = isReference ? found == wanted : found != null && found.equals(wanted);
    int foundCode = isReference ? now.values.ofReference(found) : now.values.ofBoxed(found);
    int wantedCode = isReference ? now.values.ofReference(wanted) : now.values.ofBoxed(wanted);
    Atomics.recordCompare(now, number, order, foundCode, wantedCode, swaps);
  }

  /** A number as the handle converts it, if the call gives it in a smaller type. */
  private static Object converted(Object value, String type) {
    if (value instanceof Character c && !type.equals("C")) {
      return converted((int) c, type);
    }
    if (!(value instanceof Number number)) {
      return value;
    }
    return switch (type) {
      case "J" -> number.longValue();
      case "I" -> number.intValue();
      case "S" -> number.shortValue();
      case "B" -> number.byteValue();
      case "F" -> number.floatValue();
      case "D" -> number.doubleValue();
      default -> value;
    };
  }
}
