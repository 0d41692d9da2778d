package dev.clew.jvm.run;

/** Boxed primitives. */
final class Boxes {
  private Boxes() {}

  static boolean isOne(Object object) {
    return object instanceof Integer
        || object instanceof Long
        || object instanceof Boolean
        || object instanceof Character
        || object instanceof Byte
        || object instanceof Short
        || object instanceof Float
        || object instanceof Double;
  }

  /** The value as bits. */
  static long bits(Object box) {
    if (box instanceof Double number) {
      return Double.doubleToRawLongBits(number);
    }
    if (box instanceof Float number) {
      return Float.floatToRawIntBits(number);
    }
    if (box instanceof Number number) {
      return number.longValue();
    }
    return box instanceof Character letter ? letter : (Boolean) box ? 1 : 0;
  }

  /** Whether it is the one that everybody gets who boxes that value. */
  static boolean isShared(Object box) {
    long bits = bits(box);
    if (box instanceof Integer) {
      return box == Integer.valueOf((int) bits);
    }
    if (box instanceof Long) {
      return box == Long.valueOf(bits);
    }
    if (box instanceof Boolean) {
      return box == Boolean.valueOf(bits != 0);
    }
    if (box instanceof Character) {
      return box == Character.valueOf((char) bits);
    }
    if (box instanceof Short) {
      return box == Short.valueOf((short) bits);
    }
    return box instanceof Byte && box == Byte.valueOf((byte) bits);
  }
}
