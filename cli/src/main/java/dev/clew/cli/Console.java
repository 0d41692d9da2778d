package dev.clew.cli;

import java.io.PrintStream;

/**
 * Where a command talks to its user.
 *
 * @param out for results
 * @param err for messages
 * @param showsProgress whether {@code err} is a terminal, on which a line can be rewritten
 * @param stop says when the user wants the command to end
 */
record Console(PrintStream out, PrintStream err, boolean showsProgress, StopSignal stop) {}
