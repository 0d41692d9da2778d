package dev.clew.jvm.program;

import dev.clew.jvm.agent.ConstantPool;
import dev.clew.jvm.agent.JdkClasses;
import dev.clew.jvm.run.Globals;
import dev.clew.jvm.run.SeenClasses;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the classes of a program name, and which class of it does so first. */
final class ProgramUses implements SeenClasses {
  /** A name, and the class of the program that has it. */
  record Use(String name, String by) {}

  private static final String CONSTRUCTOR = ".<init>";

  /** Classes that make objects by other methods. */
  private static final Set<String> FACTORIES =
      Set.of("java/util/concurrent/CompletableFuture", "java/util/concurrent/Executors");

  private final Map<String, String> classes = new TreeMap<>();
  private final Map<String, String> methods = new TreeMap<>();
  private final Map<String, String> superclasses = new TreeMap<>();
  private final Set<String> elsewhere = new TreeSet<>();

  /** A class of the program is loaded. */
  synchronized void add(String className, ConstantPool pool) {
    superclasses.put(className.replace('.', '/'), pool.superclass());
    for (String each : pool.classes()) {
      if (classes.putIfAbsent(each, className) == null) {
        Globals.use(each);
      }
    }
    for (String each : pool.methods()) {
      methods.putIfAbsent(each, className);
    }
  }

  /**
   * The classes of the JDK, without their packages, of which the program makes objects that are
   * meant to be shared, though the order in which threads use them is not explored.
   */
  synchronized Set<String> unexplored() {
    Set<String> found = new TreeSet<>();
    for (String each : methods.keySet()) {
      int dot = each.indexOf('.');
      boolean makesObject =
          each.endsWith(CONSTRUCTOR) || FACTORIES.contains(each.substring(0, dot));
      if (makesObject && JdkClasses.isUnexplored(each.substring(0, dot))) {
        found.add(each.substring(each.lastIndexOf('/') + 1, dot).replace('$', '.'));
      }
    }
    return found;
  }

  @Override
  public synchronized int size() {
    return methods.size();
  }

  @Override
  public Set<String> toTell() {
    return unexplored();
  }

  @Override
  public synchronized void hear(String name) {
    elsewhere.add(name);
  }

  /** What other processes found {@link #unexplored}. */
  synchronized Set<String> seenElsewhere() {
    return Set.copyOf(elsewhere);
  }

  /** A class, by its internal name, that the program names; null if there is none. */
  synchronized @Nullable Use findClass(Predicate<String> wanted) {
    return find(classes, wanted);
  }

  /** A method, as internal class name, dot, name, that the program calls; null if none. */
  synchronized @Nullable Use findMethod(Predicate<String> wanted) {
    return find(methods, wanted);
  }

  /** Whether a class of the program, by its internal name, is a kind of another class. */
  synchronized boolean isKindOf(String className, String ancestor) {
    String each = className;
    while (each != null && !each.equals(ancestor)) {
      each = superclasses.get(each);
    }
    return each != null;
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
