package dev.clew.testkit.toy;

/** A toy program is not well formed: where, what is wrong, and often what was meant. */
public final class ToySyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String program;
  private final int line;
  private final int column;
  private final String problem;

  /** An error at a place of the named program; the place is 0, 0 if the program has no text. */
  public ToySyntaxException(String program, int line, int column, String problem) {
    super(program + ":" + line + ":" + column + ": " + problem);
    this.program = program;
    this.line = line;
    this.column = column;
    this.problem = problem;
  }

  /** The name of the program, usually its file. */
  public String program() {
    return program;
  }

  /** The line of the error, from 1. */
  public int line() {
    return line;
  }

  /** The column of the error, from 1; every character counts as one. */
  public int column() {
    return column;
  }

  /** What is wrong, without the place. */
  public String problem() {
    return problem;
  }
}
