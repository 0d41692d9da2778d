package dev.clew.jvm.run;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Files as objects that threads share: a text for each, by its path. What streams write to is known
 * from the path that the JDK keeps in them.
 */
final class FileKeys {
  /** What the texts begin with, and no system property does. */
  private static final String PREFIX = "file ";

  /** The fields that lead to the path, by the name of the class that declares them. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "java.io.FileInputStream", "path",
          "java.io.FileOutputStream", "path",
          "java.io.RandomAccessFile", "path",
          "sun.nio.ch.ChannelInputStream", "ch",
          "sun.nio.ch.ChannelOutputStream", "ch",
          "sun.nio.ch.FileChannelImpl", "path");

  private static final long NO_FIELD = -1;

  private static final ClassValue<Long> OFFSETS =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return offset(type);
        }
      };

  private static final Map<String, String> KEYS = new ConcurrentHashMap<>();

  private FileKeys() {}

  /** Whether it stands for a file. */
  static boolean isOne(String key) {
    return key.startsWith(PREFIX);
  }

  /** The file that is named by a text, a {@link File} or a {@link Path}; null if none is. */
  static @Nullable String named(@Nullable Object file) {
    if (file instanceof Path path) {
      return PREFIX.concat(path.toAbsolutePath().normalize().toString()).intern();
    }
    return file instanceof File || file instanceof String ? of(file.toString()) : null;
  }

  /** The file that a stream reads or writes; null if it is no stream of a file. */
  static @Nullable String below(Object stream) {
    Object found = stream;
    while (found != null && !(found instanceof String)) {
      long offset = OFFSETS.get(found.getClass());
      found = offset == NO_FIELD ? null : memory().getReference(found, offset);
    }
    return found instanceof String path ? of(path) : null;
  }

  /** How large the file of a key is, in words: what it holds is too much to tell. */
  static String size(String key) {
    File file = new File(key.substring(PREFIX.length()));
    return file.exists() ? file.length() + " bytes" : "not there";
  }

  private static @Nullable String of(String path) {
    String known = KEYS.get(path);
    if (known == null) {
      try {
        known = PREFIX.concat(Path.of(path).toAbsolutePath().normalize().toString()).intern();
      } catch (InvalidPathException e) {
        return null; // there can be no such file
      }
      KEYS.put(path, known);
    }
    return known;
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
}
