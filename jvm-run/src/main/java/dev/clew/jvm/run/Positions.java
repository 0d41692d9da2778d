package dev.clew.jvm.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out where in its source the program does something. */
public final class Positions {
  private static final StackWalker WALKER = StackWalker.getInstance();

  /** The position of the operation at which a thread stands. */
  public int of(ProgramThread thread) {
    return Math.max(thread.site, 0);
  }

  /** The innermost position of the program on the stack of the calling thread, 0 if none. */
  public int here() {
    Optional<StackWalker.StackFrame> frame =
        WALKER.walk(
            frames -> frames.filter(f -> isOfProgram(f.getClassName(), moduleOf(f))).findFirst());
    return frame.map(f -> Positions.of(f.toStackTraceElement())).orElse(0);
  }

  private static @Nullable String moduleOf(StackWalker.StackFrame frame) {
    return frame.toStackTraceElement().getModuleName();
  }

  /** The innermost position of the program in a stack trace, 0 if none. */
  public static int innermost(StackTraceElement[] stack) {
    for (StackTraceElement element : stack) {
      if (isOfProgram(element)) {
        return of(element);
      }
    }
    return 0;
  }

  public static boolean isOfProgram(StackTraceElement element) {
    return isOfProgram(element.getClassName(), element.getModuleName());
  }

  private static boolean isOfProgram(String className, @Nullable String module) {
    return module == null && !className.startsWith("dev.clew.jvm.run.");
  }

  private static int of(StackTraceElement element) {
    String file = element.getFileName();
    return Sites.add(
        element.getClassName().replace('.', '/'),
        file == null ? "" : file,
        element.getMethodName(),
        Math.max(element.getLineNumber(), 0));
  }
}
