package dev.clew.jvm.run;

import java.util.Arrays;

/**
 * Stack traces as the program is to see them: from the first frame of its thread on, without those
 * of this tool. How many these are differs between a search and a replay, and a program that logs a
 * trace, or counts its frames, must do the same in both.
 */
public final class StackTraces {
  private static final String TOOL = "dev.clew.";

  /** What the names of methods begin with by which a class of the program calls this tool. */
  private static final String BRIDGE = "$clew$replaced";

  private StackTraces() {}

  /** The frames of the program and of the JDK in a stack trace, innermost first. */
  public static StackTraceElement[] ofProgram(StackTraceElement[] stack) {
    int end = beginOfThread(stack);
    if (end == stack.length) {
      return stack; // of no thread of the program
    }
    StackTraceElement[] kept = new StackTraceElement[end];
    int count = 0;
    for (int i = 0; i < end; i++) {
      if (!isOfTool(stack[i])) {
        kept[count++] = stack[i];
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /** The frame below the first one of a thread of the program; as many as there are if none is. */
  private static int beginOfThread(StackTraceElement[] stack) {
    for (int i = stack.length - 1; i >= 0; i--) {
      if (isBeginOfThread(stack[i].getClassName(), stack[i].getMethodName())) {
        return i;
      }
    }
    return stack.length;
  }

  /** Whether a frame is the one that runs the code of a thread of the program. */
  public static boolean isBeginOfThread(String className, String method) {
    return method.equals(Execution.BEGIN_OF_THREAD)
        && className.equals("dev.clew.jvm.run.Execution");
  }

  /** Whether a frame may be one of this tool, as far as names tell. */
  public static boolean mayBeOfTool(String className, String method) {
    return className.startsWith(TOOL) || method.startsWith(BRIDGE);
  }

  /** Whether a frame is one of this tool: its classes are not of the program's class loader. */
  public static boolean isOfTool(StackTraceElement frame) {
    return frame.getMethodName().startsWith(BRIDGE)
        || frame.getClassName().startsWith(TOOL) && !Positions.isOfProgram(frame);
  }
}
