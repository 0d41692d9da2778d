package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.StackTraces;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Walks over the stack see the frames of the program and the JDK, see {@link StackTraces}. */
@Replaces(StackWalker.class)
public final class StackWalkerCalls {
  private StackWalkerCalls() {}

  /** Instead of {@link StackWalker#walk}. */
  public static Object walk(
      StackWalker walker,
      Function<? super Stream<StackWalker.StackFrame>, ? extends Object> function,
      int site) {
    return walker.walk(frames -> function.apply(ofProgram(frames)));
  }

  /** Instead of {@link StackWalker#forEach}. */
  public static void forEach(
      StackWalker walker, Consumer<? super StackWalker.StackFrame> action, int site) {
    walker.walk(
        frames -> {
          ofProgram(frames).forEach(action);
          return "";
        });
  }

  /** Instead of {@link StackWalker#getCallerClass}. */
  public static Class<?> getCallerClass(StackWalker walker, int site) {
    return walker.walk(
        frames ->
            ofProgram(frames)
                .skip(1)
                .findFirst()
                .orElseThrow(() -> new IllegalCallerException("no caller frame"))
                .getDeclaringClass());
  }

  private static Stream<StackWalker.StackFrame> ofProgram(Stream<StackWalker.StackFrame> frames) {
    return frames
        .takeWhile(
            frame -> !StackTraces.isBeginOfThread(frame.getClassName(), frame.getMethodName()))
        .filter(
            frame ->
                !StackTraces.mayBeOfTool(frame.getClassName(), frame.getMethodName())
                    || !StackTraces.isOfTool(frame.toStackTraceElement()));
  }
}
