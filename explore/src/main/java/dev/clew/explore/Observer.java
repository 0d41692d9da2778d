package dev.clew.explore;

import dev.clew.trace.Trace;
import java.util.function.Consumer;

/** Judges the trace of each execution. */
@FunctionalInterface
public interface Observer {
  /**
   * Reports what is wrong with an execution that was not cut short; a trace without fault costs
   * next to nothing.
   */
  void observe(Trace trace, Consumer<Finding> findings);

  /**
   * Reports an execution that goes round: it ends with twice the same steps, and the program is in
   * the same state after them as before.
   */
  default void observeRounds(Trace trace, Consumer<Finding> findings) {}

  /** Judges an execution that the search is not about, but ran on its way. */
  default void observeBeyond(Trace trace, Consumer<Finding> findings) {
    observe(trace, findings);
  }
}
