package dev.clew.jvm.agent;

import java.util.Set;

/**
 * The classes of the JDK whose own code is executed step by step, as that of the program is: they
 * coordinate threads by volatile fields, handles and monitors and have no model.
 *
 * <p>Their plain fields are no operations and are not watched for races: the JDK is trusted in
 * this.
 */
final class Library {
  private static final String CONCURRENT = "java/util/concurrent/";

  /** What the names of those begin with whose methods are synchronized. */
  private static final String PIPES = "java/io/Piped";

  /** With their nested classes. */
  private static final Set<String> CLASSES =
      Set.of(
          CONCURRENT + "CompletableFuture",
          CONCURRENT + "DelayQueue",
          CONCURRENT + "DelayScheduler",
          CONCURRENT + "ExecutorCompletionService",
          CONCURRENT + "ExecutorService",
          CONCURRENT + "Executors",
          CONCURRENT + "RecursiveAction",
          CONCURRENT + "RecursiveTask",
          CONCURRENT + "ScheduledThreadPoolExecutor",
          CONCURRENT + "SubmissionPublisher",
          CONCURRENT + "ThreadPerTaskExecutor",
          CONCURRENT + "ThreadPoolExecutor",
          CONCURRENT + "locks/AbstractQueuedLongSynchronizer",
          CONCURRENT + "locks/AbstractQueuedSynchronizer",
          "java/util/Timer",
          "java/util/stream/AbstractShortCircuitTask",
          "jdk/internal/misc/ThreadFlock");

  /** What the names of others begin with whose outer class has a model. */
  private static final String TASKS = CONCURRENT + "ForkJoinTask$";

  /** Collections of which a call is one operation, unless their code is to be explored. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          CONCURRENT + "ConcurrentLinkedDeque",
          CONCURRENT + "ConcurrentLinkedQueue",
          CONCURRENT + "ConcurrentSkipListMap",
          CONCURRENT + "ConcurrentSkipListSet");

  private static volatile boolean isDeep;

  /** Fields that threads share without declaring them volatile: they order accesses by fences. */
  private static final Set<String> SHARED =
      Set.of(
          CONCURRENT + "ConcurrentSkipListMap.adder",
          CONCURRENT + "ConcurrentSkipListMap.head",
          CONCURRENT + "ConcurrentSkipListMap$Index.right",
          CONCURRENT + "ConcurrentSkipListMap$Node.next",
          CONCURRENT + "ConcurrentSkipListMap$Node.val",
          CONCURRENT + "SubmissionPublisher$BufferedSubscription.waiter");

  private static final String FUTURE = CONCURRENT + "CompletableFuture";
  private static final Set<String> COMPLETIONS =
      Set.of(
          "completeNull",
          "completeRelay",
          "completeThrowable",
          "completeValue",
          "internalComplete");

  private static final Set<String> FORGOTTEN = Set.of("base", "dep", "fn", "snd", "src", "srcs");

  private Library() {}

  /** Is the code of this class executed step by step, once a program needs it? */
  static boolean contains(String internalName) {
    if (isPipe(internalName)) {
      return true;
    }
    if (!internalName.startsWith("java/util/") && !internalName.startsWith("jdk/internal/misc/")) {
      return false;
    }
    int nested = internalName.indexOf('$');
    String outer = nested < 0 ? internalName : internalName.substring(0, nested);
    return internalName.startsWith(TASKS) || CLASSES.contains(outer) || isOpenCollection(outer);
  }

  /**
   * Is it one whose threads wait for each other at its monitor? Its methods are not synchronized
   * any more, which the JVM lets us change only before it has loaded the class.
   */
  static boolean isPipe(String internalName) {
    return internalName.startsWith(PIPES);
  }

  /** From now on the code of collections belongs to the library; before a program is loaded. */
  static void deepen() {
    isDeep = true;
  }

  /** Is it a collection whose code is explored, though a call of it could be one operation? */
  static boolean isOpenCollection(String internalName) {
    return isDeep && COLLECTIONS.contains(internalName);
  }

  /** Are accesses to this field operations? */
  static boolean isShared(ResolvedField resolved) {
    String declaring = resolved.declaring().name;
    return contains(declaring)
        && !resolved.field().isStatic()
        && (resolved.field().isVolatile()
            || SHARED.contains(declaring + "." + resolved.field().name()));
  }

  /** Is this static field the pool of all that have none of their own? */
  static boolean isCommonPool(String owner, String name) {
    return owner.equals(FUTURE) && name.equals("ASYNC_POOL");
  }

  /** Is this field what completes a future? */
  static boolean isResult(String owner, String name) {
    return owner.equals(FUTURE) && name.equals("result");
  }

  /**
   * Does a method of this class look at this field only to find out whether there is something to
   * wait for? It is found out again, in the operation that waits.
   */
  static boolean looksAhead(String className, String method, String field) {
    return className.equals(FUTURE)
        && field.equals("result")
        && (method.endsWith("Stage") || method.equals("andTree") || method.equals("anyOf"));
  }

  /**
   * Does a method of this class look at this field, the first time, of an object that is known to
   * be complete?
   */
  static boolean looksBack(String className, String method, String field) {
    return className.startsWith(FUTURE + "$Uni")
        && method.equals("tryFire")
        && field.equals("result");
  }

  /**
   * Does a method of this class, when it is over, only forget by this field what was to be done?
   * Others may be in the same method and would find it forgotten or not; if they do not they find
   * out that it was done.
   */
  static boolean forgets(String className, String method, String field) {
    return className.startsWith(FUTURE + "$")
        && method.equals("tryFire")
        && FORGOTTEN.contains(field);
  }

  /**
   * Is this the field by which a queue of threads forgets, without any order, who waited? Others
   * would wake it or not.
   */
  static boolean isWaiter(String owner, String field) {
    return owner.startsWith(CONCURRENT + "locks/AbstractQueued")
        && owner.endsWith("$Node")
        && field.equals("waiter");
  }

  /** Does a method of this class complete the object, and say whether it did? */
  static boolean completes(String className, String method, String descriptor) {
    return className.equals(FUTURE) && COMPLETIONS.contains(method) && descriptor.endsWith(")Z");
  }

  /** Does a method of this class complete the object in any case? */
  static boolean completesAnyhow(String className, String method) {
    return className.equals(FUTURE) && method.startsWith("obtrude");
  }
}
