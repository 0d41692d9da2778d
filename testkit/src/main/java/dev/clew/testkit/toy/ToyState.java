package dev.clew.testkit.toy;

import static dev.clew.testkit.toy.ToyCode.ENDED;
import static dev.clew.testkit.toy.ToyCode.NOT_STARTED;
import static dev.clew.testkit.toy.ToyCode.PC;

import dev.clew.trace.Trace;

/** The state of one execution; {@link ToyCode} says what the cells are. */
final class ToyState {
  final ToyCode program;
  final int[] cells;

  /** Which plain locations are visible operations. */
  final boolean[] visible;

  /** The operation done last. */
  final ToyEvent event = new ToyEvent();

  /** The number of visible operations so far, the current one not counted while it is done. */
  int events;

  /** The number of threads that were started and have not ended. */
  int live;

  /** Whether a thread computes without end. */
  boolean stuck;

  /** Where watched accesses and failures are reported. */
  Trace trace = new Trace();

  ToyState(ToyCode program) {
    this.program = program;
    this.cells = program.initial.clone();
    this.visible = new boolean[program.objects];
  }

  boolean hasEnded(int thread) {
    return cells[program.block[thread] + PC] == ENDED;
  }

  boolean isLive(int thread) {
    int pc = cells[program.block[thread] + PC];
    return pc != ENDED && pc != NOT_STARTED;
  }

  void end(int thread) {
    cells[program.block[thread] + PC] = ENDED;
    live--;
  }
}
