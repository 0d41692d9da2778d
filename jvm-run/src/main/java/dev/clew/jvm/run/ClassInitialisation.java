package dev.clew.jvm.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The initialisation of the classes of the program under test, once per execution.
 *
 * <p>The procedure of the JVM (JVMS 5.5) happens once per class and cannot be undone, so
 * instrumentation takes it over: the static initialiser is an ordinary method, and wherever the JVM
 * would check that the class is initialised, the code of the program checks it (a guard) and calls
 * the method {@code $clew$init}, which asks {@link #begin} what to do.
 */
public final class ClassInitialisation {
  /** Answer of {@link #begin}: run the initialiser, then call {@link #end} or {@link #fail}. */
  public static final int RUN = 0;

  /** Answer of {@link #begin}: nothing to do now, nor for later guards in the same turn. */
  public static final int INITIALISED = 1;

  /** Answer of {@link #begin}: the caller is in the initialiser; go on. */
  public static final int RECURSIVE = 2;

  /** Name of the method that initialises a class if needed. */
  public static final String INIT = "$clew$init";

  /** The static fields of an interface are in a class with its name and this added. */
  public static final String HOLDER = "$clew$statics";

  private static final byte UNTOUCHED = 0;
  private static final byte RUNNING = 1;
  private static final byte DONE = 2;
  private static final byte FAILED = 3;

  /** What is needed to say how the initialiser of a class failed. */
  private record Failed(Throwable cause, String thread) {}

  private static byte[] states = new byte[64];
  private static @Nullable Thread[] runners = new @Nullable Thread[64];
  private static @Nullable Failed[] failures = new @Nullable Failed[64];
  private static final List<@Nullable Class<?>> types = new ArrayList<>();
  private static final List<Class<?>> enums = new ArrayList<>();

  private ClassInitialisation() {}

  // --- called by $clew$init

  /**
   * Asks what a thread that needs the class initialised has to do; waits if another one is at it.
   */
  public static int begin(Class<?> type, int number) {
    grow(number + 1);
    if (states[number] == UNTOUCHED || isRunningElsewhere(number)) {
      InitialisationLock.lock(number);
      if (states[number] == UNTOUCHED) {
        states[number] = RUNNING;
        runners[number] = Thread.currentThread();
        while (types.size() <= number) {
          types.add(null);
        }
        types.set(number, type);
        if (type.isEnum() && !enums.contains(type)) {
          enums.add(type);
        }
        return RUN;
      }
      InitialisationLock.unlock(number);
    } else if (states[number] != RUNNING) {
      InitialisationLock.pass(number);
    }
    return switch (states[number]) {
      case DONE -> INITIALISED;
      case FAILED -> throw noClassDefFound(type, number);
      // By this thread; or by another one, and this one is not controlled and must not wait.
      default -> {
        InitialisationLock.again(number);
        yield RECURSIVE;
      }
    };
  }

  /** The initialiser has come to its end. */
  public static void end(Class<?> type, int number) {
    finish(number, DONE);
  }

  /** The initialiser ended with an exception; returns what the thread has to throw. */
  public static Error fail(Class<?> type, int number, Throwable thrown) {
    Execution now = Hooks.execution();
    if (now != null && Hooks.isControlled()) {
      now.initialisers.notice(now.current);
    }
    failures[number] = new Failed(thrown, Thread.currentThread().getName());
    finish(number, FAILED);
    return thrown instanceof Error error ? error : new ExceptionInInitializerError(thrown);
  }

  /** Others find the class initialised once the lock is given back, which may be an operation. */
  private static void finish(int number, byte state) {
    InitialisationLock.unlock(number);
    states[number] = state;
    runners[number] = null;
  }

  private static boolean isRunningElsewhere(int number) {
    return states[number] == RUNNING && runners[number] != Thread.currentThread();
  }

  private static void grow(int length) {
    if (states.length < length) {
      int newLength = Math.max(length, 2 * states.length);
      states = Arrays.copyOf(states, newLength);
      runners = Arrays.copyOf(runners, newLength);
      failures = Arrays.copyOf(failures, newLength);
    }
  }

  /** As the JVM says it, see JDK-8048190. */
  private static NoClassDefFoundError noClassDefFound(Class<?> type, int number) {
    NoClassDefFoundError error =
        new NoClassDefFoundError("Could not initialize class " + type.getName());
    Failed failed = failures[number];
    if (failed != null) {
      Throwable cause = failed.cause();
      if (cause instanceof ExceptionInInitializerError && cause.getCause() != null) {
        cause = cause.getCause();
      }
      String message = cause.getMessage();
      ExceptionInInitializerError first =
          new ExceptionInInitializerError(
              "Exception "
                  + cause.getClass().getName()
                  + (message == null ? "" : ": " + message)
                  + " [in thread \""
                  + failed.thread()
                  + "\"]");
      first.setStackTrace(cause.getStackTrace());
      error.initCause(first);
    }
    return error;
  }

  /** Adds which classes are initialised, and their static fields, to the state of the program. */
  static void addTo(StateLook look) {
    for (int number = 0; number < states.length; number++) {
      Class<?> type = states[number] == DONE ? types.get(number) : null;
      if (states[number] == RUNNING || states[number] == FAILED) {
        look.miss();
      }
      if (type != null && type.isInterface()) {
        look.miss(); // its fields are elsewhere
      } else if (type != null) {
        look.add(number);
        ObjectFields.addStaticsTo(look, type);
      }
    }
  }

  /** Whether a class was initialised in this execution, by its binary name. */
  public static boolean isDone(String name) {
    for (int number = 0; number < types.size(); number++) {
      Class<?> type = types.get(number);
      if (type != null && states[number] == DONE && type.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** What is known of all classes in this execution; differs where it matters. */
  public static byte[] states() {
    return states.clone();
  }

  // --- executions

  /**
   * Forgets what the execution before initialised. To be called before anything of the program
   * runs, with a {@link Hooks#turn} that no execution had before.
   */
  public static void startExecution() {
    Arrays.fill(states, UNTOUCHED);
    Arrays.fill(runners, null);
    Arrays.fill(failures, null);
    for (Class<?> each : enums) {
      EnumCaches.clear(each);
    }
  }

  /** What {@link Class} remembers of the constants of an enum. */
  private static final class EnumCaches {
    private static final VarHandle CONSTANTS = find("enumConstants", Object[].class);
    private static final VarHandle DIRECTORY = find("enumConstantDirectory", Map.class);

    private static VarHandle find(String name, Class<?> type) {
      try {
        // Not by reflection, which hides these fields.
        return MethodHandles.privateLookupIn(Class.class, MethodHandles.lookup())
            .findVarHandle(Class.class, name, type);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(
            "no access to Class." + name + " (needs --add-opens java.base/java.lang)", e);
      }
    }

    private static void clear(Class<?> type) {
      CONSTANTS.setVolatile(type, (Object[]) null);
      DIRECTORY.setVolatile(type, (Map<?, ?>) null);
    }
  }

  // --- for code that reaches classes by reflection

  private static final ClassValue<Optional<MethodHandle>> INITIALISERS =
      new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> type) {
          return findInitialiser(type);
        }
      };

  /** Initialises a class if it is one of the program under test and not initialised yet. */
  public static void ensure(Class<?> type) {
    Optional<MethodHandle> initialiser = INITIALISERS.get(type);
    if (initialiser.isPresent()) {
      try {
        initialiser.get().invokeExact();
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable t) {
        throw new IllegalStateException(INIT + " declares no exceptions", t);
      }
    }
  }

  /** In place of {@link Class#forName(String, boolean, ClassLoader)}. */
  public static Class<?> forName(String name, boolean initialises, @Nullable ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> found = Class.forName(name, initialises, loader);
    if (initialises) {
      ensure(found);
    }
    return found;
  }

  /**
   * The field to use in place of one that was found by reflection: initialises its class if it is
   * static, and knows where the fields of interfaces are.
   */
  public static Field field(Field field) {
    if (!Modifier.isStatic(field.getModifiers())) {
      return field;
    }
    Class<?> declaring = field.getDeclaringClass();
    ensure(declaring);
    if (!declaring.isInterface() || INITIALISERS.get(declaring).isEmpty()) {
      return field;
    }
    try {
      return holder(declaring).getField(field.getName());
    } catch (NoSuchFieldException e) {
      return field; // a constant
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("no holder of the static fields of " + declaring, e);
    }
  }

  private static Class<?> holder(Class<?> declaring) throws ClassNotFoundException {
    return Class.forName(declaring.getName() + HOLDER, false, declaring.getClassLoader());
  }

  private static Optional<MethodHandle> findInitialiser(Class<?> type) {
    if (type.isArray() || type.isPrimitive() || !isInstrumented(type.getClassLoader())) {
      return Optional.empty();
    }
    try {
      Class<?> declaring = type.isInterface() ? holder(type) : type;
      return Optional.of(
          MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
              .findStatic(declaring, INIT, MethodType.methodType(void.class)));
    } catch (NoSuchMethodException | ClassNotFoundException e) {
      return Optional.empty(); // nothing to initialise
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("no access to " + INIT + " of " + type, e);
    }
  }

  private static boolean isInstrumented(@Nullable ClassLoader loader) {
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && loader != ClassLoader.getSystemClassLoader();
  }
}
