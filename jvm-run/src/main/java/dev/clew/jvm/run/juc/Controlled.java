package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;

/** The way from a method of the JDK, called by a program under control, into the execution. */
final class Controlled {
  private Controlled() {}

  /** Goes into the execution; {@link Hooks#leave} goes back. */
  static Execution enter() {
    Execution now = Hooks.enter();
    if (now == null) {
      throw new IllegalStateException("a model was called while nothing is under control");
    }
    return now;
  }
}
