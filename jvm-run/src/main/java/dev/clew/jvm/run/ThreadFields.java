package dev.clew.jvm.run;

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

  private static final @Nullable Memory MEMORY = findMemory();
  private static final long NUMBER = find("tid");
  private static final long SEED = find("threadLocalRandomSeed");
  private static final long PROBE = find("threadLocalRandomProbe");
  private static final long SECONDARY = find("threadLocalRandomSecondarySeed");

  private ThreadFields() {}

  private static @Nullable Memory findMemory() {
    try {
      return Internals.memory();
    } catch (ReflectiveOperationException e) {
      Globals.miss("the fields of threads", e);
      return null;
    }
  }

  private static long find(String name) {
    return find(Thread.class, name);
  }

  /** Where a field is, -1 if that is not known. */
  private static long find(Class<?> type, String name) {
    try {
      return MEMORY == null ? -1 : MEMORY.objectFieldOffset(type, name);
    } catch (RuntimeException | LinkageError e) {
      Globals.miss(type.getSimpleName() + "." + name, e);
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
    if (MEMORY != null && NUMBER >= 0) {
      MEMORY.putLong(thread, NUMBER, number);
    }
  }

  /** What a thread that was not started is to run, null if that is not known. */
  static @Nullable Object target(Thread thread) {
    Memory memory = MEMORY;
    if (memory == null) {
      return null;
    }
    Object holder = Inherited.holder(memory, thread);
    long offset = Inherited.TARGET;
    return holder == null || offset < 0 ? null : memory.getReference(holder, offset);
  }

  // --- random numbers

  /** Sets what {@code ThreadLocalRandom} keeps, for a thread that the calling one runs. */
  static void seed(ProgramThread thread) {
    if (MEMORY != null && SEED >= 0 && PROBE >= 0 && SECONDARY >= 0) {
      Thread running = Thread.currentThread();
      long seed = Randomness.mix(thread.number + 0x5EEDL);
      MEMORY.putLong(running, SEED, seed);
      MEMORY.putInt(running, PROBE, (int) seed | 1);
      MEMORY.putInt(running, SECONDARY, (int) (seed >>> 32) | 1);
    }
  }

  /** Sets it for the explorer, which is asked in place of its threads on newer JDKs. */
  static void seedExplorer() {
    if (MEMORY != null && PROBE >= 0) {
      MEMORY.putInt(Thread.currentThread(), PROBE, 1);
    }
  }

  // --- what it runs

  /** Since JDK 19 some fields are in an object of their own. */
  private static final boolean HAS_HOLDER = Runtime.version().feature() >= 19;

  private static final long HOLDER = HAS_HOLDER ? find("holder") : -1;
  private static final long TASK = HAS_HOLDER ? Inherited.findInHolder("task") : find("target");
  private static final long HANDLER = find("uncaughtExceptionHandler");

  /** The task that a plain thread was made with; null if it has none or that is not known. */
  static @Nullable Object task(Thread thread) {
    Memory memory = MEMORY;
    if (memory == null || TASK < 0 || HAS_HOLDER && HOLDER < 0) {
      return null;
    }
    Object owner = HAS_HOLDER ? memory.getReference(thread, HOLDER) : thread;
    return memory.getReference(owner, TASK);
  }

  /** Whether a thread has a handler of exceptions of its own, as far as is known. */
  static boolean hasHandler(Thread thread) {
    Memory memory = MEMORY;
    return memory == null || HANDLER < 0 || memory.getReference(thread, HANDLER) != null;
  }

  // --- running under another identity

  /**
   * What JDK code asks the current thread for, and new threads take over from it: of one thread.
   */
  private static final class Inherited {
    private static final long NAME = find("name");
    private static final long LOADER = find("contextClassLoader");
    private static final long LOCALS = find("inheritableThreadLocals");
    private static final long OWN_LOCALS = find("threadLocals");
    private static final long GROUP = HAS_HOLDER ? -1 : find("group");
    private static final long PRIORITY = findInHolder("priority");
    private static final long DAEMON = findInHolder("daemon");
    private static final long TARGET = findInHolder(HAS_HOLDER ? "task" : "target");

    private final @Nullable Object name;
    private final @Nullable Object loader;
    private final @Nullable Object locals;
    private final @Nullable Object group;
    private final int priority;
    private final boolean isDaemon;

    Inherited(Memory memory, Thread thread) {
      name = memory.getReference(thread, NAME);
      loader = memory.getReference(thread, LOADER);
      locals = memory.getReference(thread, LOCALS);
      group = GROUP < 0 ? null : memory.getReference(thread, GROUP);
      Object holder = holder(memory, thread);
      priority = memory.getInt(holder, PRIORITY);
      isDaemon = memory.getBoolean(holder, DAEMON);
    }

    void set(Memory memory, Thread thread) {
      memory.putReference(thread, NAME, name);
      memory.putReference(thread, LOADER, loader);
      memory.putReference(thread, LOCALS, locals);
      memory.putReference(thread, OWN_LOCALS, null);
      if (GROUP >= 0) {
        memory.putReference(thread, GROUP, group);
      }
      Object holder = holder(memory, thread);
      memory.putInt(holder, PRIORITY, priority);
      memory.putBoolean(holder, DAEMON, isDaemon);
    }

    private static @Nullable Object holder(Memory memory, Thread thread) {
      return HAS_HOLDER ? memory.getReference(thread, HOLDER) : thread;
    }

    private static long findInHolder(String field) {
      if (!HAS_HOLDER) {
        return find(field);
      }
      try {
        return find(Internals.type("java.lang.Thread$FieldHolder"), field);
      } catch (ClassNotFoundException e) {
        Globals.miss("Thread." + field, e);
        return -1;
      }
    }

    static boolean areKnown() {
      return NAME >= 0
          && LOADER >= 0
          && LOCALS >= 0
          && OWN_LOCALS >= 0
          && PRIORITY >= 0
          && DAEMON >= 0
          && (HAS_HOLDER ? HOLDER >= 0 : GROUP >= 0);
    }
  }

  /** What a thread was before it ran under another identity. */
  record Mask(Memory memory, Inherited own) {
    /** Ends it, for the calling thread. */
    void end() {
      own.set(memory, Thread.currentThread());
    }
  }

  /**
   * Lets the calling thread look like another one to the code of the JDK.
   *
   * @return null if there was nothing to do
   */
  static @Nullable Mask mask(Thread identity) {
    Thread running = Thread.currentThread();
    Memory memory = MEMORY;
    if (running == identity || memory == null || !Inherited.areKnown()) {
      return null;
    }
    Mask mask = new Mask(memory, new Inherited(memory, running));
    new Inherited(memory, identity).set(memory, running);
    setNumber(running, identity.getId());
    return mask;
  }
}
