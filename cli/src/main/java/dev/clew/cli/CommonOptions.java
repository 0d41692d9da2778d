package dev.clew.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command has; none of them is looked at here. */
@SuppressWarnings("UnusedVariable")
final class CommonOptions {
  static final String JDK = "The JDK that runs clew (default: the newest found).";
  static final String HELP = "Shows this.";

  /** The script that starts the tool looks at it. */
  @Option(names = "--jdk", paramLabel = "PATH", description = JDK)
  private @Nullable String jdk;

  /** Picocli looks at it. */
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = HELP)
  private boolean help;
}
