package dev.clew.jvm.run;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The call of the JDK by which the program came to an operation, as the stack shows it; for reports
 * only.
 *
 * @param position where the program made the call, 0 if no code of the program is on the stack
 * @param method the method it called; empty if it called none, as in a thread of a pool
 * @param type the class of that method, null if there is none
 * @param object the number of what the operation is on, -1 if it is on nothing
 * @param isInside whether the operation is not that call but something inside it, which a user need
 *     not know of
 */
public record LibraryCall(
    int position, String method, @Nullable Class<?> type, int object, boolean isInside) {
  private static final String TOOL = "dev.clew.";
  private static final String RUN = "run";
  private static final StackWalker WALKER =
      StackWalker.getInstance(
          Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

  /**
   * The call that the calling thread is in.
   *
   * @param number what the operation is on
   * @param object what that belongs to, null if that is not known
   */
  static LibraryCall here(Positions positions, int number, @Nullable Object object) {
    List<StackWalker.StackFrame> frames = new ArrayList<>();
    boolean endsInProgram =
        WALKER.walk(
            stack -> {
              var each = stack.iterator();
              while (each.hasNext()) {
                StackWalker.StackFrame frame = each.next();
                if (isOfProgram(frame)) {
                  return true;
                }
                if (isBeginOfThread(frame)) {
                  return false;
                }
                if (!isOfReflection(frame.getDeclaringClass())) {
                  frames.add(frame);
                }
              }
              return false;
            });
    int last = frames.size() - 1;
    while (last >= 0 && isBase(frames.get(last))) {
      last--;
    }
    boolean isCalledByTool = last < frames.size() - 1 && isOfTool(frames.get(last + 1));
    StackWalker.StackFrame called =
        last < 0 || isCalledByTool && !isTask(frames.get(last)) ? null : frames.get(last);
    return new LibraryCall(
        endsInProgram ? positions.here() : 0,
        called == null ? "" : called.getMethodName(),
        called == null ? null : called.getDeclaringClass(),
        number,
        object != null && isInside(frames, called, endsInProgram, object));
  }

  /** Whether somebody else runs what the program gave to it. */
  public boolean isRun() {
    return method.equals(RUN);
  }

  /** Whether the method, or all of that name, belongs to no object. */
  public boolean isStatic() {
    boolean isStatic = false;
    if (type != null) {
      for (Method each : type.getDeclaredMethods()) {
        if (each.getName().equals(method) && !Modifier.isStatic(each.getModifiers())) {
          return false;
        }
        isStatic |= each.getName().equals(method);
      }
    }
    return isStatic;
  }

  private static boolean isOfProgram(StackWalker.StackFrame frame) {
    ClassLoader loader = frame.getDeclaringClass().getClassLoader();
    return loader != null && Positions.PROGRAM.equals(loader.getName());
  }

  /** Whether what comes before a frame is not of the program's thread. */
  private static boolean isBeginOfThread(StackWalker.StackFrame frame) {
    return frame.getDeclaringClass() == Execution.class
        && frame.getMethodName().equals(Execution.BEGIN_OF_THREAD);
  }

  /** Whether a class only passes calls on. */
  private static boolean isOfReflection(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.lang.invoke.")
        || name.startsWith("java.lang.reflect.")
        || name.startsWith("jdk.internal.reflect.");
  }

  /** Whether a frame is of what runs threads, or of this tool: nobody called that. */
  private static boolean isBase(StackWalker.StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    return isOfTool(type)
        || type.getName().startsWith("jdk.internal.")
        || Thread.class.isAssignableFrom(type)
        || type.getNestHost() == Thread.class;
  }

  /** Whether a frame is of something that a thread of a pool was given to run. */
  private static boolean isTask(StackWalker.StackFrame frame) {
    return frame.getMethodName().equals(RUN)
        && Runnable.class.isAssignableFrom(frame.getDeclaringClass());
  }

  private static boolean isOfTool(StackWalker.StackFrame frame) {
    return isOfTool(frame.getDeclaringClass());
  }

  private static boolean isOfTool(Class<?> type) {
    return type.getName().startsWith(TOOL);
  }

  /** Whether it is not the program itself that calls a method of the object. */
  private static boolean isInside(
      List<StackWalker.StackFrame> frames,
      StackWalker.@Nullable StackFrame called,
      boolean endsInProgram,
      Object object) {
    if (isOfTool(object.getClass())) {
      return true;
    }
    int i = 0;
    while (i < frames.size() && !isMethodOf(frames.get(i), object)) {
      i++;
    }
    if (i == frames.size()) {
      return isLock(object.getClass()) && called != null && !isLock(called.getDeclaringClass());
    }
    while (i < frames.size() && isMethodOf(frames.get(i), object)) {
      i++;
    }
    return i < frames.size() || !endsInProgram;
  }

  /** Whether a class is one of those with which others make their methods exclude each other. */
  private static boolean isLock(Class<?> type) {
    return type.getPackageName().equals("java.util.concurrent.locks");
  }

  private static boolean isMethodOf(StackWalker.StackFrame frame, Object object) {
    Class<?> type = frame.getDeclaringClass();
    return type != Object.class
        && (type.isInstance(object) || type.getNestHost().isInstance(object));
  }
}
