package dev.clew.jvm.run;

/** What is no operation in the whole program until some thread can notice it. */
public enum Matter {
  /** Who waits to acquire a lock. */
  QUEUES("the queues of locks"),
  /** Whether a thread was started yet. */
  STARTS("the starts of threads"),
  /** Who gives back a hold that another thread acquired. */
  HANDOVERS("the holds of locks that others give back"),
  /** That a function is under way that computes what a map or a list will have. */
  COMPUTATIONS("the functions that compute what collections hold"),
  /** How many tasks of a pool may run at a time. */
  LIMITS("the limits of pools"),
  /** Who runs a task that was given to a pool, or ends it before it is run. */
  CLAIMS("the claims of tasks"),
  /** When a pool has nothing to do. */
  QUIESCENCE("the quiescence of pools"),
  /** Which tasks wait in the queue of a pool that gives them away in order. */
  POOL_QUEUES("the queues of pools"),
  /** Which threads of a pool are at work, and what they have done. */
  POOL_TASKS("the tasks that pools are at"),
  /** When a thread that a factory makes begins to belong to a pool. */
  POOL_THREADS("the threads that join pools"),
  /** How a pool is to work, if that changes while it does. */
  POOL_SETTINGS("the settings of pools"),
  /** The end of the program, if something may run then: who takes it exits. */
  END("the end of the program"),
  /** What is to run then. */
  HOOKS("the shutdown hooks"),
  /** Which threads of a pool that is shut down are still there. */
  POOL_ENDS("the ends of the threads of pools"),
  /** Which call gave the program an object that the JDK made, if its monitor is used. */
  RESULTS("the objects that calls of the JDK give"),
  /** Who made which of the threads that have a number for a name. */
  THREAD_NAMES("the numbers in the names of threads");

  private final String words;

  Matter(String words) {
    this.words = words;
  }

  /** For people. */
  String words() {
    return words;
  }

  /** For files. */
  String key() {
    return "all " + name();
  }
}
