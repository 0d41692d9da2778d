package dev.clew.jvm.program;

import dev.clew.jvm.run.MadeObjects;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.PublicTypes;
import dev.clew.jvm.run.Shadowed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What follows from where objects of the JDK were made. */
final class MadeAt {
  private MadeAt() {}

  /** The collections or arrays that a number stands for which means all that a site made. */
  static List<Object> of(Objects objects, int number) {
    List<Object> found = new ArrayList<>();
    int site = objects.siteOf(number);
    MadeObjects made = objects.made();
    for (int i = 0; site > 0 && i < made.count(); i++) {
      Object object = made.object(i);
      if (made.position(i) == site && isOfKind(object, objects.kindOf(number))) {
        found.add(object);
      }
    }
    return found;
  }

  private static boolean isOfKind(Object object, String kind) {
    return object.getClass().isArray()
        ? kind.equals("array")
        : ObjectNames.simpleName(PublicTypes.of(object.getClass())).equals(kind);
  }

  /**
   * Adds the local variables that hold objects which have no place yet.
   *
   * @param wanted the objects that matter
   */
  static void addVariables(
      Map<Object, Holders.Place> places, Set<Object> wanted, MadeObjects made, ClassLoader loader) {
    LocalVariables variables = new LocalVariables(loader);
    for (int i = 0; i < made.count(); i++) {
      Object object = made.object(i);
      boolean isOfProgram = object instanceof Shadowed;
      if (wanted.contains(object) && !places.containsKey(object) && !isOfProgram) {
        String variable = variables.of(object, made.position(i), made.method(i));
        if (!variable.isEmpty()) {
          places.put(object, new Holders.Place(null, variable));
        }
      }
    }
  }
}
