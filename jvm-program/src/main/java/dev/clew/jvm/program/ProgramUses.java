package dev.clew.jvm.program;

import dev.clew.jvm.agent.ConstantPool;
import dev.clew.jvm.run.Globals;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the classes of a program name, and which class of it does so first. */
final class ProgramUses {
  /** A name, and the class of the program that has it. */
  record Use(String name, String by) {}

  private final Map<String, String> classes = new TreeMap<>();
  private final Map<String, String> methods = new TreeMap<>();

  /** A class of the program is loaded. */
  synchronized void add(String className, ConstantPool pool) {
    for (String each : pool.classes()) {
      if (classes.putIfAbsent(each, className) == null) {
        Globals.use(each);
      }
    }
    for (String each : pool.methods()) {
      methods.putIfAbsent(each, className);
    }
  }

  /** A class, by its internal name, that the program names; null if there is none. */
  synchronized @Nullable Use findClass(Predicate<String> wanted) {
    return find(classes, wanted);
  }

  /** A method, as internal class name, dot, name, that the program calls; null if none. */
  synchronized @Nullable Use findMethod(Predicate<String> wanted) {
    return find(methods, wanted);
  }

  private static @Nullable Use find(Map<String, String> uses, Predicate<String> wanted) {
    for (Map.Entry<String, String> each : uses.entrySet()) {
      if (wanted.test(each.getKey())) {
        return new Use(each.getKey().replace('/', '.'), each.getValue());
      }
    }
    return null;
  }
}
