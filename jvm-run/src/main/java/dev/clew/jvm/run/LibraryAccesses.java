package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Called before methods of the JDK that access fields or elements for the program: by reflection,
 * or many elements at once. They are as if the code had accessed them itself, one after the other.
 */
public final class LibraryAccesses {
  private LibraryAccesses() {}

  /** A field is going to be accessed by reflection. */
  public static void field(@Nullable Field field, @Nullable Object owner, int kind, int site) {
    Execution now = field == null ? null : Hooks.enter();
    if (field == null || now == null) {
      return;
    }
    try {
      FieldPlace place = FieldPlace.find(field.getDeclaringClass(), field.getName());
      if (place != null && (place.isStatic() || place.declaring().isInstance(owner))) {
        Object of = place.isStatic() ? null : owner;
        IndirectAccesses.reflectedField(now, place, of, OpKind.of(kind), site);
      }
    } finally {
      Hooks.leave(now);
    }
  }

  /** The end of a range that is the whole array, however long it is. */
  private static final int WHOLE = Integer.MAX_VALUE;

  /** Elements of an array are going to be read; of a range that is not there, nothing is. */
  public static void read(@Nullable Object array, int from, int to, int site) {
    access(array, from, to, false, false, site);
  }

  /** The same for elements that are going to be written. */
  public static void write(@Nullable Object array, int from, int to, int site) {
    access(array, from, to, true, false, site);
  }

  /** The same of what a range has of an array, which may be less. */
  public static void readPart(@Nullable Object array, int from, int to, int site) {
    if (array != null && array.getClass().isArray()) {
      access(array, from, Math.min(to, Array.getLength(array)), false, false, site);
    }
  }

  /** Two arrays are going to be compared: those of different lengths are not looked at. */
  public static void compare(@Nullable Object one, @Nullable Object other, int site) {
    boolean areRead =
        one != null
            && other != null
            && one != other
            && Array.getLength(one) == Array.getLength(other);
    if (areRead) {
      read(one, 0, WHOLE, site);
      read(other, 0, WHOLE, site);
    }
  }

  /** Elements of an array that a method of the JDK gets are going to be read or written. */
  public static void argument(@Nullable Object array, int from, int length, int write, int site) {
    boolean isInOne = length == WHOLE || length <= WHOLE - from; // else there is no such range
    if (isInOne) {
      access(array, from, length == WHOLE ? WHOLE : from + length, write != 0, true, site);
    }
  }

  /**
   * Elements are going to be accessed, one after the other.
   *
   * @param onlyWithOthers not if there is no other thread yet: those come after it
   */
  private static void access(
      @Nullable Object array, int from, int to, boolean isWrite, boolean onlyWithOthers, int site) {
    if (array == null || from < 0 || from >= to || !array.getClass().isArray()) {
      return;
    }
    int length = Array.getLength(array);
    int end = to == WHOLE ? length : to;
    Execution now = from >= end || end > length ? null : Hooks.enter();
    if (now == null) {
      return;
    }
    boolean areSeen;
    try {
      areSeen =
          onlyWithOthers && now.threads.end() <= 1
              || now.variables.accessElements(array, from, end, isWrite, site);
    } finally {
      Hooks.leave(now);
    }
    for (int i = from; i < end && !areSeen; i++) {
      if (isWrite) {
        Hooks.writeElement(array, i, site);
      } else {
        Hooks.readElement(array, i, site);
      }
    }
  }

  /** Instead of {@link System#arraycopy}. */
  public static void copy(
      Object from, int fromIndex, Object to, int toIndex, int length, int site) {
    boolean isInBoth = isIn(from, fromIndex, length) && isIn(to, toIndex, length);
    if (isInBoth && (isVisible(from) || isVisible(to))) {
      copyOneByOne(from, fromIndex, to, toIndex, length, site);
      return;
    }
    if (isInBoth) {
      read(from, fromIndex, fromIndex + length, site);
      write(to, toIndex, toIndex + length, site);
    }
    System.arraycopy(from, fromIndex, to, toIndex, length);
  }

  /** Is there such a range? If not, nothing is copied. */
  private static boolean isIn(@Nullable Object array, int from, int length) {
    return array != null
        && array.getClass().isArray()
        && from >= 0
        && length >= 0
        && length <= Array.getLength(array) - from;
  }

  private static boolean isVisible(@Nullable Object array) {
    Execution now = array == null || !array.getClass().isArray() ? null : Hooks.enter();
    if (array == null || now == null) {
      return false;
    }
    try {
      return now.objects.areElementsVisible(now.shadows.of(array));
    } finally {
      Hooks.leave(now);
    }
  }

  /**
   * Others may come between, and see a part of it: each element is one that is read and written.
   */
  private static void copyOneByOne(
      Object from, int fromIndex, Object to, int toIndex, int length, int site) {
    Class<?> type = from.getClass().getComponentType();
    Object one = type == null ? from : Array.newInstance(type, 1);
    boolean isBackwards = from == to && fromIndex < toIndex;
    // That the arrays are of different kinds, the first call tells, which copies nothing.
    System.arraycopy(from, fromIndex, to, toIndex, 0);
    for (int k = 0; k < length; k++) {
      int i = isBackwards ? length - 1 - k : k;
      read(from, fromIndex + i, fromIndex + i + 1, site);
      System.arraycopy(from, fromIndex + i, one, 0, 1);
      write(to, toIndex + i, toIndex + i + 1, site);
      System.arraycopy(one, 0, to, toIndex + i, 1);
    }
  }
}
