package dev.clew.jvm.run;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds out where in its source the program does something. */
public final class Positions {
  /** The name of the class loader of the program. */
  public static final String PROGRAM = "program";

  /** Libraries that only judge what the program did: where they were called is what matters. */
  private static final String[] JUDGES = {
    "dev.clew.junit.",
    "junit.framework.",
    "org.assertj.",
    "org.hamcrest.",
    "org.junit.",
    "org.opentest4j."
  };

  private static final StackWalker WALKER = StackWalker.getInstance();

  /** The position of the operation at which a thread stands. */
  public int of(ProgramThread thread) {
    return Math.max(thread.site, 0);
  }

  /** The innermost position of the program on the stack of the calling thread, 0 if none. */
  public int here() {
    StackTraceElement[] ofProgram =
        WALKER.walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::toStackTraceElement)
                    .filter(Positions::isOfProgram)
                    .takeWhile(new UpToFirstLine())
                    .toArray(StackTraceElement[]::new));
    return innermost(ofProgram);
  }

  /** True for frames without a line, or of a judge, and for the first other one. */
  private static final class UpToFirstLine implements Predicate<StackTraceElement> {
    private boolean isOver;

    @Override
    public boolean test(StackTraceElement element) {
      boolean isWanted = !isOver;
      isOver |= element.getLineNumber() > 0 && !isOfJudge(element);
      return isWanted;
    }
  }

  /**
   * The innermost position of the program in a stack trace, 0 if none; one in code that was made
   * without lines, or in a library for assertions, only if there is no other.
   */
  public static int innermost(StackTraceElement[] stack) {
    @Nullable StackTraceElement found = null;
    for (StackTraceElement element : stack) {
      if (isOfProgram(element) && isOfJudge(element)) {
        found = found == null ? element : found;
      } else if (isOfProgram(element)) {
        if (element.getLineNumber() > 0) {
          return of(element);
        }
        found = found == null ? element : found;
      }
    }
    return found == null ? 0 : of(found);
  }

  /** Whether a frame is of code of the program, not of the JDK or of this tool. */
  public static boolean isOfProgram(StackTraceElement element) {
    return PROGRAM.equals(element.getClassLoaderName());
  }

  private static boolean isOfJudge(StackTraceElement element) {
    for (String each : JUDGES) {
      if (element.getClassName().startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  private static int of(StackTraceElement element) {
    String file = element.getFileName();
    return at(
        element.getClassName(),
        file == null ? "" : file,
        element.getMethodName(),
        Math.max(element.getLineNumber(), 0));
  }

  /** The position of a line, 0 if it is not known. */
  public static int at(String className, String file, String method, int line) {
    return Sites.add(className.replace('.', '/'), file, method, line);
  }
}
