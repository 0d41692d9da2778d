/**
 * The command line, wiring only: one class for each command.
 *
 * <p>Input: arguments. Output: an exit code ({@link dev.clew.cli.ExitCode}), a report and replay
 * files. Entry class: {@link dev.clew.cli.Main}.
 */
@NullMarked
package dev.clew.cli;

import org.jspecify.annotations.NullMarked;
