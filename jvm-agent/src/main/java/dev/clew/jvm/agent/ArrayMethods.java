package dev.clew.jvm.agent;

import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Methods of the JDK that read the elements of an array of numbers that they are given, or write
 * them: those of texts, streams, buffers, digests and random numbers.
 */
final class ArrayMethods {
  private static final Set<String> OWNERS =
      Set.of(
          "java/lang/String",
          "java/lang/StringBuffer",
          "java/lang/StringBuilder",
          "java/security/MessageDigest",
          "java/util/Base64$Decoder",
          "java/util/Base64$Encoder",
          "java/util/Random",
          "java/util/stream/DoubleStream",
          "java/util/stream/IntStream",
          "java/util/stream/LongStream",
          "java/util/zip/Adler32",
          "java/util/zip/CRC32",
          "java/util/zip/Checksum");

  /** Methods that write; all others read. */
  private static final Set<String> WRITES =
      Set.of("getBytes", "getChars", "nextBytes", "read", "readFully", "readNBytes");

  private ArrayMethods() {}

  /** Does a call get at the elements of an array among its arguments? */
  static boolean isMeant(String owner, String name, String descriptor) {
    boolean keepsIt = name.equals("<init>") || name.equals("wrap"); // and uses it later
    boolean isMeant =
        OWNERS.contains(owner)
            || owner.startsWith("java/io/") && !keepsIt
            || owner.startsWith("java/nio/") && owner.endsWith("Buffer") && !keepsIt;
    return isMeant && descriptor.indexOf('[') > 0 && hasNumbers(descriptor);
  }

  private static boolean hasNumbers(String descriptor) {
    for (Type each : Type.getArgumentTypes(descriptor)) {
      if (isOfNumbers(each)) {
        return true;
      }
    }
    return false;
  }

  static boolean isOfNumbers(Type type) {
    return type.getSort() == Type.ARRAY
        && type.getDimensions() == 1
        && type.getElementType().getSort() < Type.ARRAY;
  }

  /** Does a call write what it gets, and not read it? */
  static boolean isWrite(String owner, String name) {
    return WRITES.contains(name) || owner.endsWith("Buffer") && name.equals("get");
  }
}
