package dev.clew.cli;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a command talks to its user.
 *
 * @param out for results
 * @param err for messages
 * @param showsProgress whether {@code err} is a terminal, on which a line can be rewritten
 * @param stop says when the user wants the command to end
 * @param client the program that asked for the command, null if a person did
 */
record Console(
    PrintStream out,
    PrintStream err,
    boolean showsProgress,
    StopSignal stop,
    @Nullable Client client) {

  Console(PrintStream out, PrintStream err, boolean showsProgress, StopSignal stop) {
    this(out, err, showsProgress, stop, null);
  }

  /** A line that says how far a search is that has this much behind it; null if nobody looks. */
  @Nullable ProgressLine progressLine(long executionsBefore, double secondsBefore) {
    if (client != null) {
      return new ProgressLine(client::progress, executionsBefore, secondsBefore);
    }
    return showsProgress
        ? new ProgressLine(new RewrittenLine(err), executionsBefore, secondsBefore)
        : null;
  }
}
