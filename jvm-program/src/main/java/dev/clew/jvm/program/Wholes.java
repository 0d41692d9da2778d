package dev.clew.jvm.program;

import dev.clew.jvm.run.MadeObjects;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pool or the future of the program to which something belongs that a model uses for it:
 * users know nothing of the latter.
 */
final class Wholes {
  private static final String MODELS = "dev.clew.jvm.run.";
  private static final int DEEPEST = 3;

  private final Set<Object> wanted;

  /** What models have for objects, and these: what one of them knows of belongs not to it. */
  private final Set<Object> others = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Map<Object, Object> wholes = new IdentityHashMap<>();

  private Wholes(Set<Object> wanted) {
    this.wanted = wanted;
  }

  /**
   * The objects of the program to which the wanted ones belong; those that belong to none are left
   * out.
   *
   * @param wanted a set by identity
   */
  static Map<Object, Object> of(Set<Object> wanted, MadeObjects made) {
    Wholes found = new Wholes(wanted);
    for (int i = 0; i < made.partCount(); i++) {
      found.others.add(made.part(i));
      found.others.add(made.whole(i));
    }
    for (int i = 0; i < made.partCount(); i++) {
      found.meet(made.part(i), made.whole(i), 0);
    }
    return found.wholes;
  }

  private void meet(@Nullable Object part, Object whole, int depth) {
    boolean isOfAnother = depth > 0 && part != null && others.contains(part);
    if (part == null || part == whole || isOfAnother) {
      return;
    }
    if (wanted.contains(part)) {
      wholes.put(part, whole);
    }
    if (depth == DEEPEST) {
      return;
    }
    if (part instanceof Collection<?> several) {
      several.forEach(each -> meet(each, whole, depth + 1));
    }
    for (Class<?> type = part.getClass(); isOfModels(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          meet(Holders.valueOf(field, part), whole, depth + 1);
        }
      }
    }
  }

  private static boolean isOfModels(@Nullable Class<?> type) {
    return type != null && type.getName().startsWith(MODELS);
  }
}
