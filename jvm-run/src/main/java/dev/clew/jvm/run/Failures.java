package dev.clew.jvm.run;

import dev.clew.trace.Failure;
import org.jspecify.annotations.Nullable;

/** Records what goes wrong in threads of the program: exceptions nobody catches, and the like. */
public final class Failures {
  private static final int MOST_FRAMES = 40;
  private static final int RESERVE = 2 << 20;
  private static final String TOOL = "dev.clew.";

  private final Execution execution;

  /** What the program set as handler for all threads, in this execution. */
  public Thread.@Nullable UncaughtExceptionHandler defaultHandler;

  public Failures(Execution execution) {
    this.execution = execution;
  }

  /** Memory to be able to tell that there is none. */
  private byte @Nullable [] reserve = new byte[RESERVE];

  /** The execution that was exhausted last. */
  private long exhausted;

  /** The last stack of an error of the JVM that had one: it has but a few of them to give away. */
  private StackTraceElement[] lastStack = {};

  /**
   * Gets the memory back that telling of exhaustion took, if there is as much: what the program
   * filled the memory with may be garbage only when the next execution has run for a while.
   */
  void restoreReserve() {
    if (reserve == null && !wereExhausted()) {
      try {
        reserve = new byte[RESERVE];
      } catch (OutOfMemoryError e) {
        reserve = null; // it is tried again
      }
    }
  }

  /** Whether memory or the stack ran out in this execution. */
  boolean wereExhausted() {
    return exhausted == execution.number;
  }

  /**
   * Memory or the stack ran out in a thread that is not prepared for it; says whether that is so.
   * If that broke off an operation, no handler of the program can set it right.
   */
  boolean isExhaustion(ProgramThread thread, Throwable thrown) {
    if (!(thrown instanceof VirtualMachineError)) {
      return false;
    }
    reserve = null;
    if (!thread.isBusy && handlerOf(thread) != null) {
      return false;
    }
    exhausted = execution.number;
    if (thrown.getStackTrace().length > 0) {
      lastStack = thrown.getStackTrace();
    } else {
      thrown.setStackTrace(lastStack);
    }
    add(Failure.Kind.EXHAUSTED, thread, Positions.innermost(lastStack), text(thrown));
    return true;
  }

  /** A thread ends with an exception; a handler that the program set is told instead of us. */
  public void uncaught(ProgramThread thread, Throwable thrown) {
    Thread.UncaughtExceptionHandler handler = handlerOf(thread);
    Thread identity = thread.identity;
    if (handler == null || identity == null) {
      report(thread, thrown);
      return;
    }
    execution.resume(thread);
    try {
      handler.uncaughtException(identity, thrown);
    } catch (Turns.Abandoned e) {
      throw e;
    } catch (Throwable ignoredByTheVirtualMachineToo) {
      Hooks.running = null;
    }
    Hooks.running = null;
  }

  private Thread.@Nullable UncaughtExceptionHandler handlerOf(ProgramThread thread) {
    Thread identity = thread.identity;
    if (identity == null) {
      return null;
    }
    Thread.UncaughtExceptionHandler own = identity.getUncaughtExceptionHandler();
    boolean isOwn = own != null && own != identity.getThreadGroup();
    boolean isGroupOfProgram = own instanceof ThreadGroup && own.getClass() != ThreadGroup.class;
    return isOwn || isGroupOfProgram ? own : defaultHandler;
  }

  private void report(ProgramThread thread, Throwable thrown) {
    Failure.Kind kind =
        thrown instanceof AssertionError ? Failure.Kind.ASSERTION : Failure.Kind.EXCEPTION;
    int position = Positions.innermost(thrown.getStackTrace());
    add(kind, thread, position, text(thrown));
  }

  public void add(Failure.Kind kind, ProgramThread thread, int position, String message) {
    execution
        .trace()
        .addFailure(new Failure(kind, thread.number, execution.events(), position, message));
  }

  /** What an exception says, then where it was thrown. */
  public static String text(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable part = thrown;
    for (int depth = 0; part != null && depth < 5; depth++) {
      if (depth > 0) {
        text.append("\ncaused by ");
      }
      text.append(words(part));
      addFrames(text, part.getStackTrace());
      part = part.getCause();
    }
    return text.toString();
  }

  /** Adds the frames down to where the program was entered, without those of this tool. */
  private static void addFrames(StringBuilder text, StackTraceElement[] stack) {
    int end = stack.length;
    while (end > 0 && !Positions.isOfProgram(stack[end - 1])) {
      end--;
    }
    int frames = 0;
    for (int i = 0; i < end && frames < MOST_FRAMES; i++) {
      if (!stack[i].getClassName().startsWith(TOOL) || Positions.isOfProgram(stack[i])) {
        String frame = stack[i].toString();
        boolean isNamed = frame.startsWith(Positions.PROGRAM + "//");
        text.append("\n    at ");
        text.append(isNamed ? frame.substring(Positions.PROGRAM.length() + 2) : frame);
        frames++;
      }
    }
  }

  private static String words(Throwable thrown) {
    try {
      String words = thrown.toString();
      return words == null ? thrown.getClass().getName() : words;
    } catch (RuntimeException | Error e) {
      return thrown.getClass().getName() + " (its toString fails: " + e.getClass().getName() + ")";
    }
  }
}
