package dev.clew.jvm.run;

import java.lang.reflect.Field;
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

  private static final @Nullable Memory MEMORY;

  /** Where a thread object has the address of its native thread. */
  private static final long NATIVE_THREAD;

  /** Where the state is in a native thread. */
  private static final long OFFSET;

  /** Null if all is known. */
  private static final @Nullable String PROBLEM;

  static {
    Memory memory = null;
    long nativeThread = 0;
    long offset = -1;
    String problem = null;
    try {
      memory = Internals.memory();
      nativeThread = memory.objectFieldOffset(Thread.class, "eetop");
      offset = find(memory, memory.getLong(Thread.currentThread(), nativeThread));
      if (offset < 0) {
        problem = "this JVM does not keep their generator where it is expected";
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      problem = "this JVM gives no access to their generator (" + e + ")";
    }
    MEMORY = problem == null ? memory : null;
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
  private static long find(Memory memory, long thread) {
    for (int words = STEP; thread != 0 && words <= MOST; words += STEP) {
      int found = find(memory, thread, words);
      if (found >= 0) {
        return 4L * found;
      }
    }
    return -1;
  }

  /** Watches the state change: of W, X, Y, Z each takes the next one's place, W is the new code. */
  private static int find(Memory memory, long thread, int words) {
    int[] first = new int[words];
    int[] second = new int[words];
    int[] third = new int[words];
    read(memory, thread, first);
    int firstHash = System.identityHashCode(new Object());
    read(memory, thread, second);
    int secondHash = System.identityHashCode(new Object());
    read(memory, thread, third);
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

  private static void read(Memory memory, long address, int[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = memory.getInt(address + 4L * i);
    }
  }

  // --- executions

  /** An execution begins, on the thread of the explorer. */
  static void beginExecution() {
    isUnderWay = true;
    ofExplorer = 0;
    ofExplorer = ofCaller();
  }

  /** The execution is over. */
  static void endExecution() {
    isUnderWay = false;
  }

  /** The address of the state of the native thread that runs the caller, 0 if not known. */
  private static long ofCaller() {
    Memory memory = MEMORY;
    if (memory == null) {
      return 0;
    }
    long running = memory.getLong(Thread.currentThread(), NATIVE_THREAD);
    return running == 0 ? ofExplorer : running + OFFSET;
  }

  /** A thread begins to run, on the calling thread. */
  static void begin(ProgramThread thread) {
    thread.hashAddress = ofCaller();
    thread.hashState0 = first0(thread);
    thread.hashState1 = first1(thread);
    thread.asideHashState0 = Randomness.mix(-2L * thread.number - 1);
    thread.asideHashState1 = Randomness.mix(-2L * thread.number - 2);
    enter(thread);
  }

  private static long first0(ProgramThread thread) {
    return Randomness.mix(2L * thread.number + 1);
  }

  private static long first1(ProgramThread thread) {
    return Randomness.mix(2L * thread.number + 2);
  }

  /** Whether the thread that has the turn got hash codes for objects since it began. */
  static boolean hasDrawn(ProgramThread thread) {
    leave(thread);
    return MEMORY == null
        || thread.hashState0 != first0(thread)
        || thread.hashState1 != first1(thread);
  }

  /** A thread gives its turn away. */
  static void leave(ProgramThread thread) {
    Memory memory = MEMORY;
    long address = thread.hashAddress;
    if (memory != null && isUnderWay && address != 0) {
      thread.hashState0 = memory.getLong(address);
      thread.hashState1 = memory.getLong(address + Long.BYTES);
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
    Memory memory = MEMORY;
    long address = thread.hashAddress;
    if (memory != null && isUnderWay && address != 0) {
      outside0 = memory.getLong(address);
      outside1 = memory.getLong(address + Long.BYTES);
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
    Memory memory = MEMORY;
    long address = thread.hashAddress;
    if (memory != null && isUnderWay && address != 0) {
      thread.asideHashState0 = memory.getLong(address);
      thread.asideHashState1 = memory.getLong(address + Long.BYTES);
    }
    enter(thread);
  }

  private static void set(ProgramThread thread, long state0, long state1) {
    Memory memory = MEMORY;
    long address = thread.hashAddress;
    if (memory != null && isUnderWay && address != 0) {
      memory.putLong(address, state0);
      memory.putLong(address + Long.BYTES, state1);
    }
  }

  /**
   * Gives an object that lives longer than an execution its hash code, so that nobody has to draw
   * one for it later.
   */
  public static void give(Object object, String name) {
    Memory memory = MEMORY;
    long address = ofCaller();
    if (memory != null && address != 0) {
      long state0 = memory.getLong(address);
      long state1 = memory.getLong(address + Long.BYTES);
      memory.putLong(address, Randomness.mix(name.hashCode() + 1L));
      memory.putLong(address + Long.BYTES, Randomness.mix(name.length() + 1L));
      System.identityHashCode(object);
      memory.putLong(address, state0);
      memory.putLong(address + Long.BYTES, state1);
    }
  }

  /** The same for the constants of an enum of the JDK, if it is initialised. */
  public static void giveToConstants(Class<?> enumeration) {
    if (MEMORY == null) {
      return;
    }
    try {
      // Not by a method of the class, which would initialise it.
      Field all = enumeration.getDeclaredField("$VALUES");
      Object base = MEMORY.staticFieldBase(all);
      Object found = MEMORY.getReference(base, MEMORY.staticFieldOffset(all));
      if (found instanceof Enum<?>[] constants) {
        for (Enum<?> each : constants) {
          give(each, enumeration.getName() + "." + each.name());
        }
      }
    } catch (NoSuchFieldException e) {
      return; // made by another compiler: whoever asks first draws a hash code
    }
  }
}
