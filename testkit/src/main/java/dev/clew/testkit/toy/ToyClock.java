package dev.clew.testkit.toy;

/**
 * The clock of an execution, and how far threads are ahead of it.
 *
 * <p>The clock moves only when nobody can go on, to the time at which the first operation is due. A
 * short sleep may end before: the thread is then ahead of the clock, by less than the patience.
 * With no patience time is exact: all that is due at the same time ends together.
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

  /** Whether some are due that wake together: nobody else goes on before all of them have woken. */
  boolean isWaking() {
    return cells[program.clock + 1] != 0;
  }

  /**
   * Finds out whether somebody is due who wakes together with others.
   *
   * @param blocked as for {@link #addNext}
   */
  void look(ToyBlockedThreads blocked) {
    cells[program.clock + 1] = firstDue(blocked) >= 0 ? 1 : 0;
  }

  /** The first of those who are due and wake together, -1 if there is none. */
  private int firstDue(ToyBlockedThreads blocked) {
    for (int t = 0; t < program.threads; t++) {
      if (wakesWithOthers(t, blocked) && deadline(t) <= now()) {
        return t;
      }
    }
    return -1;
  }

  /** Whether a thread sleeps until the clock gets there. */
  boolean isAsleep(int thread) {
    return code[pc(thread)] == ToyOp.SLEEP && deadline(thread) >= 0;
  }

  /** Whether all who are due when this thread is end together with it. */
  private boolean wakesWithOthers(int thread, ToyBlockedThreads blocked) {
    return isAsleep(thread) || patience == 0 && blocked.canGiveUp(thread) && deadline(thread) >= 0;
  }

  /**
   * Puts the threads whose time may be over next into a list: the first sleeper that is due; or
   * those that are due first, and what may give up at any time. Sleepers wake together.
   *
   * @param blocked who cannot go on, and is in an operation that can end by time alone
   */
  void addNext(ToyBlockedThreads blocked, ToyLabels into) {
    if (isWaking()) {
      into.add(firstDue(blocked));
      return;
    }
    int earliest = Integer.MAX_VALUE;
    for (int t = 0; t < program.threads; t++) {
      if (blocked.canGiveUp(t) && deadline(t) != ANY_TIME) {
        earliest = Math.min(earliest, deadline(t));
      }
    }
    boolean isOneIn = false;
    for (int t = 0; t < program.threads; t++) {
      boolean isNext = deadline(t) == ANY_TIME || deadline(t) == earliest;
      boolean wakes = wakesWithOthers(t, blocked);
      if (blocked.canGiveUp(t) && isNext && !(wakes && isOneIn)) {
        into.add(t);
        isOneIn |= wakes;
      }
    }
  }

  private int pc(int thread) {
    return cells[program.block[thread] + ToyCode.PC];
  }
}
