package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * What virtual threads run, and those who keep track of threads: both are known to the JDK alone.
 *
 * <p>A virtual thread of the program never runs on a scheduler of the JDK: it gets turns like all
 * others, under its own identity.
 */
final class VirtualThreads {
  /** Only these wait for the threads that they keep track of. */
  private static final String FLOCK = "jdk.internal.misc.ThreadFlock";

  /** The class of virtual threads, null before JDK 21. */
  private static final @Nullable Class<?> VIRTUAL = find("java.lang.VirtualThread");

  private VirtualThreads() {}

  private static @Nullable Class<?> find(String name) {
    try {
      return Internals.type(name);
    } catch (ClassNotFoundException e) {
      return null; // this JDK has none
    }
  }

  /** What a thread does once it is started. */
  static Runnable codeOf(Thread thread) {
    return thread.getClass() == VIRTUAL ? Tasks.of(thread) : thread;
  }

  /** Where the task of a virtual thread is: in the wrapper its continuation was made with. */
  private static final class Tasks {
    private static final Field CONTINUATION;
    private static final Field WRAPPER;

    static {
      try {
        CONTINUATION = accessible(Internals.type("java.lang.VirtualThread"), "cont");
        WRAPPER = accessible(Internals.type("jdk.internal.vm.Continuation"), "target");
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("virtual threads are not what they were", e);
      }
    }

    private static Field accessible(Class<?> type, String name) throws NoSuchFieldException {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    }

    static Runnable of(Thread thread) {
      try {
        Object wrapper = WRAPPER.get(CONTINUATION.get(thread));
        for (Field each : wrapper.getClass().getDeclaredFields()) {
          if (each.getType() == Runnable.class) {
            each.setAccessible(true);
            return (Runnable) each.get(wrapper);
          }
        }
        throw new IllegalStateException("no task in " + wrapper.getClass());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("virtual threads are not what they were", e);
      }
    }
  }

  // --- those who keep track

  /**
   * What a thread does, if something keeps track of it that others wait for: it is told of the
   * start now and of the end then, and what is bound for its threads is bound for this one.
   */
  static Runnable trackedCodeOf(Thread thread, @Nullable Object container) {
    Runnable code = codeOf(thread);
    if (container == null || !container.getClass().getName().startsWith(FLOCK)) {
      return code;
    }
    Containers.call(Containers.SET, thread, container);
    Containers.call(Containers.ON_START, container, thread);
    Containers.call(Containers.INHERIT, thread, container);
    return () -> runTracked(thread, code, container);
  }

  private static void runTracked(Thread thread, Runnable code, Object container) {
    boolean isOver = false;
    try {
      Containers.call(Containers.RUN_WITH, thread, Containers.bindingsOf(thread), code);
    } catch (Turns.Abandoned e) {
      isOver = true;
      throw e;
    } finally {
      if (!isOver) {
        Containers.call(Containers.ON_EXIT, container, thread);
      }
    }
  }

  /** How the JDK tells containers of threads what happens. */
  private static final class Containers {
    private static final Method SET;
    private static final Method INHERIT;
    private static final Method RUN_WITH;
    private static final Method ON_START;
    private static final Method ON_EXIT;
    private static final Field BINDINGS;

    static {
      try {
        Class<?> container = Internals.type("jdk.internal.vm.ThreadContainer");
        SET = method(Thread.class, "setThreadContainer", container);
        INHERIT = method(Thread.class, "inheritScopedValueBindings", container);
        RUN_WITH = method(Thread.class, "runWith", Object.class, Runnable.class);
        ON_START = method(container, "onStart", Thread.class);
        ON_EXIT = method(container, "onExit", Thread.class);
        BINDINGS = Thread.class.getDeclaredField("scopedValueBindings");
        BINDINGS.setAccessible(true);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("containers of threads are not what they were", e);
      }
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters)
        throws NoSuchMethodException {
      Method method = type.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    }

    static @Nullable Object bindingsOf(Thread thread) {
      try {
        return BINDINGS.get(thread);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Calls a method; what that throws comes through. */
    static void call(Method method, Object receiver, @Nullable Object... arguments) {
      try {
        method.invoke(receiver, arguments);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException unchecked) {
          throw unchecked;
        }
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IllegalStateException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
