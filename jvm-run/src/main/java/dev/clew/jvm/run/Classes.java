package dev.clew.jvm.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A small number for each class name, given when a class is transformed and put into its code.
 *
 * <p>Names are internal ones, with slashes. The numbers last as long as the JVM.
 */
public final class Classes {
  private static final Map<String, Integer> NUMBERS = new HashMap<>();
  private static final List<String> NAMES = new ArrayList<>();

  private Classes() {}

  /** The number of a class, a new one if it has none. */
  public static synchronized int number(String internalName) {
    Integer known = NUMBERS.get(internalName);
    if (known != null) {
      return known;
    }
    int number = NAMES.size();
    NAMES.add(internalName);
    NUMBERS.put(internalName, number);
    return number;
  }

  /** The class that has this number. */
  public static synchronized String name(int number) {
    return NAMES.get(number);
  }

  /** How many classes have a number. */
  public static synchronized int count() {
    return NAMES.size();
  }
}
