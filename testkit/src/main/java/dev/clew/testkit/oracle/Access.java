package dev.clew.testkit.oracle;

/** How an event touches one object. */
public record Access(int object, Mode mode) {

  /** What an access does to its object. */
  public enum Mode {
    /** Looks; any two looks commute. */
    READ,
    /** Changes in a way that commutes with other such changes, but not with a look. */
    SHARE,
    /** Commutes with nothing. */
    WRITE;

    int code() {
      return ordinal();
    }
  }

  /** Whether the order of the two accesses can matter. */
  boolean conflictsWith(Access other) {
    return object == other.object && (mode != other.mode || mode == Mode.WRITE);
  }
}
