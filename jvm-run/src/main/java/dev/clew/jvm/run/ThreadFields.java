package dev.clew.jvm.run;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK keeps in thread objects and a program can notice: the number of a thread, the state
 * of its random numbers; and, where another thread runs its code, all that the JDK asks the current
 * thread for.
 */
final class ThreadFields {
  /** The number of the first thread of a program; below are the threads of this JVM. */
  static final long FIRST_NUMBER = 100_000;

  /** How many threads a thread can make before their numbers are those of others. */
  private static final int RANGE = 1 << 16;

  private static final String LOCALS = "inheritableThreadLocals";

  private static final @Nullable VarHandle SEED = find("threadLocalRandomSeed");
  private static final @Nullable VarHandle PROBE = find("threadLocalRandomProbe");
  private static final @Nullable VarHandle SECONDARY = find("threadLocalRandomSecondarySeed");
  private static final long NUMBER = findNumber();

  private ThreadFields() {}

  private static @Nullable VarHandle find(String name) {
    return find(Thread.class, name);
  }

  private static @Nullable VarHandle find(Class<?> type, String name) {
    try {
      return Internals.field(type, name);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Globals.miss(type.getSimpleName() + "." + name, e);
      return null;
    }
  }

  private static long findNumber() {
    try {
      return Internals.FinalFields.offset(Thread.class, "tid");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Globals.miss("Thread.tid", e);
      return -1;
    }
  }

  // --- numbers

  /** Gives a thread object that a thread made its number. */
  static void number(Thread made, ProgramThread maker) {
    setNumber(made, FIRST_NUMBER + 1 + (long) maker.number * RANGE + maker.threadsMade++);
  }

  /** Gives the main thread its number. */
  static void numberMain(Thread main) {
    setNumber(main, FIRST_NUMBER);
  }

  private static void setNumber(Thread thread, long number) {
    if (NUMBER >= 0) {
      try {
        Internals.FinalFields.PUT_LONG.invokeExact((Object) thread, NUMBER, number);
      } catch (Throwable e) {
        throw Internals.rethrown(e);
      }
    }
  }

  // --- random numbers

  /** Sets what {@code ThreadLocalRandom} keeps, for a thread that the calling one runs. */
  static void seed(ProgramThread thread) {
    if (SEED != null && PROBE != null && SECONDARY != null) {
      Thread running = Thread.currentThread();
      long seed = Randomness.mix(thread.number + 0x5EEDL);
      SEED.set(running, seed);
      PROBE.set(running, (int) seed | 1);
      SECONDARY.set(running, (int) (seed >>> 32) | 1);
    }
  }

  /** Sets it for the explorer, which is asked in place of its threads on newer JDKs. */
  static void seedExplorer() {
    if (PROBE != null) {
      PROBE.set(Thread.currentThread(), 1);
    }
  }

  // --- running under another identity

  /** What JDK code asks the current thread for, and new threads take over from it. */
  private static final class Inherited {
    /** Since JDK 19 some are in an object of their own. */
    private static final @Nullable VarHandle HOLDER =
        Runtime.version().feature() < 19 ? null : find("holder");

    private static final VarHandle[] OF_THREAD =
        HOLDER == null
            ? all(Thread.class, "name", "contextClassLoader", LOCALS, "priority", "daemon", "group")
            : all(Thread.class, "name", "contextClassLoader", LOCALS);

    private static final VarHandle[] OF_HOLDER =
        HOLDER == null ? new VarHandle[0] : all(HOLDER.varType(), "priority", "daemon");

    private static final @Nullable VarHandle OWN_LOCALS = find("threadLocals");

    private Inherited() {}

    private static VarHandle[] all(Class<?> type, String... names) {
      return Arrays.stream(names)
          .map(each -> find(type, each))
          .filter(each -> each != null)
          .toArray(VarHandle[]::new);
    }
  }

  /**
   * Lets the calling thread look like another one to the code of the JDK.
   *
   * @return what to give to {@link #unmask}, null if there was nothing to do
   */
  static Object @Nullable [] mask(Thread identity) {
    Thread running = Thread.currentThread();
    if (running == identity) {
      return null;
    }
    Object[] own = values(running);
    set(running, values(identity));
    setNumber(running, identity.getId());
    return own;
  }

  /** Ends the mask of the calling thread. */
  static void unmask(Object @Nullable [] own) {
    if (own != null) {
      set(Thread.currentThread(), own);
    }
  }

  private static Object[] values(Thread thread) {
    VarHandle[] ofThread = Inherited.OF_THREAD;
    VarHandle[] ofHolder = Inherited.OF_HOLDER;
    Object[] values = new Object[ofThread.length + ofHolder.length];
    for (int i = 0; i < ofThread.length; i++) {
      values[i] = ofThread[i].get(thread);
    }
    for (int i = 0; Inherited.HOLDER != null && i < ofHolder.length; i++) {
      values[ofThread.length + i] = ofHolder[i].get(Inherited.HOLDER.get(thread));
    }
    return values;
  }

  private static void set(Thread thread, Object[] values) {
    VarHandle[] ofThread = Inherited.OF_THREAD;
    VarHandle[] ofHolder = Inherited.OF_HOLDER;
    for (int i = 0; i < ofThread.length; i++) {
      ofThread[i].set(thread, values[i]);
    }
    for (int i = 0; Inherited.HOLDER != null && i < ofHolder.length; i++) {
      ofHolder[i].set(Inherited.HOLDER.get(thread), values[ofThread.length + i]);
    }
    if (Inherited.OWN_LOCALS != null) {
      Inherited.OWN_LOCALS.set(thread, null);
    }
  }
}
