package dev.clew.testkit.oracle;

/** A schedule that the program does not allow, or that stops before its end. */
public final class ImpossibleSchedule extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ImpossibleSchedule(String what) {
    super(what);
  }
}
