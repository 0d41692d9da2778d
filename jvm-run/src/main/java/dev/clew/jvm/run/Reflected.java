package dev.clew.jvm.run;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * What a program is told when it asks a class for its members: what the class file has, not what
 * was added to it, and with the modifiers that they have there.
 *
 * <p>What is added has a name that begins as no other does; what else is different is declared when
 * the class is transformed.
 */
public final class Reflected {
  /** For a member whose name does not tell that the class file has none. */
  public static final int ADDED = -1;

  private static final String PREFIX = "$clew$";

  /** By the name of the class, with dots, then by that of the field or method. */
  private static final Map<String, Map<String, Integer>> DIFFERENT = new HashMap<>();

  /** Where the JDK keeps what it says of a member; found by the first who asks. */
  private record Places(Memory memory, long ofField, long ofTrust, long ofMethod) {
    private static final Places FOUND = find();

    private static Places find() {
      try {
        Memory memory = Internals.memory();
        return new Places(
            memory,
            memory.objectFieldOffset(Field.class, "modifiers"),
            memory.objectFieldOffset(Field.class, "trustedFinal"),
            memory.objectFieldOffset(Method.class, "modifiers"));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the JDK keeps modifiers elsewhere", e);
      }
    }
  }

  private Reflected() {}

  /**
   * What is different in a class that was transformed.
   *
   * @param className the name of the class, with dots
   * @param members by the name of a field, or the name and descriptor of a method: the modifiers
   *     that it lost, or {@link #ADDED}
   */
  public static synchronized void declare(String className, Map<String, Integer> members) {
    if (members.isEmpty()) {
      DIFFERENT.remove(className);
    } else {
      DIFFERENT.put(className, Map.copyOf(members));
    }
  }

  private static synchronized int lost(Class<?> declaring, String member) {
    Map<String, Integer> members = DIFFERENT.get(declaring.getName());
    return members == null ? 0 : members.getOrDefault(member, 0);
  }

  // --- fields and methods, of which the JDK gives everybody a copy

  /** A field as the class file has it. */
  public static Field field(Field found) throws NoSuchFieldException {
    if (!isDeclared(found)) {
      throw new NoSuchFieldException(found.getName());
    }
    return found;
  }

  /** The fields that the class files have. */
  public static Field[] fields(Field[] found) {
    return kept(found, Reflected::isDeclared, Field[]::new);
  }

  /** A method as the class file has it. */
  public static Method method(Method found) throws NoSuchMethodException {
    if (!isDeclared(found)) {
      throw new NoSuchMethodException(
          found.getDeclaringClass().getName() + "." + found.getName() + "()");
    }
    return found;
  }

  /** The methods that the class files have. */
  public static Method[] methods(Method[] found) {
    return kept(found, Reflected::isDeclared, Method[]::new);
  }

  /** Whether the class file has it; gives it back what it lost. */
  private static boolean isDeclared(Field field) {
    int lost = lost(field.getDeclaringClass(), field.getName());
    if (lost > 0) {
      Places places = Places.FOUND;
      places.memory.putInt(field, places.ofField, field.getModifiers() | lost);
      if (Modifier.isFinal(lost)) {
        places.memory.putBoolean(field, places.ofTrust, true);
      }
    }
    return lost != ADDED && !field.getName().startsWith(PREFIX);
  }

  private static boolean isDeclared(Method method) {
    StringBuilder name = new StringBuilder(method.getName()).append('(');
    for (Class<?> each : method.getParameterTypes()) {
      name.append(each.descriptorString());
    }
    name.append(')').append(method.getReturnType().descriptorString());
    int lost = lost(method.getDeclaringClass(), name.toString());
    if (lost > 0) {
      Places places = Places.FOUND;
      places.memory.putInt(method, places.ofMethod, method.getModifiers() | lost);
    }
    return !method.getName().startsWith(PREFIX);
  }

  // --- interfaces

  /** The interfaces that the class file names. */
  public static Class<?>[] interfaces(Class<?>[] found) {
    return kept(found, each -> each != Shadowed.class, Class<?>[]::new);
  }

  /** The interfaces that the class file names. */
  public static Type[] genericInterfaces(Type[] found) {
    return kept(found, each -> each != Shadowed.class, Type[]::new);
  }

  /** The interfaces that the class file names. */
  public static AnnotatedType[] annotatedInterfaces(AnnotatedType[] found) {
    return kept(found, each -> each.getType() != Shadowed.class, AnnotatedType[]::new);
  }

  private static <T> T[] kept(T[] found, Predicate<T> isKept, IntFunction<T[]> array) {
    return Arrays.stream(found).filter(isKept).toArray(array);
  }
}
