package dev.clew.jvm.run;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Identity hash codes that depend on nothing but the thread that first asks for them and how many
 * it asked for before.
 *
 * <p>HotSpot draws them from a generator with 128 bits of state in each native thread (Marsaglia's
 * xorshift). Where all threads of a program run on one native thread its state is exchanged at
 * every switch; otherwise it is set once when the thread begins. What is no business of the
 * program, such as loading classes, draws from a state of its own.
 */
public final class IdentityHashes {
  /** How much of a native thread is searched, in words of 4 bytes, in growing steps. */
  private static final int STEP = 128;

  private static final int MOST = 640;

  /** Hash codes have at least so many bits, the low ones of what the generator gives. */
  private static final int HASH_BITS = (1 << 25) - 1;

  private static final @Nullable VarHandle NATIVE_THREAD;

  /** Where the state is in a native thread. */
  private static final long OFFSET;

  private static final @Nullable String PROBLEM;

  static {
    VarHandle nativeThread = null;
    long offset = -1;
    String problem = null;
    try {
      nativeThread = Internals.field(Thread.class, "eetop");
      offset = find((long) nativeThread.get(Thread.currentThread()));
      if (offset < 0) {
        problem = "this JVM does not keep their generator where it is expected";
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      problem = "this JVM gives no access to their generator (" + e + ")";
    }
    NATIVE_THREAD = nativeThread;
    OFFSET = offset;
    PROBLEM = problem;
  }

  /** The state of the explorer's native thread. */
  private static long ofExplorer;

  /** The state from which code that is no business of the program draws. */
  private static long outside0 = 0x2545F4914F6CDD1DL;

  private static long outside1 = 0x9E3779B97F4A7C15L;

  /** Afterwards the native threads may be gone. */
  private static boolean isUnderWay;

  private IdentityHashes() {}

  /** Why identity hash codes are not under control; null if they are. */
  public static @Nullable String problem() {
    return PROBLEM;
  }

  // --- finding the state

  /** The distance of the state from the begin of the running native thread, -1 if not found. */
  private static long find(long thread) {
    for (int words = STEP; thread != 0 && words <= MOST; words += STEP) {
      int found = find(thread, words);
      if (found >= 0) {
        return 4L * found;
      }
    }
    return -1;
  }

  /** Watches the state change: of W, X, Y, Z each takes the next one's place, W is the new code. */
  private static int find(long thread, int words) {
    int[] first = new int[words];
    int[] second = new int[words];
    int[] third = new int[words];
    read(thread, first);
    int firstHash = System.identityHashCode(new Object());
    read(thread, second);
    int secondHash = System.identityHashCode(new Object());
    read(thread, third);
    for (int i = 0; i + 3 < words; i++) {
      if (isStep(first, second, i, firstHash) && isStep(second, third, i, secondHash)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isStep(int[] before, int[] after, int i, int hash) {
    int mixed = before[i + 1] ^ (before[i + 1] << 11);
    int next = before[i] ^ (before[i] >>> 19) ^ mixed ^ (mixed >>> 8);
    return after[i] == next
        && ((next ^ hash) & HASH_BITS) == 0
        && after[i + 1] == before[i + 2]
        && after[i + 2] == before[i + 3]
        && after[i + 3] == before[i];
  }

  private static void read(long address, int[] into) {
    try {
      for (int i = 0; i < into.length; i++) {
        into[i] = (int) Internals.Memory.GET_INT.invokeExact(address + 4L * i);
      }
    } catch (Throwable e) {
      throw Internals.rethrown(e);
    }
  }

  // --- executions

  /** An execution begins, on the thread of the explorer. */
  static void beginExecution() {
    isUnderWay = true;
    VarHandle nativeThread = NATIVE_THREAD;
    if (nativeThread != null && OFFSET >= 0) {
      ofExplorer = (long) nativeThread.get(Thread.currentThread()) + OFFSET;
    }
  }

  /** The execution is over. */
  static void endExecution() {
    isUnderWay = false;
  }

  /** A thread begins to run, on the calling thread. */
  static void begin(ProgramThread thread) {
    VarHandle nativeThread = NATIVE_THREAD;
    if (nativeThread == null || OFFSET < 0) {
      return;
    }
    long running = (long) nativeThread.get(Thread.currentThread());
    thread.hashAddress = running == 0 ? ofExplorer : running + OFFSET;
    thread.hashState0 = Randomness.mix(2L * thread.number + 1);
    thread.hashState1 = Randomness.mix(2L * thread.number + 2);
    thread.asideHashState0 = Randomness.mix(-2L * thread.number - 1);
    thread.asideHashState1 = Randomness.mix(-2L * thread.number - 2);
    enter(thread);
  }

  /** A thread gives its turn away. */
  static void leave(ProgramThread thread) {
    long address = isUnderWay ? thread.hashAddress : 0;
    if (address != 0) {
      thread.hashState0 = get(address);
      thread.hashState1 = get(address + 8);
    }
  }

  /** A thread gets its turn. */
  static void enter(ProgramThread thread) {
    set(thread, thread.hashState0, thread.hashState1);
  }

  /** A thread begins with something that is no business of the program. */
  static void suspend(ProgramThread thread) {
    leave(thread);
    set(thread, outside0, outside1);
  }

  /** A thread goes back to the program. */
  static void resume(ProgramThread thread) {
    long address = isUnderWay ? thread.hashAddress : 0;
    if (address != 0) {
      outside0 = get(address);
      outside1 = get(address + 8);
    }
    enter(thread);
  }

  /** The tool is about to ask for hash codes that the program need not ask for. */
  static void stepAside(ProgramThread thread) {
    leave(thread);
    set(thread, thread.asideHashState0, thread.asideHashState1);
  }

  /** The tool has asked. */
  static void stepBack(ProgramThread thread) {
    long address = isUnderWay ? thread.hashAddress : 0;
    if (address != 0) {
      thread.asideHashState0 = get(address);
      thread.asideHashState1 = get(address + 8);
    }
    enter(thread);
  }

  private static void set(ProgramThread thread, long state0, long state1) {
    long address = isUnderWay ? thread.hashAddress : 0;
    if (address != 0) {
      put(address, state0);
      put(address + 8, state1);
    }
  }

  private static long get(long address) {
    try {
      return (long) Internals.Memory.GET_LONG.invokeExact(address);
    } catch (Throwable e) {
      throw Internals.rethrown(e);
    }
  }

  private static void put(long address, long value) {
    try {
      Internals.Memory.PUT_LONG.invokeExact(address, value);
    } catch (Throwable e) {
      throw Internals.rethrown(e);
    }
  }
}
