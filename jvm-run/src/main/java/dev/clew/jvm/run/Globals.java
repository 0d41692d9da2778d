package dev.clew.jvm.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * State of the JVM and the JDK that outlives an execution and that a program can notice: put back
 * before each one.
 *
 * <p>These are counters for names and numbers of threads, pools and timers, the order of immutable
 * sets and maps, and the {@linkplain Settings settings} of the JDK that the program changed.
 * Counters in classes that a program may never use are put back only once it {@linkplain #use
 * names} one.
 */
public final class Globals {
  /** Something to put back. */
  private interface Reset {
    void run();
  }

  /** A static counter of a class; names of classes of the program lead to it. */
  private record Counter(Set<String> users, String type, String field, int start) {}

  private static final List<Counter> COUNTERS =
      List.of(
          new Counter(
              Set.of("java/util/concurrent/Executors"),
              "java.util.concurrent.Executors$DefaultThreadFactory",
              "poolNumber",
              1),
          new Counter(
              Set.of(
                  "java/util/concurrent/Executors",
                  "java/util/concurrent/ScheduledThreadPoolExecutor"),
              "java.util.concurrent.ScheduledThreadPoolExecutor",
              "sequencer",
              0),
          new Counter(
              Set.of("java/util/concurrent/Executors", "java/util/concurrent/ForkJoinPool"),
              "java.util.concurrent.ForkJoinPool",
              "poolIds",
              0),
          new Counter(Set.of("java/util/Timer"), "java.util.Timer", "nextSerialNumber", 0));

  /** The numbers of threads that JDK code makes for the program begin here. */
  private static final long FIRST_OF_JDK = 90_000;

  /** More than the counter of calls of a method handle, which is a byte, can reach. */
  private static final int NEVER = 1000;

  /** The order of immutable sets and maps. */
  private static final long SALT = 0x6A09E667L;

  private static final List<String> missing = new ArrayList<>();
  private static final Set<String> used = new HashSet<>();
  private static Reset[] resets = {};

  private static final @Nullable VarHandle THREAD_NAMES = findThreadNames();
  private static final @Nullable VarHandle THREAD_NUMBERS = findThreadNumbers();
  private static final long THREAD_NUMBERS_ADDRESS = findThreadNumbersAddress();

  /** The next number of a thread outside executions. */
  private static long nextNumber;

  private static long nextOfProgram;
  private static boolean isUnderWay;

  static {
    fixSalt();
    fixMethodHandles();
    fixReflection();
  }

  private Globals() {}

  /** What could not be put under control on this JVM, with the reason; empty on those we know. */
  public static List<String> problems() {
    List<String> problems = new ArrayList<>(missing);
    String hashes = IdentityHashes.problem();
    if (hashes != null) {
      problems.add("identity hash codes: " + hashes);
    }
    return problems;
  }

  static void miss(String what, Throwable reason) {
    missing.add(what + ": " + reason);
  }

  // --- finding them

  private static @Nullable VarHandle findThreadNames() {
    try {
      try {
        return Internals.staticField(Internals.type("java.lang.Thread$ThreadNumbering"), "next");
      } catch (ClassNotFoundException before19) {
        return Internals.staticField(Thread.class, "threadInitNumber");
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      miss("the counter of thread names", e);
      return null;
    }
  }

  /** Before JDK 19 the counter is a field. */
  private static @Nullable VarHandle findThreadNumbers() {
    try {
      return Internals.staticField(Thread.class, "threadSeqNumber");
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** Since JDK 19 the counter is in the memory of the JVM. */
  private static long findThreadNumbersAddress() {
    if (THREAD_NUMBERS != null) {
      return 0;
    }
    try {
      MethodHandle address =
          Internals.staticMethod(Thread.class, "getNextThreadIdOffset", long.class);
      return (long) address.invokeExact();
    } catch (Throwable e) {
      miss("the counter of thread numbers", e);
      return 0;
    }
  }

  private static void fixSalt() {
    try {
      Class<?> type = Internals.type("java.util.ImmutableCollections");
      Internals.FinalFields.setStatic(type, "SALT32L", SALT);
      Internals.FinalFields.setStatic(type, "REVERSE", Boolean.FALSE);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      miss("the order of immutable sets and maps", e);
    }
  }

  /** A method handle that is called often is compiled anew, which costs identity hash codes. */
  private static void fixMethodHandles() {
    try {
      Class<?> type = Internals.type("java.lang.invoke.MethodHandleStatics");
      Internals.FinalFields.setStatic(type, "CUSTOMIZE_THRESHOLD", NEVER);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      miss("when method handles are compiled", e);
    }
  }

  /** So is a method that is called by reflection often, before JDK 18. */
  private static void fixReflection() {
    if (Runtime.version().feature() < 18) {
      try {
        Class<?> type = Internals.type("jdk.internal.reflect.ReflectionFactory");
        Internals.FinalFields.setStatic(type, "inflationThreshold", Integer.MAX_VALUE);
      } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
        miss("when methods called by reflection are compiled", e);
      }
    }
  }

  /** The program names this class; outside of control, at any time. */
  public static synchronized void use(String internalName) {
    for (Counter each : COUNTERS) {
      if (each.users.contains(internalName) && used.add(each.type)) {
        try {
          Reset reset = reset(each);
          Reset[] more = Arrays.copyOf(resets, resets.length + 1);
          more[resets.length] = reset;
          resets = more;
          reset.run();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
          miss(each.type + "." + each.field, e);
        }
      }
    }
  }

  private static Reset reset(Counter counter) throws ReflectiveOperationException {
    Class<?> type = Internals.type(counter.type);
    Class<?> fieldType = type.getDeclaredField(counter.field).getType();
    int start = counter.start;
    if (fieldType == int.class) {
      VarHandle field = Internals.staticField(type, counter.field);
      return () -> field.set(start);
    }
    Object value = Internals.staticValue(type, counter.field);
    if (value instanceof AtomicInteger number) {
      return () -> number.set(start);
    }
    AtomicLong number = (AtomicLong) value;
    return () -> number.set(start);
  }

  // --- executions

  /** Puts everything back; before anything of an execution happens, on the explorer's thread. */
  static void reset() {
    if (THREAD_NAMES != null) {
      THREAD_NAMES.setVolatile(0);
    }
    nextNumber = exchangeNextNumber(FIRST_OF_JDK);
    isUnderWay = true;
    for (Reset each : resets) {
      each.run();
    }
    Settings.restore();
    ThreadFields.seedExplorer();
    IdentityHashes.beginExecution();
  }

  /** An execution is over: numbers for threads of the JVM go on where they were. */
  static void endExecution() {
    isUnderWay = false;
    IdentityHashes.endExecution();
    exchangeNextNumber(nextNumber);
  }

  /** Threads made from now on are not the program's. */
  static void leaveProgram() {
    if (isUnderWay) {
      nextOfProgram = exchangeNextNumber(nextNumber);
    }
  }

  /** Threads made from now on are the program's again. */
  static void enterProgram() {
    if (isUnderWay) {
      nextNumber = exchangeNextNumber(nextOfProgram);
    }
  }

  private static long exchangeNextNumber(long number) {
    if (THREAD_NUMBERS != null) {
      long before = (long) THREAD_NUMBERS.getVolatile();
      THREAD_NUMBERS.setVolatile(number);
      return before;
    }
    if (THREAD_NUMBERS_ADDRESS == 0) {
      return 0;
    }
    try {
      long before = (long) Internals.Memory.GET_LONG.invokeExact(THREAD_NUMBERS_ADDRESS);
      Internals.Memory.PUT_LONG.invokeExact(THREAD_NUMBERS_ADDRESS, number);
      return before;
    } catch (Throwable e) {
      throw Internals.rethrown(e);
    }
  }
}
