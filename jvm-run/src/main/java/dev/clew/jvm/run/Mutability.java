package dev.clew.jvm.run;

import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens if several threads call methods of one object of a class of the JDK.
 *
 * <p>One table for all classes that nothing else treats. It names classes and packages; the longest
 * name counts. A class that is not in it is taken for one that can change and does not care for
 * threads.
 */
public enum Mutability {
  /** Nothing that another thread could notice here: it cannot change, or it has a model. */
  NONE,
  /** It changes, and nothing protects it. */
  UNGUARDED,
  /** It changes and protects itself: the order of the calls matters. */
  GUARDED,
  /** The same, by its own monitor. */
  LOCKED;

  /** What the names of classes of the tool begin with that the program may get. */
  private static final String OF_TOOL = "dev.clew.";

  private static final boolean HAS_INTERNAL_LOCKS = hasInternalLocks();

  private static final Map<String, Mutability> TABLE = new HashMap<>();

  static {
    add(
        NONE,
        // Packages of values, and of what has models.
        "java.lang.",
        "java.math.",
        "java.time.",
        "java.util.concurrent.",
        "java.util.function.",
        "java.util.random.",
        // Access to memory, which is seen as such, and what programs have no names for.
        "jdk.internal.",
        "sun.misc.",
        "sun.reflect.",
        // Services that are made for several threads, and what belongs to the world outside.
        "java.net.",
        "java.nio.channels.",
        "java.nio.file.",
        "java.rmi.",
        "java.security.",
        "java.util.logging.",
        "java.util.prefs.",
        "java.util.spi.",
        "javax.management.",
        "javax.net.",
        "javax.security.",
        "javax.crypto.spec.",
        // Streams of values are used where they are made.
        "java.util.stream.",
        "java.util.Spliterator",
        "java.util.Spliterators",
        // Values.
        "java.io.File",
        "java.io.InputStream$1",
        "java.io.OutputStream$1",
        "java.io.Reader$1",
        "java.io.Writer$1",
        "java.io.FileDescriptor",
        "java.io.ObjectStreamClass",
        "java.io.ObjectStreamField",
        "java.io.Serializable",
        "java.nio.ByteOrder",
        "java.nio.charset.",
        "java.text.Annotation",
        "java.text.AttributedCharacterIterator$Attribute",
        "java.util.Base64",
        "java.util.Comparator",
        "java.util.Comparators",
        "java.util.Currency",
        "java.util.EventListener",
        "java.util.EventObject",
        "java.util.HexFormat",
        "java.util.ImmutableCollections",
        "java.util.KeyValueHolder",
        "java.util.AbstractMap$SimpleImmutableEntry",
        "java.util.Locale",
        "java.util.Optional",
        "java.util.OptionalDouble",
        "java.util.OptionalInt",
        "java.util.OptionalLong",
        "java.util.ResourceBundle",
        "java.util.UUID",
        "java.util.jar.JarEntry",
        "java.util.jar.JarFile",
        "java.util.zip.ZipEntry",
        "java.util.zip.ZipFile",
        "java.util.regex.MatchResult",
        "java.util.regex.Matcher$ImmutableMatchResult",
        "java.util.regex.Pattern",
        "javax.crypto.SecretKey",
        "javax.crypto.SecretKeyFactory",
        // Collections that cannot change, or are seen by what they are made of.
        "java.util.Arrays$ArrayList",
        "java.util.Collections",
        // What has a model, or uses one.
        "java.util.Random",
        "java.util.Timer",
        "java.util.TimerTask");
    add(
        UNGUARDED,
        "java.lang.Appendable",
        "java.lang.AutoCloseable",
        "java.lang.CharSequence",
        "java.lang.ProcessBuilder",
        "java.lang.Readable",
        "java.lang.StringBuilder",
        "java.nio.charset.CharsetDecoder",
        "java.nio.charset.CharsetEncoder",
        "java.security.MessageDigest",
        "java.security.Signature",
        "java.security.KeyPairGenerator",
        "java.time.format.DateTimeFormatterBuilder",
        "java.util.Calendar",
        "java.util.Locale$Builder",
        "java.util.TimeZone");
    add(
        GUARDED,
        "java.beans.PropertyChangeSupport",
        "java.beans.VetoableChangeSupport",
        "java.io.BufferedReader",
        "java.io.BufferedWriter",
        "java.io.CharArrayReader",
        "java.io.CharArrayWriter",
        "java.io.FileInputStream",
        "java.io.FileOutputStream",
        "java.io.FileReader",
        "java.io.FileWriter",
        "java.io.FilterInputStream",
        "java.io.FilterOutputStream",
        "java.io.FilterReader",
        "java.io.FilterWriter",
        "java.io.InputStreamReader",
        "java.io.LineNumberReader",
        "java.io.OutputStreamWriter",
        "java.io.PrintWriter",
        "java.io.PushbackReader",
        "java.io.RandomAccessFile",
        "java.io.StringReader",
        "java.io.StringWriter",
        "java.lang.ThreadGroup",
        "java.lang.ref.Reference",
        "java.lang.ref.PhantomReference",
        "java.lang.ref.SoftReference",
        "java.lang.ref.WeakReference",
        "sun.nio.ch.ChannelInputStream",
        "sun.nio.ch.ChannelOutputStream");
    add(
        LOCKED,
        "java.io.BufferedInputStream",
        "java.io.BufferedOutputStream",
        "java.io.ByteArrayInputStream",
        "java.io.ByteArrayOutputStream",
        "java.io.PrintStream",
        "java.util.Observable");
  }

  private static void add(Mutability mutability, String... names) {
    for (String each : names) {
      TABLE.put(each, mutability);
    }
  }

  /** Of a class or interface by its internal name, as far as the name tells. */
  public static Mutability ofName(String internalName) {
    Mutability found = find(internalName.replace('/', '.'));
    return found == null ? UNGUARDED : found;
  }

  /**
   * Of the objects of a class of the JDK.
   *
   * @param isExtended they are of a subclass in the program
   */
  static Mutability of(Class<?> type, boolean isExtended) {
    boolean isValue = type.isHidden() || type.isEnum() || type.isRecord() || type.isArray();
    if (isValue || type == Object.class || type.getName().startsWith(OF_TOOL)) {
      return NONE;
    }
    if (Throwable.class.isAssignableFrom(type)) {
      return LOCKED;
    }
    if (Thread.class.isAssignableFrom(type)) {
      return GUARDED;
    }
    Mutability found = isApi(type) ? null : findAbove(type);
    found = found == null ? find(type.getName()) : found;
    if (found != null) {
      return found == LOCKED && !usesMonitor(type) ? GUARDED : found;
    }
    // Skeletons of the JDK have no state but that of the program.
    return isExtended && Modifier.isAbstract(type.getModifiers()) ? NONE : UNGUARDED;
  }

  /** What is said of a class, null if nothing. */
  private static @Nullable Mutability find(String name) {
    Mutability found = TABLE.get(name);
    String outer = name;
    for (int end = outer.lastIndexOf('$'); found == null && end > 0; end = outer.lastIndexOf('$')) {
      outer = outer.substring(0, end);
      found = TABLE.get(outer);
    }
    for (int end = outer.lastIndexOf('.'); found == null && end > 0; end = outer.lastIndexOf('.')) {
      found = TABLE.get(outer.substring(0, end + 1));
      outer = outer.substring(0, end);
    }
    return found;
  }

  private static boolean isApi(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.") || name.startsWith("javax.");
  }

  /** What is said of what a class of the inside of the JDK stands for. */
  private static @Nullable Mutability findAbove(Class<?> type) {
    Mutability found = null;
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      found = found == null && isApi(each) ? find(each.getName()) : found;
      for (Class<?> implemented : each.getInterfaces()) {
        boolean counts = found == null && isApi(implemented) && !isMinor(implemented);
        found = counts ? find(implemented.getName()) : found;
      }
    }
    return found;
  }

  /** Interfaces that say nothing of what a class is. */
  private static boolean isMinor(Class<?> type) {
    return type == Cloneable.class
        || type == Comparable.class
        || type == java.io.Serializable.class;
  }

  /** Some versions of the JDK have other locks in the place of monitors. */
  private static boolean usesMonitor(Class<?> type) {
    return !type.getName().startsWith("java.io.")
        || type.getName().startsWith("java.io.ByteArray")
        || !HAS_INTERNAL_LOCKS;
  }

  private static boolean hasInternalLocks() {
    try {
      Class.forName("jdk.internal.misc.InternalLock", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
