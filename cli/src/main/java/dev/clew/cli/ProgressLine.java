package dev.clew.cli;

import dev.clew.explore.Progress;
import dev.clew.report.Quantities;
import dev.clew.report.story.Phrases;
import java.io.PrintStream;

/** One line on the terminal that says how far a search is, rewritten in place. */
final class ProgressLine {
  private static final long NANOS_BETWEEN = 250_000_000L;
  private static final int WIDTH = 79;

  private final PrintStream err;
  private final long startedWith;
  private final double startedAt;
  private long next;
  private int shown;

  /** A line for a search that has this much behind it already. */
  ProgressLine(PrintStream err, long executionsBefore, double secondsBefore) {
    this.err = err;
    this.startedWith = executionsBefore;
    this.startedAt = secondsBefore;
    this.next = System.nanoTime() + NANOS_BETWEEN;
  }

  /** Rewrites the line, if it is time. */
  void update(Progress progress) {
    long now = System.nanoTime();
    if (now - next >= 0) {
      next = now + NANOS_BETWEEN;
      show(text(progress));
    }
  }

  /** Takes the line away. */
  void erase() {
    show("");
    err.print('\r');
    err.flush();
  }

  private void show(String text) {
    String line = text.length() > WIDTH ? text.substring(0, WIDTH) : text;
    err.print('\r' + line + " ".repeat(Math.max(0, shown - line.length())));
    err.flush();
    shown = line.length();
  }

  private String text(Progress progress) {
    long executions = progress.executions();
    double seconds = progress.seconds() - startedAt;
    double rate = Math.max(0, executions - startedWith) / Math.max(seconds, 1e-3);
    String text = Phrases.count(executions, "execution") + ", " + Quantities.about(rate) + "/s";
    double explored = progress.explored();
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
