package dev.clew.jvm.agent;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.MethodTooLargeException;

/**
 * The methods of a class, as name and descriptor, that with all hooks would be larger than a method
 * can be. They have fewer: what they must have are the guards that initialise classes, and models
 * in the place of monitors and of calls that control threads.
 */
final class LargeMethods {
  /** Those whose calls alone have hooks. */
  private final Set<String> few = new HashSet<>();

  /** Those that have none they can do without. */
  private final Set<String> fewest = new HashSet<>();

  /** A method is too large with the hooks that it has; false if it cannot have fewer. */
  boolean add(String method) {
    return few.add(method) || fewest.add(method);
  }

  /** Has it no hooks for its accesses? */
  boolean hasFew(String method) {
    return few.contains(method);
  }

  /** Has it none for its calls either? */
  boolean hasFewest(String method) {
    return fewest.contains(method);
  }

  /** How the source calls a method: an initialiser was made an ordinary one. */
  static String nameInSource(MethodTooLargeException e) {
    String name = e.getMethodName();
    return name.equals(Guards.STATIC_INITIALISER) ? "static initialiser" : name;
  }
}
