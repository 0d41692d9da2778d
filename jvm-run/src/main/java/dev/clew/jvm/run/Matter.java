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
  QUIESCENCE("the quiescence of pools");

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
