package dev.clew.testkit.toy;

/**
 * A compiled toy program: everything the machine reads and never changes.
 *
 * <p>The state of an execution is one array of cells, so that a reset is one copy of {@link
 * #initial}: first one cell per object (a value, a holder, permits, waiters, arrivals), then the
 * further cells of locks, then one block per thread, with its registers.
 */
final class ToyCode {
  /** Register that is always 0. */
  static final int ZERO = 0;

  /** Register for results nobody wants. */
  static final int SINK = 1;

  /** Register that holds the next instruction of the thread. */
  static final int PC = 2;

  /** Register that holds the condition or barrier whose wait set the thread is in, or -1. */
  static final int WAITING = 3;

  /** Register that holds the event that ended the wait. */
  static final int ENDER = 4;

  /** Register that holds the result of the wait. */
  static final int OUTCOME = 5;

  /** Register that holds how often the thread held the lock when it began to wait. */
  static final int HOLDS = 6;

  /** Register that holds how many threads began to wait at the same place before, and still do. */
  static final int PLACE = 7;

  /** Register that holds how often the thread has yielded, if the program may end without it. */
  static final int ROUNDS = 8;

  /** Register that holds the time up to which the thread is ahead of the clock. */
  static final int TIME = 9;

  /** Register that holds when the operation it stands at is due, -1 if at no time in particular. */
  static final int DEADLINE = 10;

  /** The first register of the program itself. */
  static final int FIRST_LOCAL = 11;

  /** Where a thread is before it is started; the code begins with this instruction. */
  static final int NOT_STARTED = 0;

  /** Where a thread is after its end. */
  static final int ENDED = 1;

  /** Where a thread is after it ended the program. */
  static final int HALTED = 2;

  /** Offset of the hold count among the further cells of a lock or the write side. */
  static final int COUNT = 0;

  /** Offset of the acquiring event among the further cells of a lock or the write side. */
  static final int ACQUIRED = 1;

  /** Offset of the number of reading threads among the further cells of a read-write lock. */
  static final int READERS = 2;

  /** Offset of two cells per thread, read holds and the event that acquired the first. */
  static final int READ_HOLDS = 3;

  /** The names, for the messages of failures. */
  final ToyLayout layout;

  final int threads;
  final boolean hasClock;
  final int objects;

  /** All instructions, those of thread t from {@code entry[t]} on. */
  final int[] code;

  final int[] entry;

  /** The last instruction of each thread, where a failure takes it. */
  final int[] exit;

  /** The source line of the instruction at an index of the code. */
  final int[] line;

  /** Whether the instruction at an index of the code can end by time alone. */
  final boolean[] timed;

  /** After which time it does, 0 if that is not said. */
  final int[] within;

  /** Whether some instruction reads the clock. */
  final boolean readsClock;

  /** Whether some statement closes a semaphore. */
  final boolean closes;

  /** The block of each thread among the cells. */
  final int[] block;

  /** The further cells of each object, 0 if it has none. */
  final int[] further;

  /** The cell that holds the time of the clock; whether it wakes sleepers is in the next one. */
  final int clock;

  final int[] initial;
  final boolean[] startsByItself;

  /** Whether the program waits for the end of each thread. */
  final boolean[] isAwaited;

  /** Whether something runs when the program is to end. */
  final boolean hasHooks;

  final boolean[] interruptible;
  final boolean[] observed;
  final boolean[] plain;
  final int permits;
  final int statuses;
  final int livenesses;
  final String[] messages;

  /** The number of parties of each barrier, by object; 0 for other objects. */
  final int[] parties;

  ToyCode(ToyCompiler compiler) {
    layout = compiler.layout();
    threads = layout.threads();
    hasClock = layout.hasClock();
    objects = layout.objects();
    permits = layout.permits();
    statuses = layout.statuses();
    livenesses = layout.livenesses();
    code = compiler.assembler().code();
    line = compiler.assembler().lines();
    timed = compiler.assembler().timed();
    within = compiler.assembler().within();
    readsClock = layout.readsClock();
    closes = layout.closes();
    clock = compiler.clock();
    messages = compiler.assembler().messages();
    entry = compiler.entry();
    exit = compiler.exit();
    startsByItself = compiler.startsByItself();
    isAwaited = compiler.isAwaited();
    hasHooks = layout.process() >= 0;
    interruptible = compiler.interruptible();
    observed = compiler.observed();
    plain = compiler.plain();
    parties = compiler.parties();
    further = compiler.further();
    block = compiler.block();
    initial = compiler.initial();
  }

  /** Whether an object that has further cells is a read-write lock. */
  boolean isReadWriteLock(int object) {
    return layout.isReadWriteLock(object);
  }
}
