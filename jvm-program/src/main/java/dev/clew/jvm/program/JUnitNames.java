package dev.clew.jvm.program;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the annotations of JUnit 5 and later say about the methods of a class, found by name. */
final class JUnitNames {
  static final String BEFORE_ALL = "org.junit.jupiter.api.BeforeAll";
  static final String BEFORE_EACH = "org.junit.jupiter.api.BeforeEach";
  static final String AFTER_EACH = "org.junit.jupiter.api.AfterEach";
  static final String AFTER_ALL = "org.junit.jupiter.api.AfterAll";

  private static final String TEST = "org.junit.jupiter.api.Test";
  private static final List<String> OTHER_TESTS =
      List.of("org.junit.jupiter.api.TestTemplate", "org.junit.jupiter.api.TestFactory");
  private static final String EXTENSION = "org.junit.jupiter.api.extension.ExtendWith";
  private static final String EXTENSIONS = "org.junit.jupiter.api.extension.Extensions";
  private static final List<String> FILLED =
      List.of(
          "org.junit.jupiter.api.extension.RegisterExtension", "org.junit.jupiter.api.io.TempDir");

  private final AnnotationNames annotations;

  JUnitNames(ClassLoader loader) {
    this.annotations = new AnnotationNames(loader);
  }

  /**
   * The test method of this name, null if JUnit knows none.
   *
   * @throws UnusableProgram if it is one that cannot be called without JUnit
   */
  @Nullable Method test(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Method method : each.getDeclaredMethods()) {
        if (method.getName().equals(name) && !method.isSynthetic() && isTest(method)) {
          return method;
        }
      }
    }
    return null;
  }

  private boolean isTest(Method method) {
    for (String other : OTHER_TESTS) {
      if (annotations.has(method, other)) {
        throw new UnusableProgram(
            "the method "
                + method.getName()
                + " is called by JUnit several times, each time with something else, which is not"
                + " there inside an execution. Make it a @Test or an @Interleavings.");
      }
    }
    return annotations.has(method, TEST);
  }

  /**
   * Checks that a test needs nothing that only JUnit has.
   *
   * @throws UnusableProgram if it does
   */
  void checkSupported(Class<?> type, Method test) {
    if (test.getParameterCount() > 0) {
      throw new UnusableProgram(
          "the test method "
              + test.getName()
              + " has parameters. What JUnit gives to parameters is not there inside an execution:"
              + " have the method make what it needs.");
    }
    for (Class<?> each = type; each != null; each = each.getDeclaringClass()) {
      checkNotExtended(each);
    }
  }

  private void checkNotExtended(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (annotations.has(each, EXTENSION) || annotations.has(each, EXTENSIONS)) {
        throw new UnusableProgram(
            "the class "
                + each.getName()
                + " has extensions of JUnit (@ExtendWith), which do nothing inside an execution."
                + " Move the method to a class without.");
      }
      for (Field field : each.getDeclaredFields()) {
        if (FILLED.stream().anyMatch(name -> annotations.has(field, name))) {
          throw new UnusableProgram(
              "the field "
                  + each.getName()
                  + "."
                  + field.getName()
                  + " belongs to an extension of JUnit, which does nothing inside an execution."
                  + " Move the method to a class without.");
        }
      }
    }
  }

  /** The methods with an annotation that come before a test: those of superclasses first. */
  List<Method> before(Class<?> type, String annotation) {
    return methods(hierarchy(type), annotation);
  }

  /** The methods with an annotation that come after a test: those of superclasses last. */
  List<Method> after(Class<?> type, String annotation) {
    List<Class<?>> hierarchy = hierarchy(type);
    Collections.reverse(hierarchy);
    return methods(hierarchy, annotation);
  }

  /** A class and what it inherits from; superclasses come first, then interfaces. */
  private static List<Class<?>> hierarchy(Class<?> type) {
    Set<Class<?>> found = new LinkedHashSet<>();
    if (type.getSuperclass() != null) {
      found.addAll(hierarchy(type.getSuperclass()));
    }
    for (Class<?> each : type.getInterfaces()) {
      found.addAll(hierarchy(each));
    }
    found.add(type);
    return new ArrayList<>(found);
  }

  private List<Method> methods(List<Class<?>> hierarchy, String annotation) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> type : hierarchy) {
      for (Method method : ownMethods(type)) {
        boolean isOverridden =
            hierarchy.stream()
                .filter(each -> each != type && type.isAssignableFrom(each))
                .flatMap(each -> ownMethods(each).stream())
                .anyMatch(each -> isOverridden(method, each));
        if (!isOverridden && annotations.has(method, annotation)) {
          checkNoParameters(method);
          methods.add(method);
        }
      }
    }
    return methods;
  }

  /** In the order of JUnit, which is always the same and means nothing. */
  private static List<Method> ownMethods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .sorted(
            Comparator.comparingInt((Method method) -> method.getName().hashCode())
                .thenComparing(Method::toString))
        .toList();
  }

  private static boolean isOverridden(Method earlier, Method method) {
    return earlier.getName().equals(method.getName())
        && Arrays.equals(earlier.getParameterTypes(), method.getParameterTypes());
  }

  private static void checkNoParameters(Method method) {
    if (method.getParameterCount() > 0) {
      throw new UnusableProgram(
          "the method "
              + method.getDeclaringClass().getName()
              + "."
              + method.getName()
              + " has parameters. What JUnit gives to parameters is not there inside an"
              + " execution.");
    }
  }
}
