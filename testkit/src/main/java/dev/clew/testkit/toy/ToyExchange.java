package dev.clew.testkit.toy;

import dev.clew.trace.NumberExchange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Numbers of toy programs are the same in all processes; what is told is whether threads that are
 * left had few rounds only.
 */
final class ToyExchange implements NumberExchange {
  private final ToyRun run;

  ToyExchange(ToyRun run) {
    this.run = run;
  }

  @Override
  public void tell(DataOutput out) throws IOException {
    out.writeBoolean(run.isCut());
  }

  @Override
  public void hear(DataInput in) throws IOException {
    if (in.readBoolean()) {
      run.noteCut();
    }
  }

  @Override
  public int thread(int theirs) {
    return theirs;
  }

  @Override
  public int object(int theirs) {
    return theirs;
  }

  @Override
  public int label(int theirThread, int theirObject, int theirLabel) {
    return theirLabel;
  }

  @Override
  public int position(int theirs) {
    return theirs;
  }
}
