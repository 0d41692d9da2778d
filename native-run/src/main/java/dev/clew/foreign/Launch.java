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
 */
public record Launch(
    List<String> command,
    Optional<Path> stdin,
    Duration hang,
    int earlyTimeouts,
    int spuriousWakeups) {
  public Launch {
    command = List.copyOf(command);
  }
}
