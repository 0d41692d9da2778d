package dev.clew.jvm.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers for the declared fields that instrumented code accesses.
 *
 * <p>Equal fields have the same number, whichever class accesses them. Numbers are given from 0 in
 * the order of first sight and never forgotten.
 */
public final class Fields {
  /** A declared field. */
  private record Field(
      String declaringClass,
      String name,
      String descriptor,
      boolean isStatic,
      boolean isVolatile) {}

  private static final Map<Field, Integer> NUMBERS = new HashMap<>();
  private static volatile Field[] fields = new Field[64];
  private static volatile int count;

  /** The slot of each instance field plus one, 0 if unknown. */
  private static volatile int[] slots = new int[64];

  private static volatile boolean[] atomic = new boolean[64];

  private Fields() {}

  /**
   * The number of a field.
   *
   * @param declaringClass the internal name of the class that declares it
   */
  public static synchronized int add(
      String declaringClass, String name, String descriptor, boolean isStatic, boolean isVolatile) {
    Field field = new Field(declaringClass, name, descriptor, isStatic, isVolatile);
    Integer known = NUMBERS.get(field);
    if (known != null) {
      return known;
    }
    int number = count;
    Field[] table = number == fields.length ? Arrays.copyOf(fields, 2 * number) : fields;
    table[number] = field;
    fields = table;
    count = number + 1;
    NUMBERS.put(field, number);
    return number;
  }

  /** The number of a field, -1 if it has none. */
  public static synchronized int find(
      String declaringClass, String name, String descriptor, boolean isStatic, boolean isVolatile) {
    Integer known = NUMBERS.get(new Field(declaringClass, name, descriptor, isStatic, isVolatile));
    return known == null ? -1 : known;
  }

  /** The number of the field of this name, whatever its type; -1 if it has none. */
  static synchronized int named(String declaringClass, String name) {
    for (Map.Entry<Field, Integer> each : NUMBERS.entrySet()) {
      Field field = each.getKey();
      if (field.declaringClass.equals(declaringClass) && field.name.equals(name)) {
        return each.getValue();
      }
    }
    return -1;
  }

  /** Says where an instance field is among those of its class that hooks know. */
  public static synchronized void setSlot(int field, int slot) {
    int[] table = slots;
    if (field >= table.length) {
      table = Arrays.copyOf(table, Math.max(2 * table.length, field + 1));
    }
    table[field] = slot + 1;
    slots = table;
  }

  /** The slot of an instance field, -1 if it is unknown. */
  public static int slot(int field) {
    int[] table = slots;
    return field < table.length ? table[field] - 1 : -1;
  }

  /** From now on all accesses to a field are visible and say what they find. */
  public static synchronized void setAtomic(int field) {
    boolean[] table = atomic;
    if (field >= table.length) {
      table = Arrays.copyOf(table, Math.max(2 * table.length, field + 1));
    }
    table[field] = true;
    atomic = table;
  }

  /** Whether all accesses to a field are visible and say what they find, in every program. */
  public static boolean isAtomic(int field) {
    boolean[] table = atomic;
    return field < table.length && table[field];
  }

  /** How many numbers were given. */
  public static int count() {
    return count;
  }

  /** The internal name of the class that declares it. */
  public static String declaringClass(int field) {
    return get(field).declaringClass;
  }

  /** The name of the field. */
  public static String name(int field) {
    return get(field).name;
  }

  /** The descriptor of its type. */
  public static String descriptor(int field) {
    return get(field).descriptor;
  }

  /** Does it belong to the class? */
  public static boolean isStatic(int field) {
    return get(field).isStatic;
  }

  /** Is it declared volatile? */
  public static boolean isVolatile(int field) {
    return get(field).isVolatile;
  }

  private static Field get(int field) {
    if (field >= count) {
      throw new IndexOutOfBoundsException("no field has number " + field);
    }
    return fields[field];
  }
}
