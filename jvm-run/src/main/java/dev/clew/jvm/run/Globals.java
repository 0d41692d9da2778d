package dev.clew.jvm.run;

import dev.clew.jvm.run.Internals.StaticField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
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
 * sets and maps, the drivers of data bases, and the {@linkplain Settings settings} of the JDK that
 * the program changed. What is in classes that a program may never use is put back only once it
 * {@linkplain #use names} one.
 */
public final class Globals {
  /** Something to put back. */
  private interface Reset {
    void run();
  }

  /**
   * A static counter of a class, a collection that only grows, or whether something is done that is
   * done once; a program gets to it only if it names one of its users.
   */
  private record Counter(Set<String> users, String type, String field, int start) {}

  private static final List<Counter> COUNTERS =
      List.of(
          new Counter(
              Set.of(
                  "java/util/concurrent/Executors",
                  "java/util/concurrent/ScheduledThreadPoolExecutor",
                  "java/util/concurrent/ThreadPoolExecutor"),
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
          new Counter(Set.of("java/util/Timer"), "java.util.Timer", "nextSerialNumber", 0),
          ofDrivers("registeredDrivers"),
          ofDrivers("driversInitialized"));

  /**
   * Since JDK 21 each pool leaves a weak reference here. They fall into few bins, as objects have
   * the same identity hash codes in every execution: executions would take longer and longer.
   */
  private static final Counter POOLS =
      new Counter(
          Set.of(
              "java/util/concurrent/CompletableFuture",
              "java/util/concurrent/Executors",
              "java/util/concurrent/ForkJoinPool",
              "java/util/concurrent/ScheduledThreadPoolExecutor",
              "java/util/concurrent/ThreadPoolExecutor"),
          "jdk.internal.vm.ThreadContainers",
          "CONTAINER_REGISTRY",
          0);

  private static final List<Counter> KNOWN = known();

  /** The numbers of threads that JDK code makes for the program begin here. */
  private static final long FIRST_OF_JDK = 90_000;

  /** More than the counter of calls of a method handle, which is a byte, can reach. */
  private static final int NEVER = 1000;

  /** The order of immutable sets and maps. */
  private static final long SALT = 0x6A09E667L;

  private static final List<String> missing = new ArrayList<>();
  private static final Set<String> used = new HashSet<>();
  private static Reset[] resets = {};

  private static final boolean IS_OLD = Runtime.version().feature() < 19;
  private static final @Nullable StaticField THREAD_NAMES = findThreadNames();
  private static final @Nullable StaticField THREAD_NUMBERS = findThreadNumbers();

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

  /**
   * The JDK looks for drivers once, with the class loader of who asks first, and the classes of
   * drivers register themselves when they are initialised: again in each execution.
   */
  private static Counter ofDrivers(String field) {
    return new Counter(Set.of("java/sql/DriverManager"), "java.sql.DriverManager", field, 0);
  }

  private static List<Counter> known() {
    List<Counter> known = new ArrayList<>(COUNTERS);
    if (Runtime.version().feature() >= 21) {
      known.add(POOLS);
    }
    return known;
  }

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

  private static @Nullable StaticField find(String what, String className, String name) {
    try {
      return Internals.staticField(className, name);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      miss(what, e);
      return null;
    }
  }

  private static @Nullable StaticField findThreadNames() {
    String what = "the counter of thread names";
    return IS_OLD
        ? find(what, "java.lang.Thread", "threadInitNumber")
        : find(what, "java.lang.Thread$ThreadNumbering", "next");
  }

  /** Before JDK 19 the counter is a field, since then it is in the memory of the JVM. */
  private static @Nullable StaticField findThreadNumbers() {
    String what = "the counter of thread numbers";
    if (IS_OLD) {
      return find(what, "java.lang.Thread", "threadSeqNumber");
    }
    StaticField address = find(what, "java.lang.Thread$ThreadIdentifiers", "NEXT_TID_OFFSET");
    return address == null ? null : new StaticField(address.memory(), null, address.getLong());
  }

  private static void fixSalt() {
    String what = "the order of immutable sets and maps";
    StaticField salt = find(what, "java.util.ImmutableCollections", "SALT32L");
    StaticField isReversed = find(what, "java.util.ImmutableCollections", "REVERSE");
    if (salt != null && isReversed != null) {
      salt.putLong(SALT);
      isReversed.putBoolean(false);
    }
  }

  /** A method handle that is called often is compiled anew, which costs identity hash codes. */
  private static void fixMethodHandles() {
    StaticField threshold =
        find(
            "when method handles are compiled",
            "java.lang.invoke.MethodHandleStatics",
            "CUSTOMIZE_THRESHOLD");
    if (threshold != null) {
      threshold.putInt(NEVER);
    }
  }

  /** So is a method that is called by reflection often, before JDK 18. */
  private static void fixReflection() {
    if (Runtime.version().feature() < 18) {
      StaticField threshold =
          find(
              "when methods called by reflection are compiled",
              "jdk.internal.reflect.ReflectionFactory",
              "inflationThreshold");
      if (threshold != null) {
        threshold.putInt(Integer.MAX_VALUE);
      }
    }
  }

  /** The program names this class; outside of control, at any time. */
  public static synchronized void use(String internalName) {
    for (Counter each : KNOWN) {
      if (each.users.contains(internalName) && used.add(each.type + "." + each.field)) {
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
    StaticField field = Internals.staticField(counter.type, counter.field);
    int start = counter.start;
    Class<?> type = Internals.type(counter.type).getDeclaredField(counter.field).getType();
    if (type == int.class) {
      return () -> field.putInt(start);
    }
    if (type == boolean.class) {
      return () -> field.putBoolean(start != 0);
    }
    Object value = field.get();
    if (value instanceof AtomicInteger number) {
      return () -> number.set(start);
    }
    if (value instanceof AtomicLong number) {
      return () -> number.set(start);
    }
    if (value instanceof Collection<?> grown) {
      return grown::clear;
    }
    throw new ReflectiveOperationException("it is of another type: " + type);
  }

  // --- executions

  /** Puts everything back; before anything of an execution happens, on the explorer's thread. */
  static void reset() {
    if (THREAD_NAMES != null) {
      THREAD_NAMES.putInt(0);
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
    if (THREAD_NUMBERS == null) {
      return 0;
    }
    long before = THREAD_NUMBERS.getLong();
    THREAD_NUMBERS.putLong(number);
    return before;
  }
}
