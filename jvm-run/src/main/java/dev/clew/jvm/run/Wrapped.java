package dev.clew.jvm.run;

import java.util.Map;

/**
 * What streams, writers and their like write to, or read from: what one thread prints another one
 * may find in the buffer below.
 */
final class Wrapped {
  private static final String IO = "java.io.";

  /** The field by the name of the class that declares it. */
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry(IO + "BufferedReader", "in"),
          Map.entry(IO + "BufferedWriter", "out"),
          Map.entry(IO + "FilterInputStream", "in"),
          Map.entry(IO + "FilterOutputStream", "out"),
          Map.entry(IO + "FilterReader", "in"),
          Map.entry(IO + "FilterWriter", "out"),
          Map.entry(IO + "InputStreamReader", "sd"),
          Map.entry(IO + "OutputStreamWriter", "se"),
          Map.entry(IO + "PrintWriter", "out"),
          Map.entry("java.util.Formatter", "a"),
          Map.entry("java.util.Scanner", "source"),
          Map.entry("sun.nio.cs.StreamDecoder", "in"),
          Map.entry("sun.nio.cs.StreamEncoder", "out"));

  private static final long NO_FIELD = -1;

  private static final ClassValue<Long> OFFSETS =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return offset(type);
        }
      };

  private Wrapped() {}

  /** Whether objects of this class have something below them. */
  static boolean isWrapping(Class<?> type) {
    return OFFSETS.get(type) != NO_FIELD;
  }

  /**
   * The lowest object of the JDK that an object leads to and that can change; the object itself if
   * there is none. One of the program below it has hooks of its own.
   */
  static Object lowest(Object object) {
    Object found = object;
    while (true) {
      long offset = OFFSETS.get(found.getClass());
      Object next = offset == NO_FIELD ? null : memory().getReference(found, offset);
      if (next == null || next == found || next instanceof Shadowed) {
        return found;
      }
      boolean isOther = CollectionKind.of(next).sort == CollectionKind.Sort.OTHER;
      if (isOther && !(next instanceof ProgramOutput) && !isWrapping(next.getClass())) {
        return found;
      }
      found = next;
    }
  }

  private static long offset(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      String field = each.getClassLoader() == null ? FIELDS.get(each.getName()) : null;
      if (field != null) {
        return memory().objectFieldOffset(each, field);
      }
    }
    return NO_FIELD;
  }

  private static Memory memory() {
    try {
      return Internals.memory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The classes of the table, each with its field. */
  static Map<String, String> fields() {
    return FIELDS;
  }
}
