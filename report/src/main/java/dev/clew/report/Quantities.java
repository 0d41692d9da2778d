package dev.clew.report;

import java.util.Locale;

/** Numbers for people. */
public final class Quantities {
  private Quantities() {}

  /** As in {@code 0.41 s}, {@code 12.3 s}, {@code 2 min 5 s} or {@code 3 h 20 min}. */
  public static String time(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return whole < 3600
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  /** A number of which only the size matters: three digits, then zeros. */
  public static String about(double number) {
    if (number < 1000) {
      return Long.toString(Math.round(number));
    }
    if (number >= 1e15) {
      return String.format(Locale.ROOT, "%.1e", number);
    }
    double unit = Math.pow(10, Math.floor(Math.log10(number)) - 2);
    return Long.toString(Math.round(number / unit) * Math.round(unit));
  }

  /** A part of a whole, as in {@code 3.1 %}; what is very little is said to be. */
  public static String percent(double part) {
    double percent = 100 * part;
    if (percent >= 99.95 && part < 1) {
      return "99.9 %";
    }
    return percent > 0 && percent < 0.01
        ? "less than 0.01 %"
        : String.format(Locale.ROOT, percent < 1 ? "%.2f %%" : "%.1f %%", percent);
  }
}
