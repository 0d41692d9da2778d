package dev.clew.jvm.run;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Bootstrap methods of pattern switches, in place of those of {@code
 * java.lang.runtime.SwitchBootstraps}, which remember the enum constants of the first execution:
 * here constants are compared by name.
 */
public final class SwitchCases {
  private static final String ORIGINAL = "java.lang.runtime.SwitchBootstraps";

  /**
   * The label of a case that the original bootstrap must not decide: it has no instances. Public
   * because code that the bootstrap makes, for any caller, may name it.
   */
  public static final class Never {
    private Never() {}
  }

  private SwitchCases() {}

  /** A switch over any value; labels are classes, strings, numbers and enum constants. */
  public static CallSite typeSwitch(
      MethodHandles.Lookup caller, String name, MethodType type, Object... labels)
      throws Throwable {
    Object[] others = labels.clone();
    boolean hasConstants = false;
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] instanceof Enum.EnumDesc<?>) {
        others[i] = Never.class;
        hasConstants = true;
      }
    }
    CallSite original = original(caller, name, type, others);
    if (!hasConstants) {
      return original;
    }
    // (selector, start) -> first(labels, original(selector, start), selector, start)
    MethodHandle first =
        MethodHandles.insertArguments(
                own(
                    "firstConstant",
                    MethodType.methodType(
                        int.class, Object[].class, int.class, Object.class, int.class)),
                0,
                (Object) labels)
            .asType(type.insertParameterTypes(0, int.class));
    return new ConstantCallSite(MethodHandles.foldArguments(first, original.dynamicInvoker()));
  }

  /** A switch over the constants of one enum; labels are names of constants, and classes. */
  public static CallSite enumSwitch(
      MethodHandles.Lookup caller, String name, MethodType type, Object... labels)
      throws Throwable {
    MethodHandle first =
        own("firstName", MethodType.methodType(int.class, Object[].class, Object.class, int.class));
    return new ConstantCallSite(
        MethodHandles.insertArguments(first, 0, (Object) labels.clone()).asType(type));
  }

  /** The first case from {@code start} on that matches, given the first of the other cases. */
  private static int firstConstant(
      Object[] labels, int firstOther, @Nullable Object selector, int start) {
    if (selector instanceof Enum<?> constant) {
      for (int i = start; i < firstOther; i++) {
        if (labels[i] instanceof Enum.EnumDesc<?> label
            && constant.name().equals(label.constantName())
            && constant
                .getDeclaringClass()
                .descriptorString()
                .equals(label.constantType().descriptorString())) {
          return i;
        }
      }
    }
    return firstOther;
  }

  private static int firstName(Object[] labels, @Nullable Object selector, int start) {
    if (!(selector instanceof Enum<?> constant)) {
      return -1; // null
    }
    for (int i = start; i < labels.length; i++) {
      if (labels[i] instanceof Class<?> label
          ? label.isInstance(constant)
          : constant.name().equals(labels[i])) {
        return i;
      }
    }
    return labels.length;
  }

  private static MethodHandle own(String name, MethodType type)
      throws ReflectiveOperationException {
    return MethodHandles.lookup().findStatic(SwitchCases.class, name, type);
  }

  private static CallSite original(
      MethodHandles.Lookup caller, String name, MethodType type, Object[] labels) throws Throwable {
    MethodHandle bootstrap =
        MethodHandles.publicLookup()
            .findStatic(
                Class.forName(ORIGINAL),
                "typeSwitch",
                MethodType.methodType(
                    CallSite.class,
                    MethodHandles.Lookup.class,
                    String.class,
                    MethodType.class,
                    Object[].class));
    return (CallSite) bootstrap.asFixedArity().invoke(caller, name, type, labels);
  }
}
