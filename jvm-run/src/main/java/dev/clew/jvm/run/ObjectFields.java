package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** The fields that objects of a class have, and the static ones of a class. */
final class ObjectFields {
  /** What the tool adds to classes begins with this. */
  private static final String OWN = "$clew$";

  /** The fields of each class; null if not all that its objects have can be seen. */
  private static final ClassValue<Known> OF_OBJECTS =
      new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
          return find(type);
        }
      };

  private static final ClassValue<Known> OF_CLASSES =
      new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
          List<Field> fields = new ArrayList<>();
          return new Known(fields, collect(type, true, fields));
        }
      };

  private record Known(List<Field> fields, boolean areAll) {}

  private ObjectFields() {}

  private static Known find(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each = type; each != Object.class && each != null; each = each.getSuperclass()) {
      boolean isOfProgram = Shadowed.class.isAssignableFrom(each) || each.isHidden();
      boolean isHarmless = each == Enum.class || each == Record.class || each == Thread.class;
      if (!isOfProgram && !isHarmless || isOfProgram && !collect(each, false, fields)) {
        return new Known(fields, false);
      }
    }
    return new Known(fields, true);
  }

  private static boolean collect(Class<?> type, boolean isStatic, List<Field> into) {
    Field[] declared;
    try {
      declared = type.getDeclaredFields();
    } catch (LinkageError e) {
      return false; // one of them has a class that is not there
    }
    for (Field field : declared) {
      boolean isWanted =
          Modifier.isStatic(field.getModifiers()) == isStatic && !field.getName().startsWith(OWN);
      if (isWanted) {
        if (!field.trySetAccessible()) {
          return false;
        }
        into.add(field);
      }
    }
    return true;
  }

  /** Adds the values of all fields of an object. */
  static void addTo(StateLook look, Object object) {
    add(look, OF_OBJECTS.get(object.getClass()), object);
  }

  /** Adds the values of the static fields that a class declares. */
  static void addStaticsTo(StateLook look, Class<?> type) {
    add(look, OF_CLASSES.get(type), null);
  }

  private static void add(
      StateLook look, Known known, @org.jspecify.annotations.Nullable Object owner) {
    if (!known.areAll()) {
      look.miss();
      return;
    }
    try {
      for (Field field : known.fields()) {
        add(look, field, owner);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field was accessible", e);
    }
  }

  private static void add(
      StateLook look, Field field, @org.jspecify.annotations.Nullable Object owner)
      throws IllegalAccessException {
    Class<?> type = field.getType();
    if (!type.isPrimitive()) {
      look.add(field.get(owner));
    } else if (type == double.class) {
      look.add(Double.doubleToRawLongBits(field.getDouble(owner)));
    } else if (type == float.class) {
      look.add(Float.floatToRawIntBits(field.getFloat(owner)));
    } else if (type == boolean.class) {
      look.add(field.getBoolean(owner) ? 1 : 0);
    } else if (type == char.class) {
      look.add(field.getChar(owner));
    } else {
      look.add(field.getLong(owner));
    }
  }
}
