package dev.clew.jvm.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers for the positions in source code from which instrumented code calls a hook.
 *
 * <p>Equal positions have the same number: all hooks of one line of one method share it. Numbers
 * are given in the order of first sight and never forgotten; 0 is a position nobody knows.
 */
public final class Sites {
  /** A line of a method. */
  private record Site(String className, String file, String method, int line) {}

  private static final Map<Site, Integer> NUMBERS = new HashMap<>();
  private static volatile Site[] sites = new Site[64];
  private static volatile int count;

  static {
    add("", "", "", 0);
  }

  private Sites() {}

  /**
   * The number of a position.
   *
   * @param className the name of the class, with dots
   * @param sourceFile the name of its source file without a directory, empty if unknown
   * @param method the name of the method
   * @param line the line in the file, 0 if unknown
   */
  public static synchronized int add(String className, String sourceFile, String method, int line) {
    Site site = new Site(className, sourceFile, method, line);
    Integer known = NUMBERS.get(site);
    if (known != null) {
      return known;
    }
    int number = count;
    Site[] table = number == sites.length ? Arrays.copyOf(sites, 2 * number) : sites;
    table[number] = site;
    sites = table;
    count = number + 1;
    NUMBERS.put(site, number);
    return number;
  }

  /** How many numbers were given. */
  public static int count() {
    return count;
  }

  /** The name of the class, with dots. */
  public static String className(int site) {
    return get(site).className;
  }

  /** The name of the source file, empty if unknown. */
  public static String file(int site) {
    return get(site).file;
  }

  /** The name of the method. */
  public static String method(int site) {
    return get(site).method;
  }

  /** The line, 0 if unknown. */
  public static int line(int site) {
    return get(site).line;
  }

  private static Site get(int site) {
    if (site >= count) {
      throw new IndexOutOfBoundsException("no site has number " + site);
    }
    return sites[site];
  }
}
