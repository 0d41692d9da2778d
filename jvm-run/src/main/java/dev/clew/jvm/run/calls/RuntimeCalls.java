package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;

/** The end of the program, and what is to happen then. */
@Replaces(Runtime.class)
public final class RuntimeCalls {
  /** Few, as programs make as many threads, but more than two. */
  private static final int PROCESSORS = 4;

  private RuntimeCalls() {}

  /** Instead of {@link Runtime#exit}. */
  public static void exit(Runtime self, int status, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      self.exit(status);
      return;
    }
    try {
      now.exits.exit(status, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Runtime#halt}. */
  public static void halt(Runtime self, int status, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      self.halt(status);
      return;
    }
    try {
      now.exits.halt(status, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Runtime#addShutdownHook}. */
  public static void addShutdownHook(Runtime self, Thread hook, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      self.addShutdownHook(hook);
      return;
    }
    try {
      now.exits.addHook(hook, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Runtime#removeShutdownHook}. */
  public static boolean removeShutdownHook(Runtime self, Thread hook, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      return self.removeShutdownHook(hook);
    }
    try {
      return now.exits.removeHook(hook, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link Runtime#availableProcessors}: the same on every machine. */
  public static int availableProcessors(Runtime self) {
    return Hooks.isControlled() ? PROCESSORS : self.availableProcessors();
  }
}
