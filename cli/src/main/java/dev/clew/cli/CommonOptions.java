package dev.clew.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command has; none of them is looked at here. */
@SuppressWarnings("UnusedVariable")
final class CommonOptions {
  /** The script that starts the tool looks at it. */
  @Option(
      names = "--jdk",
      paramLabel = "PATH",
      description = "The JDK that runs clew (default: the newest found).")
  private @Nullable String jdk;

  /** Picocli looks at it. */
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  private boolean help;
}
