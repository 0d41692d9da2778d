package dev.clew.cli;

import dev.clew.explore.Pace;
import dev.clew.explore.Progress;
import dev.clew.report.story.Printable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Accompanies a search: shows how far it is, saves it now and then, stops it if the user says so.
 */
final class SearchPace implements Pace {
  private static final long NANOS_BETWEEN_SAVES = 500_000_000L;

  /** Saving may take one part in this many of the time. */
  private static final int PARTS = 20;

  private final Console console;
  private final @Nullable ProgressLine line;
  private final @Nullable Checkpoint checkpoint;
  private boolean hasComplained;
  private long nextSave = System.nanoTime() + NANOS_BETWEEN_SAVES;

  SearchPace(Console console, @Nullable ProgressLine line, @Nullable Checkpoint checkpoint) {
    this.console = console;
    this.line = line;
    this.checkpoint = checkpoint;
  }

  @Override
  public boolean goOn(Progress progress) {
    if (line != null) {
      line.update(progress);
    }
    long now = System.nanoTime();
    if (now - nextSave >= 0) {
      save(progress);
      long cost = System.nanoTime() - now;
      nextSave = now + Math.max(NANOS_BETWEEN_SAVES, PARTS * cost);
    }
    return !console.stop().isRequested();
  }

  /**
   * Saves the search; if that fails, says so once. The search goes on and tries again when the next
   * time comes, as there may be room then: what was saved before, and what was searched, is kept.
   */
  void save(Progress progress) {
    if (checkpoint == null) {
      return;
    }
    try {
      checkpoint.save(progress);
    } catch (IOException e) {
      if (!hasComplained) {
        hasComplained = true;
        end();
        String name = Printable.line(checkpoint.file().toString());
        console
            .err()
            .println(
                "clew: cannot write the checkpoint "
                    + name
                    + ": "
                    + Reason.of(e)
                    + "; the search goes on, and will try again");
      }
    }
  }

  /** Takes away the line that shows the progress. */
  void end() {
    if (line != null) {
      line.erase();
    }
  }
}
