package dev.clew.jvm.agent;

import dev.clew.jvm.run.Fields;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.Shadowed;
import dev.clew.jvm.run.Sites;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has the methods of the hooks, and writes down who calls them.
 *
 * <p>Each call that says where it comes from must come from there.
 */
public final class RecordedHooks {
  private static final List<String> CALLS = new ArrayList<>();
  private static final List<String> RECEIVED = new ArrayList<>();
  private static int made;
  private static boolean exitsFail;

  private RecordedHooks() {}

  /** Forgets all calls. */
  static void clear() {
    CALLS.clear();
    RECEIVED.clear();
    made = 0;
    exitsFail = false;
  }

  /** From now on leaving a monitor throws. */
  static void failExits() {
    exitsFail = true;
  }

  /** The calls, each as the name of the hook and what it is about. */
  static List<String> calls() {
    return List.copyOf(CALLS);
  }

  /** The classes of the objects that the JDK gave. */
  static List<String> received() {
    return List.copyOf(RECEIVED);
  }

  /** The calls of some hooks. */
  static List<String> calls(String... hooks) {
    List<String> wanted = List.of(hooks);
    return CALLS.stream().filter(call -> wanted.contains(call.split(" ")[0])).toList();
  }

  static void record(String call, int site) {
    CALLS.add(call);
    StackWalker.StackFrame caller =
        StackWalker.getInstance()
            .walk(frames -> frames.dropWhile(RecordedHooks::isOfTool).findFirst().orElseThrow());
    String method = caller.getMethodName();
    boolean isMethodReference = method.startsWith("$clew$call$");
    String expected =
        caller.getClassName()
            + "."
            + (isMethodReference
                ? Sites.method(site)
                : method.equals("$clew$clinit") ? "<clinit>" : method)
            + "("
            + caller.getFileName()
            + ":"
            + caller.getLineNumber()
            + ")";
    String actual =
        Sites.className(site)
            + "."
            + Sites.method(site)
            + "("
            + Sites.file(site)
            + ":"
            + Sites.line(site)
            + ")";
    if (!expected.equals(actual)) {
      throw new AssertionError(call + " is called by " + expected + ", not by " + actual);
    }
  }

  private static boolean isOfTool(StackWalker.StackFrame frame) {
    return frame.getClassName().startsWith("dev.clew.jvm.agent.")
        || frame.getMethodName().startsWith("$clew$replaced$");
  }

  private static String simpleName(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }

  private static void instanceAccess(
      String hook, Object owner, @Nullable Shadow shadow, int slot, int field, int site) {
    if (((Shadowed) owner).$clew$shadow() != shadow) {
      throw new AssertionError(hook + " gets another shadow than that of the owner");
    }
    if (shadow == null) {
      throw new AssertionError(hook + " gets no shadow");
    }
    if (Fields.isStatic(field) || Fields.isVolatile(field) != hook.endsWith("Volatile")) {
      throw new AssertionError(hook + " gets field " + Fields.name(field));
    }
    String name = simpleName(Fields.declaringClass(field)) + "." + Fields.name(field);
    record(hook + " " + name + " slot " + slot, site);
  }

  private static void staticAccess(String hook, int field, int site) {
    if (!Fields.isStatic(field) || Fields.isVolatile(field) != hook.endsWith("VolatileStatic")) {
      throw new AssertionError(hook + " gets field " + Fields.name(field));
    }
    record(hook + " " + simpleName(Fields.declaringClass(field)) + "." + Fields.name(field), site);
  }

  private static void elementAccess(String hook, @Nullable Object array, int index, int site) {
    String length = array == null ? "null" : Integer.toString(Array.getLength(array));
    record(hook + " " + index + " of " + length, site);
  }

  private static String nameOf(@Nullable Object object) {
    if (object instanceof Class<?> type) {
      return type.getSimpleName() + ".class";
    }
    return object == null ? "null" : object.getClass().getSimpleName();
  }

  public static Shadow newShadow() {
    return new Shadow(0, made++);
  }

  public static void readField(Object owner, Shadow shadow, int slot, int field, int site) {
    instanceAccess("readField", owner, shadow, slot, field, site);
  }

  public static void writeField(Object owner, Shadow shadow, int slot, int field, int site) {
    instanceAccess("writeField", owner, shadow, slot, field, site);
  }

  public static void readVolatile(Object owner, Shadow shadow, int slot, int field, int site) {
    instanceAccess("readVolatile", owner, shadow, slot, field, site);
  }

  public static void writeVolatile(Object owner, Shadow shadow, int slot, int field, int site) {
    instanceAccess("writeVolatile", owner, shadow, slot, field, site);
  }

  public static void readStatic(int field, int site) {
    staticAccess("readStatic", field, site);
  }

  public static void writeStatic(int field, int site) {
    staticAccess("writeStatic", field, site);
  }

  public static void readVolatileStatic(int field, int site) {
    staticAccess("readVolatileStatic", field, site);
  }

  public static void writeVolatileStatic(int field, int site) {
    staticAccess("writeVolatileStatic", field, site);
  }

  public static void readElement(@Nullable Object array, int index, int site) {
    elementAccess("readElement", array, index, site);
  }

  public static void writeElement(@Nullable Object array, int index, int site) {
    elementAccess("writeElement", array, index, site);
  }

  public static void newArray(@Nullable Object array, int site) {
    record("newArray " + nameOf(array), site);
  }

  public static void newObject(Object object, int site) {
    record("newObject " + nameOf(object), site);
  }

  public static void received(@Nullable Object object) {
    RECEIVED.add(nameOf(object));
  }

  public static void monitorEnter(@Nullable Object object, int site) {
    if (object == null) {
      throw new NullPointerException("monitor of null");
    }
    record("monitorEnter " + nameOf(object), site);
  }

  public static void monitorExit(Object object, int site) {
    record("monitorExit " + nameOf(object), site);
    if (exitsFail) {
      throw new IllegalStateException("over");
    }
  }

  public static void loop() {
    CALLS.add("loop");
  }

  // --- loops that only look: nothing is recorded of these

  public static void effect() {}

  public static void outside() {}

  public static int frame() {
    return 0;
  }

  public static void spinLocal(int value) {}

  public static void spinLocal(long value) {}

  public static void spinLocal(float value) {}

  public static void spinLocal(double value) {}

  public static void spinLocal(@Nullable Object value) {}

  public static void round(int loop) {}

  public static void spin(int loop, int frame, int site) {}

  public static void fair(int loop, int frame, int site) {}
}
