package dev.clew.testkit.toy;

/**
 * The instructions of compiled toy programs. An instruction is its code followed by its operands,
 * all in one {@code int[]}.
 *
 * <p>An operand that stands for a value, an object or a thread is a pair (register, constant): the
 * sum of the two. Register {@link ToyCode#ZERO} is always 0, so a constant, a local and a local
 * plus a constant are all one pair. {@code dst} is the register that takes the result, {@link
 * ToyCode#SINK} if nobody wants it; it is always the first operand.
 *
 * <p>The order matters: first the visible operations that never block, then those that may, then
 * the places of a thread that does not run, then local code.
 */
final class ToyOp {
  /** {@code dst, object}. */
  static final int READ = 0;

  /** {@code dst, object, value}; so are the next two. */
  static final int WRITE = 1;

  static final int FETCH_ADD = 2;
  static final int EXCHANGE = 3;

  /** {@code dst, object, expected, value}. */
  static final int COMPARE_AND_SET = 4;

  /** {@code dst, object}; local unless the object was made visible. */
  static final int PLAIN_READ = 5;

  /** {@code dst, object, value}; local unless the object was made visible. */
  static final int PLAIN_WRITE = 6;

  /** {@code dst, object}. */
  static final int TRY_LOCK = 7;

  static final int UNLOCK = 8;

  /** {@code dst, lock, condition}; always followed by a {@link #REACQUIRE}. */
  static final int WAIT = 9;

  /** {@code dst, condition}. */
  static final int NOTIFY = 10;

  static final int NOTIFY_ALL = 11;

  /** {@code dst, thread}. */
  static final int UNPARK = 12;

  static final int INTERRUPT = 13;

  /** {@code dst}. */
  static final int TEST_INTERRUPT = 14;

  /** {@code dst, thread}. */
  static final int START = 15;

  static final int IS_ALIVE = 16;

  /** The end of a thread that somebody asks about; {@code dst}. */
  static final int END = 17;

  /** {@code dst}. */
  static final int YIELD = 18;

  /** {@code dst, count}; the count is one number. */
  static final int CHOOSE = 19;

  /** {@code dst, object, permits}. */
  static final int TRY_ACQUIRE = 20;

  static final int RELEASE = 21;

  /** {@code dst, object}. */
  static final int TRY_READ_LOCK = 22;

  static final int READ_UNLOCK = 23;
  static final int TRY_WRITE_LOCK = 24;
  static final int WRITE_UNLOCK = 25;

  /** {@code dst, object}; always followed by a {@link #PASS}. */
  static final int ARRIVE = 26;

  /** {@code dst, condition}. */
  static final int SIGNAL = 27;

  /** {@code dst, object}. The first instruction that may block. */
  static final int LOCK = 28;

  /** {@code dst, lock, condition}. */
  static final int REACQUIRE = 29;

  /** {@code dst}. */
  static final int PARK = 30;

  /** {@code dst, thread}. */
  static final int JOIN = 31;

  /** {@code dst, object, permits}. */
  static final int ACQUIRE = 32;

  /** {@code dst, object}. */
  static final int READ_LOCK = 33;

  static final int WRITE_LOCK = 34;
  static final int PASS = 35;

  /** A yield of a thread that may be left when the program ends; {@code dst}. */
  static final int ROUND = 36;

  /** {@code dst}. */
  static final int SLEEP = 37;

  /** Where a thread is before it is started. */
  static final int NOT_STARTED = 38;

  /** Where a thread is after its end. */
  static final int ENDED = 39;

  /** Where a thread is after it ended the program: it does nothing more, and never ends. */
  static final int HALTED = 40;

  /** The end of a thread nobody asks about; {@code dst}. */
  static final int FINISH = 41;

  /** {@code dst, value}. */
  static final int SET = 42;

  /** {@code dst, value, value}; so are the following ones. */
  static final int ADD = 43;

  static final int SUBTRACT = 44;
  static final int MULTIPLY = 45;
  static final int DIVIDE = 46;
  static final int REMAINDER = 47;
  static final int EQUAL = 48;
  static final int NOT_EQUAL = 49;
  static final int LESS = 50;
  static final int LESS_OR_EQUAL = 51;
  static final int AND = 52;
  static final int OR = 53;

  /** {@code target}. */
  static final int JUMP = 54;

  /** {@code target, value, value}; so are the following ones. */
  static final int JUMP_IF_EQUAL = 55;

  static final int JUMP_IF_NOT_EQUAL = 56;
  static final int JUMP_IF_LESS = 57;
  static final int JUMP_IF_LESS_OR_EQUAL = 58;

  /** {@code target, thread, 0}. */
  static final int JUMP_IF_UNSTARTED = 59;

  /** {@code size, value, message}: fails unless the value is an index of an array of that size. */
  static final int CHECK_INDEX = 60;

  /** {@code message, value}: fails if the value is negative. */
  static final int CHECK_PERMITS = 61;

  /** {@code kind, message}: fails the thread. */
  static final int FAIL = 62;

  /** {@code dst, value}: reports the value as the status of the program, if it is not 0. */
  static final int STATUS = 63;

  /** Ends the program as far as this thread is concerned; {@code dst}. */
  static final int HALT = 64;

  /** {@code dst}: what time it is. */
  static final int CLOCK = 65;

  private static final int[] LENGTH = lengths();

  private ToyOp() {}

  /** How many numbers an instruction takes. */
  static int length(int op) {
    return LENGTH[op];
  }

  /** Whether the operation may find that it cannot happen yet. */
  static boolean mayBlock(int op) {
    return op >= LOCK;
  }

  /** Whether the operation can be no local code, whatever the state. */
  static boolean isAlwaysVisible(int op) {
    return op < PLAIN_READ;
  }

  private static int[] lengths() {
    int[] length = new int[CLOCK + 1];
    for (int op = 0; op < length.length; op++) {
      length[op] =
          switch (op) {
            case NOT_STARTED, ENDED, HALTED -> 1;
            case TEST_INTERRUPT, END, YIELD, ROUND, SLEEP, PARK, FINISH, JUMP, HALT, CLOCK -> 2;
            case CHOOSE, FAIL -> 3;
            case READ, PLAIN_READ, TRY_LOCK, UNLOCK, NOTIFY, NOTIFY_ALL, SIGNAL, UNPARK -> 4;
            case INTERRUPT -> 4;
            case START, IS_ALIVE, TRY_READ_LOCK, READ_UNLOCK, TRY_WRITE_LOCK, WRITE_UNLOCK -> 4;
            case ARRIVE, LOCK, JOIN, READ_LOCK, WRITE_LOCK, PASS, SET, CHECK_PERMITS, STATUS -> 4;
            case CHECK_INDEX -> 5;
            case COMPARE_AND_SET -> 8;
            default -> 6;
          };
    }
    return length;
  }
}
