package dev.clew.trace;

import java.util.Locale;

/**
 * Times in one number, for the amount of an event: microseconds, or, where that is too much,
 * milliseconds below 0.
 */
public final class Durations {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;

  private Durations() {}

  /** A time in nanoseconds, rounded up; not 0 unless it is. */
  public static int pack(long nanos) {
    long micros = nanos / NANOS_PER_MICRO + (nanos % NANOS_PER_MICRO == 0 ? 0 : 1);
    return micros <= Integer.MAX_VALUE
        ? (int) micros
        : (int) -Math.min(nanos / NANOS_PER_MILLI, Integer.MAX_VALUE);
  }

  /** A packed time for people: {@code 100 ms}, {@code 1.5 s}. */
  public static String words(int packed) {
    long micros = packed >= 0 ? packed : -packed * MICROS_PER_MILLI;
    if (micros < MICROS_PER_MILLI) {
      return micros + " us";
    } else if (micros < MICROS_PER_SECOND) {
      return number(micros, MICROS_PER_MILLI) + " ms";
    } else if (micros < 2 * MICROS_PER_MINUTE) {
      return number(micros, MICROS_PER_SECOND) + " s";
    }
    return number(micros, MICROS_PER_MINUTE) + " min";
  }

  private static String number(long micros, long unit) {
    return micros % unit == 0
        ? String.valueOf(micros / unit)
        : String.format(Locale.ROOT, "%.1f", (double) micros / unit);
  }
}
