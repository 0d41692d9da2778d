package dev.clew.explore;

/**
 * What can be wrong with a program under test; the names are part of the contract of the JSON
 * report.
 */
public enum FindingKind {
  /** Two unordered accesses of a plain location, one of them a write. */
  DATA_RACE("data-race"),
  /** No thread can go on. */
  DEADLOCK("deadlock"),
  /** Threads go round for ever, looking at what nobody changes any more. */
  LIVELOCK("livelock"),
  /** An assertion does not hold. */
  ASSERTION("assertion"),
  /** A thread ends with an exception. */
  EXCEPTION("exception"),
  /** The program breaks off, as a process does that is killed. */
  CRASH("crash"),
  /** A thread goes on without end and does nothing that another thread could notice. */
  HANG("hang"),
  /** An execution is longer than executions may be; a warning, as it may be meant to. */
  ENDLESS("endless"),
  /** Something that the program took it never gave back. */
  LEAK("leak"),
  /** No fault of the program: an execution that the search ought to have explored and did not. */
  UNEXPLORED("unexplored");

  private final String id;

  FindingKind(String id) {
    this.id = id;
  }

  /** The name in reports. */
  public String id() {
    return id;
  }

  /** The kind with this name. */
  public static FindingKind of(String id) {
    for (FindingKind kind : values()) {
      if (kind.id.equals(id)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of finding is called " + id);
  }
}
