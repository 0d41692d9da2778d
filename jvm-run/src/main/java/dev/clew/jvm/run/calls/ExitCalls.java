package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import org.jspecify.annotations.Nullable;

/** The end of the program, and its console. */
@Replaces(System.class)
public final class ExitCalls {
  private ExitCalls() {}

  /** Instead of {@link System#exit}. */
  public static void exit(int status, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      System.exit(status);
      return;
    }
    try {
      now.exits.exit(status, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link System#console}: nobody sits at one. */
  public static java.io.@Nullable Console console() {
    return Hooks.isControlled() ? null : System.console();
  }
}
