package dev.clew.explore.strategy;

/** The tool itself is wrong: it stops at once and never goes on to a verdict. */
public final class ToolDefect extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A defect, in words for whoever will mend it. */
  public ToolDefect(String message) {
    super(message);
  }
}
