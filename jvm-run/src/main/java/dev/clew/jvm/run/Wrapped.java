package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What streams, writers and their like write to, or read from: what one thread prints another one
 * may find in the buffer below.
 */
final class Wrapped {
  private static final String IO = "java.io.";

  private static final String CHANNELS = "java.nio.channels.Channels$";

  /**
   * The fields by the name of the class that declares them: the first that is not null counts. Not
   * every version of the JDK has all of them.
   */
  private static final Map<String, List<String>> FIELDS =
      Map.ofEntries(
          entry(IO + "BufferedReader", "in"),
          entry(IO + "BufferedWriter", "out"),
          entry(IO + "FilterInputStream", "in"),
          entry(IO + "FilterOutputStream", "out"),
          entry(IO + "FilterReader", "in"),
          entry(IO + "FilterWriter", "out"),
          entry(IO + "InputStreamReader", "sd"),
          entry(IO + "ObjectInputStream", "bin"),
          entry(IO + "ObjectInputStream$BlockDataInputStream", "in"),
          entry(IO + "ObjectInputStream$PeekInputStream", "in"),
          entry(IO + "ObjectOutputStream", "bout"),
          entry(IO + "ObjectOutputStream$BlockDataOutputStream", "out"),
          entry(IO + "OutputStreamWriter", "se"),
          entry(IO + "PrintWriter", "out"),
          entry(IO + "SequenceInputStream", "in"),
          entry(IO + "StreamTokenizer", "reader", "input"),
          entry(CHANNELS + "ReadableByteChannelImpl", "in"),
          entry(CHANNELS + "WritableByteChannelImpl", "out"),
          entry("java.util.Formatter", "a"),
          entry("java.util.Scanner", "source"),
          entry("sun.nio.ch.ChannelInputStream", "ch"),
          entry("sun.nio.ch.ChannelOutputStream", "ch"),
          entry("sun.nio.cs.StreamDecoder", "in", "ch"),
          entry("sun.nio.cs.StreamEncoder", "out", "ch"));

  /** Of a class whose objects have nothing below them. */
  private static final long[] NONE = {};

  private static final ClassValue<long[]> OFFSETS =
      new ClassValue<>() {
        @Override
        protected long[] computeValue(Class<?> type) {
          return offsets(type);
        }
      };

  private Wrapped() {}

  /** Whether objects of this class have something below them. */
  static boolean isWrapping(Class<?> type) {
    return OFFSETS.get(type) != NONE;
  }

  /**
   * The lowest object of the JDK that an object leads to and that can change; the object itself if
   * there is none. One of the program below it has hooks of its own.
   */
  static Object lowest(Object object) {
    Object found = object;
    while (true) {
      Object next = next(found);
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

  /** Whether an object of the JDK leads to one of the program. */
  static boolean isOverProgram(Object object) {
    Object last = object;
    Object next = next(last);
    while (next != null && next != last && !(next instanceof Shadowed)) {
      last = next;
      next = next(last);
    }
    return next instanceof Shadowed && next != last;
  }

  private static @Nullable Object next(Object object) {
    for (long each : OFFSETS.get(object.getClass())) {
      Object found = memory().getReference(object, each);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static long[] offsets(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      List<String> fields = each.getClassLoader() == null ? FIELDS.get(each.getName()) : null;
      if (fields != null) {
        return offsets(each, fields);
      }
    }
    return NONE;
  }

  private static long[] offsets(Class<?> type, List<String> fields) {
    Set<String> declared = new HashSet<>();
    for (Field each : type.getDeclaredFields()) {
      declared.add(each.getName());
    }
    return fields.stream()
        .filter(declared::contains)
        .mapToLong(each -> memory().objectFieldOffset(type, each))
        .toArray();
  }

  private static Map.Entry<String, List<String>> entry(String type, String... fields) {
    return Map.entry(type, List.of(fields));
  }

  private static Memory memory() {
    try {
      return Internals.memory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The classes of the table, each with its fields. */
  static Map<String, List<String>> fields() {
    return FIELDS;
  }
}
