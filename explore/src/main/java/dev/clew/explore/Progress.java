package dev.clew.explore;

import java.io.DataOutput;
import java.io.IOException;

/** Where a search stands. */
public interface Progress {
  /** The executions so far, of the search since its last start. */
  long executions();

  /** An estimate of the part of the space that has been explored, from 0 to 1. */
  double explored();

  /** Whether there is no end of executions, so that no part of them can be told. */
  default boolean isEndless() {
    return false;
  }

  /** Whether the program can tell most states, if the search asks for them. */
  default boolean knowsStates() {
    return true;
  }

  /** The time spent so far, in seconds. */
  double seconds();

  /** Writes all that is needed to go on from here in another process. */
  void save(DataOutput out) throws IOException;
}
