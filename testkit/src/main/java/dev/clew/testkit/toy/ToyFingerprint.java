package dev.clew.testkit.toy;

import dev.clew.analyze.RaceMemory;
import dev.clew.trace.Fingerprint;
import dev.clew.trace.Trace;
import java.util.BitSet;

/**
 * The state of a machine between two operations as a fingerprint: variables, locks, permits and
 * arrivals; of each thread where it stands, what it waits for and its live registers; and what the
 * race detector remembers.
 *
 * <p>Left out is what only says how the state came about: which event acquired a lock or ended a
 * wait.
 */
final class ToyFingerprint {
  private final ToyCode program;
  private final int[] cells;
  private final ToyLiveness liveness;
  private final RaceMemory races;
  private final Fingerprint fingerprint = new Fingerprint();
  private final boolean[] goesOn;
  private final int[] endedBy;

  /** Whether the order in which threads began to wait matters. */
  private final boolean hasSignals;

  ToyFingerprint(ToyState state, RaceMemory races) {
    this.program = state.program;
    this.cells = state.cells;
    this.liveness = new ToyLiveness(program);
    this.races = races;
    this.goesOn = new boolean[program.threads];
    this.endedBy = new int[program.threads];
    this.hasSignals = hasSignals(program.code);
  }

  private static boolean hasSignals(int[] code) {
    for (int pc = 0; pc < code.length; pc += ToyOp.length(code[pc])) {
      if (code[pc] == ToyOp.SIGNAL) {
        return true;
      }
    }
    return false;
  }

  /** Begins an execution. */
  void begin(Trace trace) {
    races.begin(trace);
  }

  /** Looks at the state after this many events; {@link Fingerprint} has the result. */
  Fingerprint look(int events) {
    races.advance(events);
    fingerprint.clear();
    addObjects();
    for (int t = 0; t < program.threads; t++) {
      addThread(t);
    }
    races.addTo(fingerprint, goesOn, endedBy);
    return fingerprint;
  }

  private void addObjects() {
    for (int object = 0; object < program.objects; object++) {
      fingerprint.add(cells[object]);
      int further = program.further[object];
      if (further > 0) {
        boolean isHeld = cells[object] >= 0;
        fingerprint.add(isHeld ? cells[further + ToyCode.COUNT] : 0);
        if (program.isReadWriteLock(object)) {
          addReaders(further);
        }
      }
    }
  }

  private void addReaders(int further) {
    for (int t = 0; t < program.threads; t++) {
      fingerprint.add(cells[further + ToyCode.READ_HOLDS + 2 * t]);
    }
  }

  /**
   * Adds what is local to a thread: where it stands, its wait, and the registers it still needs.
   */
  private void addThread(int thread) {
    int block = program.block[thread];
    int pc = cells[block + ToyCode.PC];
    int op = program.code[pc];
    goesOn[thread] = op != ToyOp.NOT_STARTED && op != ToyOp.ENDED && op != ToyOp.HALTED;
    endedBy[thread] = -1;
    fingerprint.add(pc);
    boolean returns = op == ToyOp.REACQUIRE || op == ToyOp.PASS;
    if (returns) {
      boolean waits = cells[block + ToyCode.WAITING] >= 0;
      fingerprint.add(cells[block + ToyCode.WAITING]);
      fingerprint.add(hasSignals ? cells[block + ToyCode.PLACE] : 0);
      fingerprint.add(op == ToyOp.REACQUIRE ? cells[block + ToyCode.HOLDS] : 0);
      fingerprint.add(waits || op == ToyOp.PASS ? 0 : cells[block + ToyCode.OUTCOME]);
      endedBy[thread] = waits ? -1 : cells[block + ToyCode.ENDER];
    }
    if (program.hasClock) {
      addTime(block, pc);
    }
    BitSet live = liveness.at(pc);
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      fingerprint.add(cells[block + r]);
    }
  }

  /**
   * Adds how far a thread is ahead of the clock, and how far ahead of it what it stands at is due.
   * What time it is matters only to those who look.
   */
  private void addTime(int block, int pc) {
    int now = cells[program.clock];
    fingerprint.add(program.readsClock ? now : 0);
    fingerprint.add(Math.max(0, cells[block + ToyCode.TIME] - now));
    int deadline = cells[block + ToyCode.DEADLINE];
    fingerprint.add(program.timed[pc] && deadline >= 0 ? deadline - now : -1);
  }
}
