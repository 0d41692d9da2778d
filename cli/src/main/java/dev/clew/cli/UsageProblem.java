package dev.clew.cli;

/** The user asked for what cannot be done: the message says what is wrong and how to fix it. */
final class UsageProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean beginsWithPlace;

  UsageProblem(String message) {
    this(message, false);
  }

  private UsageProblem(String message, boolean beginsWithPlace) {
    super(message);
    this.beginsWithPlace = beginsWithPlace;
  }

  /** A problem at a place of a source file; the message begins with the place. */
  static UsageProblem at(String message) {
    return new UsageProblem(message, true);
  }

  /** What to print: a place stands first, where editors look for it. */
  String text() {
    return (beginsWithPlace ? "" : "clew: ") + getMessage();
  }
}
