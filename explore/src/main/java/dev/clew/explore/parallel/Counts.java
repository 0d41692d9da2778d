package dev.clew.explore.parallel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a worker did since the search was started last. */
final class Counts {
  long executions;
  long blocked;
  long deadlocks;
  long transitions;

  /** Executions that were cut short, of a search with few steps for each. */
  long cut;

  void clear() {
    executions = 0;
    blocked = 0;
    deadlocks = 0;
    transitions = 0;
    cut = 0;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(executions);
    out.writeLong(blocked);
    out.writeLong(deadlocks);
    out.writeLong(transitions);
    out.writeLong(cut);
  }

  void read(DataInput in) throws IOException {
    executions = in.readLong();
    blocked = in.readLong();
    deadlocks = in.readLong();
    transitions = in.readLong();
    cut = in.readLong();
  }

  void add(Counts other) {
    executions += other.executions;
    blocked += other.blocked;
    deadlocks += other.deadlocks;
    transitions += other.transitions;
    cut += other.cut;
  }
}
