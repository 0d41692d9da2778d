package dev.clew.explore.reduction;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.Trace;

/**
 * Where a search need not look: a state of an execution from which on it wants to know nothing more
 * than this one execution shows.
 */
public interface Horizon {
  /** Everything matters. */
  Horizon NONE =
      new Horizon() {
        @Override
        public int end(Trace trace, int from) {
          return Integer.MAX_VALUE;
        }

        @Override
        public boolean mayHideDependent(HappensBefore order, int event) {
          return false;
        }
      };

  /**
   * The number of events of the execution after which nothing matters, {@link Integer#MAX_VALUE} if
   * there is no such state.
   *
   * @param from with fewer events everything is known to matter
   */
  int end(Trace trace, int from);

  /**
   * Whether executions that are not looked at may have an operation after the end found last that
   * depends on an event before it, and could come first.
   */
  boolean mayHideDependent(HappensBefore order, int event);
}
