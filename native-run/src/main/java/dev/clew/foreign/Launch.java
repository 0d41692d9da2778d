package dev.clew.foreign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to start a program, and how patient to be with it.
 *
 * @param command the executable and its arguments
 * @param stdin what it reads from its standard input, nothing if that is empty
 * @param hang how long a thread may compute between two operations
 * @param earlyTimeouts how often in each thread a timed wait may give up while others can go on
 * @param spuriousWakeups how often in each thread a wait may end for no reason
 * @param patience how far sleeping may take a thread ahead of others that can run
 */
public record Launch(
    List<String> command,
    Optional<Path> stdin,
    Duration hang,
    int earlyTimeouts,
    int spuriousWakeups,
    Duration patience) {
  /** How far sleeping takes a thread ahead of others, if nobody says otherwise. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  public Launch {
    command = List.copyOf(command);
  }

  /** With the usual patience. */
  public Launch(
      List<String> command,
      Optional<Path> stdin,
      Duration hang,
      int earlyTimeouts,
      int spuriousWakeups) {
    this(command, stdin, hang, earlyTimeouts, spuriousWakeups, PATIENCE);
  }
}
