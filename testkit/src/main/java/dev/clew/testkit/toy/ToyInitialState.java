package dev.clew.testkit.toy;

import dev.clew.trace.Trace;

/**
 * Brings a machine back to the start of the program.
 *
 * <p>The local code before the first visible operation is the same in every execution. Unless it
 * reports something, a watched access or a failure, it is run once and its result is copied.
 */
final class ToyInitialState {
  private final ToyState state;
  private final ToyLocalCode localCode;
  private final int[] cells;
  private int live;
  private int awaited;
  private int halted;
  private boolean isSettled;

  ToyInitialState(ToyState state, ToyLocalCode localCode) {
    this.state = state;
    this.localCode = localCode;
    this.cells = new int[state.cells.length];
    prepare();
  }

  /** Finds out what the start looks like; to be asked again when a location becomes visible. */
  void prepare() {
    Trace scratch = new Trace();
    state.trace = scratch;
    isSettled = false;
    System.arraycopy(state.program.initial, 0, cells, 0, cells.length);
    restore();
    boolean isSilent = scratch.watched().size() == 0 && scratch.failures().isEmpty();
    if (isSilent && !state.stuck) {
      isSettled = true;
      live = state.live;
      awaited = state.awaited;
      halted = state.halted;
      System.arraycopy(state.cells, 0, cells, 0, cells.length);
    }
  }

  /** Makes the state that of the start. */
  void restore() {
    System.arraycopy(cells, 0, state.cells, 0, cells.length);
    state.events = 0;
    state.stuck = false;
    if (isSettled) {
      state.live = live;
      state.awaited = awaited;
      state.halted = halted;
    } else {
      runLocalCode();
    }
  }

  private void runLocalCode() {
    ToyCode program = state.program;
    state.live = 0;
    state.awaited = 0;
    state.halted = 0;
    for (int t = 0; t < program.threads; t++) {
      if (program.startsByItself[t]) {
        state.begin(t);
        localCode.run(t, program.entry[t]);
      }
    }
  }
}
