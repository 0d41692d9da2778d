package dev.clew.explore.strategy;

import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The steps of the last execution of a search that is saved. */
public final class SavedSteps {
  private SavedSteps() {}

  /** Writes the first {@code count} steps of a trace. */
  public static void write(Trace trace, int count, DataOutput out) throws IOException {
    out.writeInt(count);
    for (int i = 0; i < count; i++) {
      out.writeInt(trace.thread(i));
      out.writeInt(trace.label(i));
    }
  }

  /**
   * Sets a schedule to the steps that were written, and executes it if there are any; returns how
   * many there are.
   */
  public static int replay(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    int count = in.readInt();
    schedule.keep(0);
    for (int i = 0; i < count; i++) {
      schedule.add(in.readInt(), in.readInt());
    }
    if (count > 0) {
      execute.run();
    }
    return count;
  }
}
