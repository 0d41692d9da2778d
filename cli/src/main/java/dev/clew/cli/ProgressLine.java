package dev.clew.cli;

import dev.clew.explore.Progress;
import dev.clew.report.Quantities;
import dev.clew.report.story.Phrases;

/** One line that says how far a search is. */
final class ProgressLine {
  private static final long NANOS_BETWEEN = 250_000_000L;

  /** Where the line is shown. */
  @FunctionalInterface
  interface Place {
    /** Shows it instead of what was shown before. */
    void show(String line);

    /** Takes it away. */
    default void erase() {}
  }

  private final Place place;
  private final long startedWith;
  private final double startedAt;
  private long next;

  /** A line for a search that has this much behind it already. */
  ProgressLine(Place place, long executionsBefore, double secondsBefore) {
    this.place = place;
    this.startedWith = executionsBefore;
    this.startedAt = secondsBefore;
    this.next = System.nanoTime() + NANOS_BETWEEN;
  }

  /** Shows the line anew, if it is time. */
  void update(Progress progress) {
    long now = System.nanoTime();
    if (now - next >= 0) {
      next = now + NANOS_BETWEEN;
      place.show(text(progress));
    }
  }

  /** Takes the line away. */
  void erase() {
    place.erase();
  }

  private String text(Progress progress) {
    long executions = progress.executions();
    double seconds = progress.seconds() - startedAt;
    double rate = Math.max(0, executions - startedWith) / Math.max(seconds, 1e-3);
    String text = Phrases.count(executions, "execution") + ", " + Quantities.about(rate) + "/s";
    double explored = progress.explored();
    if (progress.isEndless()) {
      return text + ", endless";
    }
    if (explored <= 0) {
      return text;
    }
    double total = executions / explored;
    text += ", " + Quantities.percent(explored) + " of about " + Quantities.about(total);
    double left = rate > 0 ? (total - executions) / rate : Double.NaN;
    return Double.isNaN(left) || left > 1e7 ? text : text + ", " + roughly(left) + " left";
  }

  private static String roughly(double seconds) {
    return seconds < 60 ? Math.round(seconds) + " s" : Quantities.time(seconds);
  }
}
