package dev.clew.testkit.toy;

/**
 * The clock of an execution, and how far threads are ahead of it.
 *
 * <p>The clock moves only when nobody can go on, to the time at which the first operation is due. A
 * short sleep may end before: the thread is then ahead of the clock, by less than the patience.
 */
final class ToyClock {
  /**
   * How long a yield takes that is not free, whatever the patience: others who wait for a time get
   * there while a thread goes round for ever.
   */
  static final int ROUND = Toy.PATIENCE;

  /** The deadline of what may give up at any time. */
  static final int ANY_TIME = -1;

  private final ToyCode program;
  private final int[] code;
  private final int[] cells;
  private int patience = Toy.PATIENCE;

  ToyClock(ToyState state) {
    this.program = state.program;
    this.code = program.code;
    this.cells = state.cells;
  }

  void setPatience(int newPatience) {
    patience = newPatience;
  }

  /** The time of the clock itself. */
  int now() {
    return cells[program.clock];
  }

  /** What time it is for a thread. */
  int time(int thread) {
    return Math.max(cells[program.block[thread] + ToyCode.TIME], now());
  }

  /** A thread is not earlier than another one, which started it or has ended. */
  void follow(int thread, int other) {
    cells[program.block[thread] + ToyCode.TIME] = Math.max(time(thread), time(other));
  }

  /**
   * A thread comes to an operation that can end by time alone: when that is. A sleep that may end
   * while others can go on is never due.
   */
  void arrive(int thread, int pc) {
    int within = code[pc] == ToyOp.ROUND ? ROUND : program.within[pc];
    int due = time(thread) + within;
    boolean isFree = code[pc] == ToyOp.SLEEP ? due - now() < patience || within == 0 : within == 0;
    cells[program.block[thread] + ToyCode.DEADLINE] = isFree ? ANY_TIME : due;
  }

  int deadline(int thread) {
    return cells[program.block[thread] + ToyCode.DEADLINE];
  }

  /** A short sleep ends: only for the thread itself did time pass. */
  void endSleep(int thread, int pc) {
    cells[program.block[thread] + ToyCode.TIME] = time(thread) + program.within[pc];
  }

  /** What a thread stands at is due: the clock moves there. */
  void moveTo(int thread) {
    cells[program.clock] = Math.max(now(), deadline(thread));
  }

  /** Whether sleepers are due that were not woken yet: nobody else goes on before they are. */
  boolean isWaking() {
    return cells[program.clock + 1] != 0;
  }

  /** Finds out whether a sleeper is due. */
  void look() {
    cells[program.clock + 1] = firstDue() >= 0 ? 1 : 0;
  }

  /** The first sleeper that is due, -1 if there is none. */
  private int firstDue() {
    for (int t = 0; t < program.threads; t++) {
      if (isAsleep(t) && deadline(t) <= now()) {
        return t;
      }
    }
    return -1;
  }

  /** Whether a thread sleeps until the clock gets there. */
  boolean isAsleep(int thread) {
    return code[pc(thread)] == ToyOp.SLEEP && deadline(thread) >= 0;
  }

  /**
   * Puts the threads whose time may be over next into a list: the first sleeper that is due; or
   * those that are due first, and what may give up at any time. Sleepers wake together.
   *
   * @param blocked who cannot go on, and is in an operation that can end by time alone
   */
  void addNext(ToyBlockedThreads blocked, ToyLabels into) {
    if (isWaking()) {
      into.add(firstDue());
      return;
    }
    int earliest = Integer.MAX_VALUE;
    for (int t = 0; t < program.threads; t++) {
      if (blocked.canGiveUp(t) && deadline(t) != ANY_TIME) {
        earliest = Math.min(earliest, deadline(t));
      }
    }
    boolean isSleeperIn = false;
    for (int t = 0; t < program.threads; t++) {
      boolean isNext = deadline(t) == ANY_TIME || deadline(t) == earliest;
      boolean isAsleep = isAsleep(t);
      if (blocked.canGiveUp(t) && isNext && !(isAsleep && isSleeperIn)) {
        into.add(t);
        isSleeperIn |= isAsleep;
      }
    }
  }

  private int pc(int thread) {
    return cells[program.block[thread] + ToyCode.PC];
  }
}
