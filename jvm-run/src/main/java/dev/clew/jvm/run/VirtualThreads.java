package dev.clew.jvm.run;

import java.lang.reflect.Field;
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

  private VirtualThreads() {}

  /** What a thread does once it is started. */
  static Runnable codeOf(Thread thread) {
    try {
      return isVirtual(thread) ? taskOf(thread) : thread;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("virtual threads are not what they were", e);
    }
  }

  private static boolean isVirtual(Thread thread) {
    return thread.getClass().getName().equals("java.lang.VirtualThread");
  }

  /** The task is what the wrapper keeps that the continuation of the thread was made with. */
  private static Runnable taskOf(Thread thread) throws ReflectiveOperationException {
    Object continuation = read(thread.getClass().getDeclaredField("cont"), thread);
    Class<?> ofContinuations = Internals.type("jdk.internal.vm.Continuation");
    Object wrapper = read(ofContinuations.getDeclaredField("target"), continuation);
    for (Field each : wrapper.getClass().getDeclaredFields()) {
      if (each.getType() == Runnable.class) {
        return (Runnable) read(each, wrapper);
      }
    }
    throw new NoSuchFieldException("the task in " + wrapper.getClass());
  }

  private static Object read(Field field, Object owner) throws IllegalAccessException {
    field.setAccessible(true);
    Object value = field.get(owner);
    if (value == null) {
      throw new IllegalStateException(field + " is not set");
    }
    return value;
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
    try {
      Class<?> ofContainers = Internals.type("jdk.internal.vm.ThreadContainer");
      Method setContainer =
          accessible(Thread.class.getDeclaredMethod("setThreadContainer", ofContainers));
      Method inherit =
          accessible(Thread.class.getDeclaredMethod("inheritScopedValueBindings", ofContainers));
      Method onStart = accessible(ofContainers.getDeclaredMethod("onStart", Thread.class));
      Method onExit = accessible(ofContainers.getDeclaredMethod("onExit", Thread.class));
      setContainer.invoke(thread, container);
      onStart.invoke(container, thread);
      inherit.invoke(thread, container);
      return () -> runTracked(thread, code, container, onExit);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("containers of threads are not what they were", e);
    }
  }

  private static Method accessible(Method method) {
    method.setAccessible(true);
    return method;
  }

  private static void runTracked(Thread thread, Runnable code, Object container, Method onExit) {
    boolean isOver = false;
    try {
      Field bindings = Thread.class.getDeclaredField("scopedValueBindings");
      bindings.setAccessible(true);
      Method runWith =
          accessible(Thread.class.getDeclaredMethod("runWith", Object.class, Runnable.class));
      runWith.invoke(thread, bindings.get(thread), code);
    } catch (java.lang.reflect.InvocationTargetException e) {
      isOver = e.getCause() instanceof Turns.Abandoned;
      throw unchecked(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("threads are not what they were", e);
    } finally {
      if (!isOver) {
        try {
          onExit.invoke(container, thread);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException("containers of threads are not what they were", e);
        }
      }
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(cause);
  }
}
