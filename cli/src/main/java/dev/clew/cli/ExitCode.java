package dev.clew.cli;

import dev.clew.explore.Outcome;

/** What the exit code says; scripts depend on it. */
enum ExitCode {
  /** The whole space was explored and nothing violates. */
  VERIFIED(0),
  /** Something is wrong with the program. */
  VIOLATION(1),
  /** The command or the program cannot be used, or a file it names cannot be written. */
  USAGE(2),
  /** A limit ended the search first. */
  INCONCLUSIVE(3),
  /** The tool itself failed. */
  DEFECT(4);

  /** The system property by which the script that starts a JVM says what it adds to the code. */
  static final String ANNOUNCEMENT = "clew.announced";

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** The number the process ends with. */
  int number() {
    return number;
  }

  /**
   * How a process has to end to tell a code to the script that started it: a JVM that does not
   * start, or gives up, ends with small numbers of its own, and the script must not take these for
   * a verdict.
   */
  static int announced(int code) {
    return Integer.getInteger(ANNOUNCEMENT, 0) + code;
  }

  static ExitCode of(Outcome.Verdict verdict) {
    return switch (verdict) {
      case VERIFIED -> VERIFIED;
      case VIOLATION -> VIOLATION;
      case INCONCLUSIVE -> INCONCLUSIVE;
      case DEFECT -> DEFECT;
    };
  }
}
