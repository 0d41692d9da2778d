package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.FieldPlace;
import dev.clew.jvm.run.LibraryHooks;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done when a future is complete: to note it, unless the future is complete already,
 * is one operation.
 */
final class FutureDependents {
  private static final int SYNC = 0;

  private static final Class<?> COMPLETION = type("Completion");
  private static final Internal<@Nullable Object> RESULT =
      Internal.field(CompletableFuture.class, "result");
  private static final Internal<@Nullable Object> STACK =
      Internal.field(CompletableFuture.class, "stack");
  private static final Internal<@Nullable Object> NEXT = Internal.field(COMPLETION, "next");
  private static final MethodHandle TRY_FIRE =
      Internal.callable(COMPLETION, "tryFire", CompletableFuture.class, int.class);
  private static final MethodHandle SECOND = second();

  private FutureDependents() {}

  private static Class<?> type(String name) {
    try {
      return Class.forName(CompletableFuture.class.getName() + "$" + name, true, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle second() {
    try {
      Constructor<?> found = type("CoCompletion").getDeclaredConstructor(type("BiCompletion"));
      found.setAccessible(true);
      return MethodHandles.lookup()
          .unreflectConstructor(found)
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Notes it; false if the future is complete. */
  static boolean add(CompletableFuture<?> future, Object completion) {
    FieldPlace result = FieldPlace.find(CompletableFuture.class, "result");
    if (result == null) {
      throw new IllegalStateException("futures are not executed step by step");
    }
    LibraryHooks.update(future, result);
    if (RESULT.of(future) != null) {
      return false;
    }
    NEXT.set(completion, STACK.of(future));
    STACK.set(future, completion);
    return true;
  }

  /** How many were noted and are not being done. */
  static int count(CompletableFuture<?> future) {
    // Dependents are noted by operations on the result, and taken away by operations on the stack.
    for (String each : new String[] {"result", "stack"}) {
      FieldPlace place = FieldPlace.find(CompletableFuture.class, each);
      if (place != null) {
        LibraryHooks.readVolatile(future, place.slot(), place.field());
      }
    }
    int count = 0;
    for (Object each = STACK.of(future); each != null; each = NEXT.of(each)) {
      count++;
    }
    return count;
  }

  /** Does it, if nobody else does. */
  static void fire(Object completion) {
    Internal.call(TRY_FIRE, completion, SYNC);
  }

  /** What does the same, for the second of two futures. */
  static Object second(Object completion) {
    try {
      return SECOND.invoke(completion);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
