package dev.clew.jvm.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** Where a program begins: its {@code main}, or a method without arguments of a new object. */
public final class EntryPoint implements Runnable {
  private static final String MAIN = "main";

  private final ClassLoader loader;
  private final MethodHandle call;
  private final boolean isStatic;

  private EntryPoint(ClassLoader loader, MethodHandle call, boolean isStatic) {
    this.loader = loader;
    this.call = call;
    this.isStatic = isStatic;
  }

  /**
   * The main method of a class.
   *
   * @throws UnusableProgram if there is no such class or it has no main method
   */
  public static EntryPoint main(ClassLoader loader, String className, List<String> arguments) {
    Class<?> type = load(loader, className);
    String[] array = arguments.toArray(new String[0]);
    for (Method method : publicMethods(type)) {
      boolean isMain =
          method.getName().equals(MAIN)
              && Modifier.isStatic(method.getModifiers())
              && method.getReturnType() == void.class
              && Arrays.equals(method.getParameterTypes(), new Class<?>[] {String[].class});
      if (isMain) {
        MethodHandle handle =
            handle(method).asType(MethodType.methodType(void.class, String[].class));
        return new EntryPoint(loader, new Arguments(array).bind(handle), true);
      }
    }
    throw new UnusableProgram(
        "class "
            + className
            + " has no method public static void main(String[])."
            + methodsToChoose(type));
  }

  /** A fresh copy of the arguments for every execution. */
  private record Arguments(String[] values) {
    String[] copy() {
      return values.clone();
    }

    MethodHandle bind(MethodHandle main) {
      try {
        MethodHandle copy =
            MethodHandles.lookup()
                .findVirtual(Arguments.class, "copy", MethodType.methodType(String[].class))
                .bindTo(this);
        return MethodHandles.foldArguments(main, copy);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * A test method of JUnit, with all that belongs to it; or any public method without arguments:
   * static, or of an object made by the constructor without arguments, in every execution anew.
   *
   * @throws UnusableProgram if there is no such class, method or constructor
   */
  public static EntryPoint method(ClassLoader loader, String className, String methodName) {
    Class<?> type = load(loader, className);
    Method method;
    try {
      JUnitNames names = new JUnitNames(loader);
      Method test = names.test(type, methodName);
      if (test != null) {
        return new EntryPoint(loader, call(new TestMethod(type, test, names)), false);
      }
      method = type.getMethod(methodName);
    } catch (NoSuchMethodException e) {
      throw new UnusableProgram(
          "class "
              + className
              + " has no public method "
              + methodName
              + "() without arguments."
              + methodsToChoose(type));
    } catch (NoClassDefFoundError e) {
      throw lacking(type, e);
    }
    MethodHandle call = handle(method);
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    if (!isStatic) {
      call = MethodHandles.foldArguments(call, maker(type, call));
    }
    return new EntryPoint(loader, call.asType(MethodType.methodType(void.class)), isStatic);
  }

  private static MethodHandle maker(Class<?> type, MethodHandle call) {
    try {
      return handle(type.getDeclaredConstructor())
          .asType(MethodType.methodType(call.type().parameterType(0)));
    } catch (NoSuchMethodException e) {
      throw new UnusableProgram(
          "class "
              + type.getName()
              + " has no constructor without arguments, so no object can be made to call the method"
              + " on. Make the method static or add one.");
    }
  }

  private static MethodHandle call(TestMethod test) {
    try {
      return MethodHandles.lookup()
          .findVirtual(TestMethod.class, "run", MethodType.methodType(void.class))
          .bindTo(test);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A method that can be called whoever may see it. */
  static MethodHandle handle(Method method) {
    try {
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (IllegalAccessException e) {
      throw new UnusableProgram("cannot call " + method + ": " + e.getMessage());
    }
  }

  /** The same of a constructor. */
  static MethodHandle handle(Constructor<?> constructor) {
    try {
      constructor.setAccessible(true);
      return MethodHandles.lookup().unreflectConstructor(constructor);
    } catch (IllegalAccessException e) {
      throw new UnusableProgram("cannot call " + constructor + ": " + e.getMessage());
    }
  }

  private static Class<?> load(ClassLoader loader, String className) {
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException e) {
      throw new UnusableProgram(
          "there is no class "
              + className
              + " on the class path. Give the directory or jar that holds it with -cp, and the"
              + " name with its package.");
    } catch (LinkageError e) {
      throw unloadable(loader, className, e);
    }
  }

  private static UnusableProgram unloadable(ClassLoader loader, String className, LinkageError e) {
    String damage = loader instanceof ProgramLoader own ? own.damage() : "";
    return new UnusableProgram(
        damage.isEmpty() ? "class " + className + " cannot be loaded: " + e : damage);
  }

  private static Method[] publicMethods(Class<?> type) {
    try {
      return type.getMethods();
    } catch (NoClassDefFoundError e) {
      throw lacking(type, e);
    } catch (LinkageError e) {
      throw unloadable(type.getClassLoader(), type.getName(), e);
    }
  }

  /** Looking for a method needs all classes that a signature names. */
  private static UnusableProgram lacking(Class<?> type, NoClassDefFoundError error) {
    return new UnusableProgram(
        "class "
            + type.getName()
            + " needs the class "
            + String.valueOf(error.getMessage()).replace('/', '.')
            + ", which is not on the class path. Add the directory or jar that holds it to -cp.");
  }

  private static String methodsToChoose(Class<?> type) {
    List<String> names =
        Arrays.stream(publicMethods(type))
            .filter(m -> m.getDeclaringClass() == type && m.getParameterCount() == 0)
            .filter(m -> !m.isSynthetic())
            .map(Method::getName)
            .sorted()
            .distinct()
            .limit(8)
            .toList();
    return names.isEmpty()
        ? ""
        : " It has " + String.join(", ", names) + ": give " + type.getName() + "#" + names.get(0);
  }

  /** Whether it is one static method and nothing else. */
  boolean isStatic() {
    return isStatic;
  }

  /** The loader of the program. */
  ClassLoader loader() {
    return loader;
  }

  @Override
  public void run() {
    try {
      call.invokeExact();
    } catch (Throwable e) {
      throw sneaky(e);
    }
  }

  /** Throws anything as it is: what the program threw must not be wrapped. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E sneaky(Throwable e) throws E {
    throw (E) e;
  }
}
