package dev.clew.jvm.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The continuations of JDK 21 and later, reached by method handles so that older JDKs can load this
 * class.
 *
 * <p>They are internal to the JDK: the JVM must be started with {@code --add-exports
 * java.base/jdk.internal.vm=ALL-UNNAMED} and {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 * The handles are constants to the compiler.
 */
final class Continuations {
  private static final @Nullable MethodHandle NEW_SCOPE;
  private static final @Nullable MethodHandle NEW;
  private static final @Nullable MethodHandle RUN_AS;
  private static final @Nullable MethodHandle YIELD;
  private static final @Nullable MethodHandle STACK;

  /** Why they cannot be used; null if they can. */
  private static final @Nullable String PROBLEM;

  static {
    MethodHandle newScope = null;
    MethodHandle newContinuation = null;
    MethodHandle runAs = null;
    MethodHandle yield = null;
    MethodHandle stack = null;
    String problem = null;
    try {
      Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
      Class<?> scope = Class.forName("jdk.internal.vm.ContinuationScope");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      newScope =
          lookup
              .findConstructor(scope, MethodType.methodType(void.class, String.class))
              .asType(MethodType.methodType(Object.class, String.class));
      newContinuation =
          lookup
              .findConstructor(
                  continuation, MethodType.methodType(void.class, scope, Runnable.class))
              .asType(MethodType.methodType(Object.class, Object.class, Runnable.class));
      yield =
          lookup
              .findStatic(continuation, "yield", MethodType.methodType(boolean.class, scope))
              .asType(MethodType.methodType(boolean.class, Object.class));
      stack =
          lookup
              .findVirtual(
                  continuation, "getStackTrace", MethodType.methodType(StackTraceElement[].class))
              .asType(MethodType.methodType(StackTraceElement[].class, Object.class));
      runAs =
          IdentitySwitch.define(continuation)
              .asType(MethodType.methodType(void.class, Thread.class, Thread.class, Object.class));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      problem = e.toString();
    }
    NEW_SCOPE = newScope;
    NEW = newContinuation;
    RUN_AS = runAs;
    YIELD = yield;
    STACK = stack;
    PROBLEM = problem;
  }

  private Continuations() {}

  /** Has the JVM initialise what it needs for the first one. */
  static void prepare() {
    try {
      Class.forName("java.lang.VirtualThread");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("continuations without virtual threads", e);
    }
  }

  /** Why this JVM has no continuations for us; null if it has. */
  static @Nullable String problem() {
    return PROBLEM;
  }

  static Object newScope(String name) {
    try {
      return (Object) present(NEW_SCOPE).invokeExact(name);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  static Object create(Object scope, Runnable body) {
    try {
      return (Object) present(NEW).invokeExact(scope, body);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Runs a continuation until it yields or ends, on the carrier, with another current thread. */
  static void runAs(Thread carrier, Thread identity, Object continuation) {
    try {
      present(RUN_AS).invokeExact(carrier, identity, continuation);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Leaves the running continuation until it is run again; false if it is pinned. */
  static boolean yield(Object scope) {
    try {
      return (boolean) present(YIELD).invokeExact(scope);
    } catch (IllegalStateException e) {
      return false; // this is how it says so
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** The frames of a continuation that does not run. */
  static StackTraceElement[] stack(Object continuation) {
    try {
      return (StackTraceElement[]) present(STACK).invokeExact(continuation);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private static MethodHandle present(@Nullable MethodHandle handle) {
    if (handle == null) {
      throw new IllegalStateException("no continuations: " + PROBLEM);
    }
    return handle;
  }

  private static RuntimeException rethrown(Throwable e) {
    if (e instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (e instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException(e);
  }
}
