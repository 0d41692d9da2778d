package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/** What the replacements of JDK methods may ask of the execution they are called in. */
public final class Control {
  private Control() {}

  /** Something to do in an execution, that may block. */
  @FunctionalInterface
  public interface Action<E extends Exception> {
    void run(Execution execution) throws E;
  }

  /** Something to find out in an execution. */
  @FunctionalInterface
  public interface Question<T, E extends Exception> {
    T ask(Execution execution) throws E;
  }

  /** The thread that the calling code takes itself for. */
  public static Thread currentThread() {
    Thread real = Thread.currentThread();
    Execution now = Hooks.execution;
    if (real == Hooks.running && now != null) {
      Thread identity = now.current.identity;
      return identity == null ? real : identity;
    }
    return real;
  }

  /** The program has made a thread object. */
  public static void made(Thread thread) {
    Execution now = Hooks.enter();
    if (now != null) {
      ThreadFields.number(thread, now.current);
      now.shadows.register(thread, -1);
      Hooks.leave(now);
    }
  }

  /** Starts a thread that may have a method of its own for that. */
  public static void start(Thread thread) {
    boolean isOwn = Overrides.isOverridden(thread, "start()V");
    Execution now = isOwn ? null : Hooks.enter();
    if (now == null) {
      thread.start();
      return;
    }
    try {
      now.threadModel.start(thread, -1);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Whether the thread that has the turn holds the monitor of an object. */
  public static boolean holdsLock(Object object) {
    Execution now = Hooks.enter();
    if (now == null) {
      return Thread.holdsLock(object);
    }
    try {
      return now.monitors.isHeld(object);
    } finally {
      Hooks.leave(now);
    }
  }

  public static <E extends Exception> boolean run(Action<E> action) throws E {
    Execution now = Hooks.enter();
    if (now == null) {
      return false;
    }
    try {
      action.run(now);
    } finally {
      Hooks.leave(now);
    }
    return true;
  }

  public static <T, E extends Exception> @Nullable T ask(Question<T, E> question) throws E {
    Execution now = Hooks.enter();
    if (now == null) {
      return null;
    }
    try {
      return question.ask(now);
    } finally {
      Hooks.leave(now);
    }
  }
}
