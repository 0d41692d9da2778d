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

  /** What JDK code asks the current thread for, and new threads take over from it. */
  private static final String[] INHERITED = {
    "name", "group", "priority", "daemon", "contextClassLoader", "inheritableThreadLocals"
  };

  private static final @Nullable VarHandle SEED = find("threadLocalRandomSeed");
  private static final @Nullable VarHandle PROBE = find("threadLocalRandomProbe");
  private static final @Nullable VarHandle SECONDARY = find("threadLocalRandomSecondarySeed");
  private static final long NUMBER = findNumber();

  private ThreadFields() {}

  private static @Nullable VarHandle find(String name) {
    try {
      return Internals.field(Thread.class, name);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Globals.miss("Thread." + name, e);
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

  /** Before JDK 21: the fields that a pooled thread takes over from who it runs. */
  private static final class Inherited {
    private static final VarHandle[] FIELDS =
        Arrays.stream(INHERITED)
            .map(ThreadFields::find)
            .filter(each -> each != null)
            .toArray(VarHandle[]::new);
    private static final @Nullable VarHandle LOCALS = find("threadLocals");

    private Inherited() {}
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
    VarHandle[] fields = Inherited.FIELDS;
    Object[] own = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      own[i] = fields[i].get(running);
      fields[i].set(running, fields[i].get(identity));
    }
    forgetLocals(running);
    setNumber(running, identity.getId());
    return own;
  }

  /** Ends the mask of the calling thread. */
  static void unmask(Object @Nullable [] own) {
    if (own != null) {
      Thread running = Thread.currentThread();
      VarHandle[] fields = Inherited.FIELDS;
      for (int i = 0; i < fields.length; i++) {
        fields[i].set(running, own[i]);
      }
      forgetLocals(running);
    }
  }

  private static void forgetLocals(Thread running) {
    if (Inherited.LOCALS != null) {
      Inherited.LOCALS.set(running, null);
    }
  }
}
