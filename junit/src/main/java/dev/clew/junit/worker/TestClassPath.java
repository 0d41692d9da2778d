package dev.clew.junit.worker;

import java.io.File;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The class path of the tests. */
final class TestClassPath {
  /**
   * The system properties that have it, the first that is there; then those that have more of it.
   * Surefire starts its JVM with a jar that names the real entries and is gone when tests are over.
   */
  private static final List<String> PLACES = List.of("surefire.test.class.path", "java.class.path");

  private static final String MODULES = "jdk.module.path";

  private TestClassPath() {}

  static String get() {
    Set<String> entries = new LinkedHashSet<>();
    for (String place : PLACES) {
      if (entries.isEmpty()) {
        add(entries, place);
      }
    }
    add(entries, MODULES);
    return String.join(File.pathSeparator, entries);
  }

  private static void add(Set<String> entries, String property) {
    for (String entry : System.getProperty(property, "").split(File.pathSeparator)) {
      if (!entry.isEmpty() && new File(entry).exists()) {
        entries.add(entry);
      }
    }
  }
}
