package dev.clew.jvm.program;

import dev.clew.jvm.run.Explorations;
import dev.clew.jvm.run.Turns;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test method of JUnit 5 or later as a program: everything that JUnit does around it is part of
 * every execution, as JUnit does it for a class of which each test gets a new object.
 *
 * <p>JUnit itself is not needed, nor used: it would make threads and files of its own.
 */
final class TestMethod {
  /** The test that an assumption ends early does not fail. */
  private static final String ABORTED = "org.opentest4j.TestAbortedException";

  private final List<MethodHandle> beforeAll;
  private final List<MethodHandle> makers;
  private final List<Step> beforeEach;
  private final MethodHandle test;
  private final boolean isStatic;
  private final List<Step> afterEach;
  private final List<MethodHandle> afterAll;

  /** A method of one of the objects: of the test class, or of one that encloses it. */
  private record Step(MethodHandle call, int object) {}

  /**
   * A test method.
   *
   * @throws UnusableProgram if JUnit needs more than there is here to call it
   */
  TestMethod(Class<?> type, Method method, JUnitNames names) {
    names.checkSupported(type, method);
    List<Class<?>> nest = nest(type);
    List<MethodHandle> before = new ArrayList<>();
    List<MethodHandle> after = new ArrayList<>();
    List<MethodHandle> constructors = new ArrayList<>();
    List<Step> beforeSteps = new ArrayList<>();
    List<Step> afterSteps = new ArrayList<>();
    for (int i = 0; i < nest.size(); i++) {
      Class<?> each = nest.get(i);
      constructors.add(maker(each, i > 0));
      for (Method found : names.before(each, JUnitNames.BEFORE_ALL)) {
        before.add(ofClass(found));
      }
      for (Method found : names.before(each, JUnitNames.BEFORE_EACH)) {
        beforeSteps.add(new Step(EntryPoint.handle(found), i));
      }
      List<Step> own = new ArrayList<>();
      List<MethodHandle> ownAfter = new ArrayList<>();
      for (Method found : names.after(each, JUnitNames.AFTER_EACH)) {
        own.add(new Step(EntryPoint.handle(found), i));
      }
      for (Method found : names.after(each, JUnitNames.AFTER_ALL)) {
        ownAfter.add(ofClass(found));
      }
      // What belongs to the inner classes is undone first, then what belongs to the outer ones.
      afterSteps.addAll(0, own);
      after.addAll(0, ownAfter);
    }
    this.beforeAll = before;
    this.makers = constructors;
    this.beforeEach = beforeSteps;
    this.test = EntryPoint.handle(method);
    this.isStatic = Modifier.isStatic(method.getModifiers());
    this.afterEach = afterSteps;
    this.afterAll = after;
  }

  /** The classes whose objects enclose each other, the outermost first. */
  private static List<Class<?>> nest(Class<?> type) {
    List<Class<?>> nest = new ArrayList<>();
    for (Class<?> each = type; each != null; each = enclosing(each)) {
      nest.add(0, each);
    }
    return nest;
  }

  private static @Nullable Class<?> enclosing(Class<?> type) {
    return Modifier.isStatic(type.getModifiers()) ? null : type.getDeclaringClass();
  }

  private static MethodHandle maker(Class<?> type, boolean isInner) {
    try {
      Constructor<?> constructor =
          isInner
              ? type.getDeclaredConstructor(type.getDeclaringClass())
              : type.getDeclaredConstructor();
      return EntryPoint.handle(constructor);
    } catch (NoSuchMethodException e) {
      throw new UnusableProgram(
          "class "
              + type.getName()
              + " has no constructor without parameters, so no object can be made for the test:"
              + " what JUnit gives to parameters is not there inside an execution.");
    }
  }

  private static MethodHandle ofClass(Method method) {
    if (!Modifier.isStatic(method.getModifiers())) {
      throw new UnusableProgram(
          method.getDeclaringClass().getName()
              + "."
              + method.getName()
              + " is called once for all tests, and is not static. Each execution has an object of"
              + " its own: make the method static.");
    }
    return EntryPoint.handle(method);
  }

  /** Runs the test as JUnit does: what comes after it also if it failed. */
  void run() throws Throwable {
    Throwable failure = null;
    try {
      for (MethodHandle each : beforeAll) {
        each.invoke();
      }
      runOnObjects();
    } catch (Turns.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      failure = e;
    }
    for (MethodHandle each : afterAll) {
      failure = ofBoth(failure, failureOf(each::invoke));
    }
    if (failure != null && !isAborted(failure)) {
      throw failure;
    }
  }

  private void runOnObjects() throws Throwable {
    Object[] objects = new Object[makers.size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = i == 0 ? makers.get(i).invoke() : makers.get(i).invoke(objects[i - 1]);
    }
    Throwable failure =
        failureOf(
            () -> {
              for (Step each : beforeEach) {
                each.call.invoke(objects[each.object]);
              }
              runTest(objects);
            });
    for (Step each : afterEach) {
      failure = ofBoth(failure, failureOf(() -> each.call.invoke(objects[each.object])));
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void runTest(Object[] objects) throws Throwable {
    try {
      if (isStatic) {
        test.invoke();
      } else {
        test.invoke(objects[objects.length - 1]);
      }
      Explorations.checkReached();
    } catch (Explorations.Over e) {
      return; // only a part of the test was wanted
    }
  }

  /** A part of the test. */
  private interface Part {
    void run() throws Throwable;
  }

  /** What a part throws, null if nothing. */
  private static @Nullable Throwable failureOf(Part part) {
    try {
      part.run();
      return null;
    } catch (Turns.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      return e;
    }
  }

  private static boolean isAborted(Throwable failure) {
    return failure.getClass().getName().equals(ABORTED);
  }

  private static @Nullable Throwable ofBoth(@Nullable Throwable first, @Nullable Throwable second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    if (isAborted(first)) {
      return second;
    }
    if (first != second) {
      first.addSuppressed(second);
    }
    return first;
  }
}
