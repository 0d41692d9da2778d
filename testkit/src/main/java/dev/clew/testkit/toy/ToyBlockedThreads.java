package dev.clew.testkit.toy;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;

/** What blocked threads wait for, and how they give up. */
final class ToyBlockedThreads {
  private static final int TIMEOUT = Dependence.modes(OpKind.TIMEOUT, true);

  private final ToyState state;
  private final ToyCode program;
  private final int[] code;
  private final int[] cells;
  private final ToyWaitSets waitSets;
  private final ToyLocalCode localCode;
  private final ToyClock clock;

  ToyBlockedThreads(ToyState state, ToyWaitSets waitSets, ToyLocalCode localCode, ToyClock clock) {
    this.clock = clock;
    this.state = state;
    this.program = state.program;
    this.code = program.code;
    this.cells = state.cells;
    this.waitSets = waitSets;
    this.localCode = localCode;
  }

  /** Whether a blocked thread is in a timed operation; one that comes back from a wait is not. */
  boolean canGiveUp(int thread) {
    int pc = pc(thread);
    boolean isComingBack = code[pc] == ToyOp.REACQUIRE && !waitSets.isWaiting(thread);
    return program.timed[pc] && !isComingBack;
  }

  /** Lets the operation of a thread give up. */
  void giveUp(int thread) {
    int pc = pc(thread);
    int op = code[pc];
    ToyEvent event = state.event;
    event.pc = pc;
    event.begin(OpKind.TIMEOUT, -1, TIMEOUT);
    event.label = thread;
    event.target = thread;
    event.before = (op == ToyOp.REACQUIRE ? OpKind.WAIT : kindOf(op)).code();
    event.expected = isOnLockOrSemaphore(op) ? object(thread, pc) : -1;
    event.amount = amount(thread, pc);
    clock.moveTo(thread);
    if (op == ToyOp.REACQUIRE) {
      waitSets.giveUp(thread);
      state.events++;
      clock.look(this);
      return;
    }
    cells[program.block[thread] + code[pc + 1]] = 0;
    state.events++;
    localCode.run(thread, pc + ToyOp.length(op));
    clock.look(this);
  }

  /** Records what a blocked thread waits for. */
  void addPending(int thread, PendingOperations pending) {
    int pc = pc(thread);
    int op = code[pc];
    OpKind kind = kindOf(op);
    boolean isWaiting = op == ToyOp.REACQUIRE && waitSets.isWaiting(thread);
    boolean isComingBack = op == ToyOp.REACQUIRE && !isWaiting;
    int object =
        switch (op) {
          case ToyOp.JOIN, ToyOp.ROUND, ToyOp.SLEEP -> -1;
          case ToyOp.PARK -> program.permits + thread;
          default -> object(thread, pc);
        };
    int link = isComingBack ? waitSets.endedBy(thread) : -1;
    int target = op == ToyOp.JOIN ? object(thread, pc) : isWaiting ? waitSets.waitsAt(thread) : -1;
    pending.add(thread, kind, object, amount(thread, pc), link, target, program.line[pc]);
  }

  private int pc(int thread) {
    return cells[program.block[thread] + ToyCode.PC];
  }

  private int object(int thread, int pc) {
    return cells[program.block[thread] + code[pc + 2]] + code[pc + 3];
  }

  private int amount(int thread, int pc) {
    boolean hasAmount = code[pc] == ToyOp.ACQUIRE;
    if (code[pc] == ToyOp.SLEEP) {
      return program.within[pc];
    }
    return hasAmount ? cells[program.block[thread] + code[pc + 4]] + code[pc + 5] : 0;
  }

  private static boolean isOnLockOrSemaphore(int op) {
    return switch (op) {
      case ToyOp.LOCK, ToyOp.ACQUIRE, ToyOp.READ_LOCK, ToyOp.WRITE_LOCK -> true;
      default -> false;
    };
  }

  /** The kind of the event that a thread at this instruction does next. */
  private static OpKind kindOf(int op) {
    return switch (op) {
      case ToyOp.LOCK -> OpKind.LOCK;
      case ToyOp.REACQUIRE -> OpKind.REACQUIRE;
      case ToyOp.PARK -> OpKind.PARK;
      case ToyOp.JOIN -> OpKind.JOIN;
      case ToyOp.ACQUIRE -> OpKind.ACQUIRE;
      case ToyOp.READ_LOCK -> OpKind.READ_LOCK;
      case ToyOp.WRITE_LOCK -> OpKind.WRITE_LOCK;
      case ToyOp.PASS -> OpKind.PASS;
      case ToyOp.ROUND, ToyOp.SLEEP -> OpKind.YIELD;
      default -> throw new IllegalStateException("instruction " + op + " does not block");
    };
  }
}
