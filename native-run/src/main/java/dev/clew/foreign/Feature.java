package dev.clew.foreign;

/** What a program did that a verdict has to name: {@code enum feature} of the protocol. */
public enum Feature {
  /** Timed operations. */
  TIMED,
  /** Waits at conditions. */
  WAITS,
  /** Loops that wait by looking. */
  SPINS,
  /** Sleeps or yields of threads that are left when the program ends, after the free ones. */
  ROUNDS,
  /** Sleeps that end only when nothing else can run. */
  LONG_SLEEPS,
  /** Something that did not give up because something else was due before. */
  ORDER,
  /** Loops that wait by looking, at the clock too. */
  POLLS,
  /** Such a loop that did not end before the end of time. */
  ENDLESS_POLLS,
  /** Sleeps that ended early. */
  SHORT_SLEEPS,
  /** Such a sleep, and a wait of another thread that was due before it would have ended. */
  OUTLASTED_WAITS,
  /** Waits that were due at the same time, and gave up one after the other. */
  TURNS,
  /** Rounds of loops that were left out, though another thread noticed what they did. */
  NOTICED_ROUNDS;

  int bit() {
    return 1 << ordinal();
  }
}
