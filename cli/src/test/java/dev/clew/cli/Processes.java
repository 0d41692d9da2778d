package dev.clew.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Processes that are to end. */
final class Processes {
  private static final int PATIENCE_SECONDS = 60;

  private Processes() {}

  /** Waits until all have ended; says whether they have. */
  static boolean allEnd(Collection<ProcessHandle> processes) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!processes.stream().allMatch(Processes::hasEnded)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(20);
    }
    return true;
  }

  /** Whether a process does nothing any more, though nobody may have asked how it ended. */
  private static boolean hasEnded(ProcessHandle process) {
    Path state = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      String text = Files.readString(state);
      return text.startsWith("Z", text.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return !process.isAlive();
    }
  }
}
