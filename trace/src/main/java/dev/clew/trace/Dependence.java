package dev.clew.trace;

/**
 * Which operations depend on each other: the one place of that decision.
 *
 * <p>An operation accesses at most two objects, each in one of three modes. Two operations are
 * dependent if they belong to the same thread, or access the same object in conflicting modes.
 * Modes conflict unless both are {@link #READ} or both are {@link #SHARE}:
 *
 * <ul>
 *   <li>{@code READ} looks without changing anything (reads, tries that fail, a notify that finds
 *       nobody);
 *   <li>{@code SHARE} changes the object in a way that commutes with the other shares (unpark,
 *       semaphore release, taking and giving back a read lock);
 *   <li>{@code WRITE} is everything else.
 * </ul>
 *
 * The table of kinds and modes is in {@code docs/algorithms/dependence.md}; a test keeps the two
 * alike.
 */
public final class Dependence {
  /** Accesses nothing. */
  public static final int NONE = 0;

  /** Looks without changing; commutes with other reads. */
  public static final int READ = 1;

  /** Changes in a way that commutes with other shares. */
  public static final int SHARE = 2;

  /**
   * Commutes with nothing. The union of the bits of the other two: {@code (a | b) == WRITE} is
   * "conflict".
   */
  public static final int WRITE = 3;

  private Dependence() {}

  /** The mode in which an operation of this kind accesses its first object. */
  public static int firstMode(OpKind kind, boolean successful) {
    return switch (kind) {
      case READ, IS_ALIVE -> READ;
      case WRITE, READ_MODIFY_WRITE -> WRITE;
      case COMPARE_AND_SET, TRY_LOCK, ACQUIRE, TRY_ACQUIRE, TRY_WRITE_LOCK ->
          successful ? WRITE : READ;
      case NOTIFY, NOTIFY_ALL, TEST_INTERRUPT -> successful ? WRITE : READ;
      case TRY_READ_LOCK -> successful ? SHARE : READ;
      case LOCK, UNLOCK, WAIT, REACQUIRE, CANCEL_WAIT, PARK, INTERRUPT, START, END -> WRITE;
      case WRITE_LOCK, WRITE_UNLOCK, ARRIVE -> WRITE;
      case UNPARK, RELEASE, READ_LOCK, READ_UNLOCK -> SHARE;
      case JOIN, YIELD, CHOICE, TIMEOUT, PASS -> NONE;
    };
  }

  /** The mode in which an operation of this kind accesses its second object, if it has one. */
  public static int secondMode(OpKind kind) {
    return switch (kind) {
      case WAIT, CANCEL_WAIT -> WRITE;
      case PARK -> READ;
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET, LOCK, UNLOCK, TRY_LOCK, REACQUIRE ->
          NONE;
      case NOTIFY, NOTIFY_ALL, UNPARK, INTERRUPT, TEST_INTERRUPT, START, JOIN, END, IS_ALIVE ->
          NONE;
      case YIELD, CHOICE, TIMEOUT, ACQUIRE, TRY_ACQUIRE, RELEASE, READ_LOCK, TRY_READ_LOCK -> NONE;
      case READ_UNLOCK, WRITE_LOCK, TRY_WRITE_LOCK, WRITE_UNLOCK, ARRIVE, PASS -> NONE;
    };
  }

  /** Both modes in one number, as stored in {@link Trace#modes}. */
  public static int modes(OpKind kind, boolean successful) {
    return pack(firstMode(kind, successful), secondMode(kind));
  }

  /** Packs the modes of the first and the second object. */
  public static int pack(int first, int second) {
    return first | second << 2;
  }

  /** The mode of the first object in a packed pair. */
  public static int first(int modes) {
    return modes & 3;
  }

  /** The mode of the second object in a packed pair. */
  public static int second(int modes) {
    return modes >> 2;
  }

  /** Whether two accesses of one object, in these modes, depend on each other. */
  public static boolean conflict(int mode, int otherMode) {
    return (mode | otherMode) == WRITE;
  }

  /** Whether two operations of different threads depend on each other; an absent object is -1. */
  public static boolean conflict(int a1, int a2, int aModes, int b1, int b2, int bModes) {
    if (a1 >= 0) {
      if (a1 == b1 && ((aModes | bModes) & 3) == WRITE) {
        return true;
      }
      if (a1 == b2 && ((aModes | bModes >> 2) & 3) == WRITE) {
        return true;
      }
    }
    if (a2 >= 0) {
      if (a2 == b1 && ((aModes >> 2 | bModes) & 3) == WRITE) {
        return true;
      }
      return a2 == b2 && (aModes | bModes) >> 2 == WRITE;
    }
    return false;
  }
}
