package dev.clew.junit;

import dev.clew.junit.worker.ReplayHere;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The test method on the stack of the calling thread.
 *
 * @param type its class
 * @param method its name
 */
record CallingTest(Class<?> type, String method) {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /**
   * Finds it.
   *
   * @throws UncheckableTest if there is none
   */
  static CallingTest find() {
    Optional<CallingTest> found =
        WALKER.walk(
            frames ->
                frames
                    .filter(frame -> isTest(frame.getDeclaringClass(), frame.getMethodName()))
                    .findFirst()
                    .map(
                        frame ->
                            new CallingTest(frame.getDeclaringClass(), frame.getMethodName())));
    CallingTest test =
        found.orElseThrow(
            () ->
                new UncheckableTest(
                    "Clew.explore has to be called by a @Test method without parameters, or by what"
                        + " it calls in its thread: it is executed again from its start."));
    if (Modifier.isAbstract(test.type.getModifiers())) {
      throw new UncheckableTest(
          "the test method "
              + test.method
              + " that calls Clew.explore is one of the abstract class "
              + test.type.getName()
              + ", of which no object can be made to execute it again.");
    }
    return test;
  }

  /** The file to replay instead of exploring a part of the test, if it is one of this part. */
  Optional<String> replay(int part) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(each -> each.getName().equals(method) && each.getParameterCount() == 0)
        .flatMap(each -> AnnotationSupport.findAnnotation(each, Replay.class).stream())
        .map(Replay::value)
        .filter(file -> ReplayHere.isOf(file, type.getName() + "#" + method + "[" + part + "]"))
        .findFirst();
  }

  private static boolean isTest(Class<?> type, String name) {
    if (name.startsWith("lambda$") || name.startsWith("<")) {
      return false;
    }
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == 0
          && AnnotationSupport.isAnnotated(method, Test.class)) {
        return true;
      }
    }
    return false;
  }
}
