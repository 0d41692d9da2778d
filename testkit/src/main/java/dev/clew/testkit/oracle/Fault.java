package dev.clew.testkit.oracle;

/** Ends the local code of a thread: something it said is refused. */
final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  enum Reason {
    ASSERTION("assertion does not hold"),
    DIVISION_BY_ZERO("division by 0"),
    INDEX_OUT_OF_RANGE("index out of range"),
    NOT_HELD("gives back a lock it does not hold"),
    WAIT_WITHOUT_LOCK("waits without holding the lock"),
    PERMITS_OUT_OF_RANGE("a negative number of permits, or too many"),
    STARTED_TWICE("starts a thread twice");

    private static final Reason[] ALL = values();

    final String words;

    Reason(String words) {
      this.words = words;
    }

    /** The reason with the given code. */
    static Reason of(int code) {
      return ALL[code - 1];
    }

    /** A number that stands for the reason; 0 stands for none. */
    int code() {
      return ordinal() + 1;
    }
  }

  final Reason reason;

  Fault(Reason reason) {
    super(reason.words, null, false, false);
    this.reason = reason;
  }
}
