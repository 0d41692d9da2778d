package dev.clew.jvm.run.calls;

/** The clocks of the JVM. */
@Replaces(System.class)
public final class TimeCalls {
  private TimeCalls() {}

  /** Instead of {@link System#nanoTime}. */
  public static long nanoTime() {
    return ProgramClock.nanos();
  }

  /** Instead of {@link System#currentTimeMillis}. */
  public static long currentTimeMillis() {
    return ProgramClock.currentMillis();
  }
}
