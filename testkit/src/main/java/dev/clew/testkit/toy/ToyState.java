package dev.clew.testkit.toy;

import static dev.clew.testkit.toy.ToyCode.ENDED;
import static dev.clew.testkit.toy.ToyCode.HALTED;
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

  /** The number of those the program waits for. */
  int awaited;

  /** The number of threads that have ended the program. */
  int halted;

  /** How many yields of a thread are free if the program may end without it. */
  int freeRounds = ToyProgram.ROUNDS;

  /** Whether a thread ever stood at a yield that was not free. */
  boolean isCut;

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

  boolean hasHalted(int thread) {
    return cells[program.block[thread] + PC] == HALTED;
  }

  void begin(int thread) {
    live++;
    awaited += program.isAwaited[thread] ? 1 : 0;
  }

  void end(int thread) {
    cells[program.block[thread] + PC] = ENDED;
    live--;
    awaited -= program.isAwaited[thread] ? 1 : 0;
  }

  /** The thread has ended the program; it never ends itself. */
  void halt(int thread) {
    cells[program.block[thread] + PC] = HALTED;
    halted++;
  }

  /** Whether the program may end here, whoever could still go on. */
  boolean mayEnd() {
    return halted > 0 || awaited == 0 && !program.hasHooks;
  }
}
