package dev.clew.junit.worker;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** What the JVM of the tests gives to an agent that is attached to it. */
public final class Attached {
  private static volatile @Nullable Instrumentation instrumentation;

  private Attached() {}

  /** Called by the JVM when the agent is attached. */
  public static void agentmain(@Nullable String arguments, Instrumentation given) {
    instrumentation = given;
  }

  /** What was given, null if no agent is attached. */
  static @Nullable Instrumentation get() {
    return instrumentation;
  }
}
