package dev.clew.cli;

import dev.clew.explore.SearchOptions;
import dev.clew.report.TextReport;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked of a check.
 *
 * @param search what to search for and how
 * @param checkpoint where to save the search, null for nowhere
 * @param json where to write the result for scripts, null for nowhere
 * @param out the directory for replay files
 * @param verbose whether to tell everything
 * @param jobs who takes part
 * @param symmetry whether alike threads take turns
 * @param replayWords how the reader of the report replays a file, with %s for the file
 */
record CheckOptions(
    SearchOptions search,
    @Nullable Path checkpoint,
    @Nullable Path json,
    Path out,
    boolean verbose,
    Jobs jobs,
    boolean symmetry,
    String replayWords) {
  /** Whether a test asks, who is to be told how tests are replayed. */
  boolean isOfTest() {
    return !replayWords.equals(TextReport.REPLAY_COMMAND);
  }

  /** The same with another search. */
  CheckOptions with(SearchOptions newSearch) {
    return new CheckOptions(newSearch, checkpoint, json, out, verbose, jobs, symmetry, replayWords);
  }
}
