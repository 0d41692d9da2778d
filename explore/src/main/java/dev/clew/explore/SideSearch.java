package dev.clew.explore;

import dev.clew.trace.Program;
import dev.clew.trace.Trace;

/**
 * Executions between those of a search, in a trace of their own: the search goes on where it stood,
 * and its counts are its own.
 */
interface SideSearch {
  /** Whether to do an execution now, beside this search. */
  boolean isTime(Exploration search);

  /** Does one; the trace is the same each time. */
  Trace execute(Program program);

  /** Takes in what happened in it. */
  void learn();

  /** The search started again at this time, in seconds: it may end soon now. */
  void startAgain(double now);

  /** How many were done. */
  long executions();
}
