package dev.clew.testkit.toy;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/** What threads do to each other: permits, interrupts, start, join, end. */
final class ToyThreads {
  private static final int PARK = Dependence.modes(OpKind.PARK, true);
  private static final int PARK_ALONE = Dependence.pack(Dependence.WRITE, Dependence.NONE);
  private static final int UNPARK = Dependence.modes(OpKind.UNPARK, true);
  private static final int INTERRUPT = Dependence.modes(OpKind.INTERRUPT, true);
  private static final int WAS_SET = Dependence.modes(OpKind.TEST_INTERRUPT, true);
  private static final int WAS_CLEAR = Dependence.modes(OpKind.TEST_INTERRUPT, false);
  private static final int START = Dependence.modes(OpKind.START, true);
  private static final int JOIN = Dependence.modes(OpKind.JOIN, true);
  private static final int IS_ALIVE = Dependence.modes(OpKind.IS_ALIVE, true);
  private static final int END = Dependence.modes(OpKind.END, true);

  private final ToyState state;
  private final ToyCode program;
  private final ToyEvent event;
  private final int[] cells;
  private final ToyLocalCode localCode;
  private final ToyClock clock;

  ToyThreads(ToyState state, ToyLocalCode localCode, ToyClock clock) {
    this.clock = clock;
    this.state = state;
    this.program = state.program;
    this.event = state.event;
    this.cells = state.cells;
    this.localCode = localCode;
  }

  /** Whether the interrupt status of a thread is set, by a statement that could mean it. */
  boolean isInterrupted(int thread) {
    return program.interruptible[thread] && cells[program.statuses + thread] != 0;
  }

  boolean canUnpark(int thread) {
    return cells[program.permits + thread] != 0 || isInterrupted(thread);
  }

  void park(int thread) {
    if (program.interruptible[thread]) {
      event.begin(OpKind.PARK, program.permits + thread, PARK);
      event.other = program.statuses + thread;
    } else {
      event.begin(OpKind.PARK, program.permits + thread, PARK_ALONE);
    }
    cells[program.permits + thread] = 0;
  }

  void unpark(int target) {
    event.begin(OpKind.UNPARK, program.permits + target, UNPARK);
    event.target = target;
    cells[program.permits + target] = 1;
  }

  void interrupt(int target) {
    int status = program.statuses + target;
    event.begin(OpKind.INTERRUPT, status, INTERRUPT);
    event.target = target;
    event.before = cells[status];
    cells[status] = 1;
  }

  /** Clears the interrupt status of the thread and returns what it was. */
  int testInterrupt(int thread) {
    int status = program.statuses + thread;
    int before = cells[status];
    event.begin(OpKind.TEST_INTERRUPT, status, before != 0 ? WAS_SET : WAS_CLEAR);
    event.before = before;
    event.value = before;
    cells[status] = 0;
    return before;
  }

  void start(int thread, int target) {
    begin(OpKind.START, target, START);
    clock.follow(target, thread);
    state.begin(target);
  }

  /** Runs the local code of a thread just started. */
  void runStarted(int target) {
    localCode.run(target, program.entry[target]);
  }

  void join(int thread, int target) {
    event.begin(OpKind.JOIN, -1, JOIN);
    clock.follow(thread, target);
    event.target = target;
  }

  int isAlive(int target) {
    begin(OpKind.IS_ALIVE, target, IS_ALIVE);
    event.value = state.isLive(target) ? 1 : 0;
    return event.value;
  }

  void end(int thread) {
    begin(OpKind.END, thread, END);
    event.target = -1;
  }

  private void begin(OpKind kind, int target, int modes) {
    if (program.observed[target]) {
      event.begin(kind, program.livenesses + target, modes);
    } else {
      event.begin(kind, -1, 0);
    }
    event.target = target;
  }
}
