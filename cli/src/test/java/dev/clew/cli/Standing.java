package dev.clew.cli;

import dev.clew.explore.Progress;
import java.io.DataOutput;
import java.io.IOException;

/** Where a search stands, made up by a test; what it saves no search can go on with. */
record Standing(long executions, double explored, double seconds) implements Progress {
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(executions);
  }
}
