package dev.clew.cli;

import java.io.PrintStream;

/** A line of a terminal that is written again and again. */
final class RewrittenLine implements ProgressLine.Place {
  private static final int WIDTH = 79;

  private final PrintStream err;
  private int shown;

  RewrittenLine(PrintStream err) {
    this.err = err;
  }

  @Override
  public void show(String text) {
    String line = text.length() > WIDTH ? text.substring(0, WIDTH) : text;
    err.print('\r' + line + " ".repeat(Math.max(0, shown - line.length())));
    err.flush();
    shown = line.length();
  }

  @Override
  public void erase() {
    show("");
    err.print('\r');
    err.flush();
  }
}
