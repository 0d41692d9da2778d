package dev.clew.jvm.run;

/**
 * Turn-taking: of all threads of an execution exactly one runs, and it says who runs next.
 *
 * <p>The explorer is the thread that made the turns. It prepares threads, gives the turn to one of
 * them with {@link #run} and gets it back when a thread ends the execution. Threads are small
 * numbers from 0. On JDK 21 and later each is a continuation on the explorer's thread, before that
 * a pooled platform thread; nobody but {@link #create} knows which.
 *
 * <p>Code of a prepared thread sees the given {@link Thread} object as its current thread where
 * {@link #carriesIdentity} says so.
 */
public interface Turns extends AutoCloseable {
  /** Passed as the next thread: the execution is over, the turn goes back to the explorer. */
  int EXPLORER = -1;

  /**
   * The system property that asks for platform threads where there are continuations: debuggers
   * know only those.
   */
  String PLATFORM_THREADS = "clew.platformThreads";

  /** Has the JVM load what turns need of the JDK. */
  static void prepare() {
    if (Continuations.problem() == null) {
      Continuations.prepare();
    }
  }

  /**
   * The best turns this JVM can do; to be used by the calling thread only.
   *
   * @param onPlatformThreads for programs whose threads cannot {@link #pass} the turn otherwise
   */
  static Turns create(boolean onPlatformThreads) {
    boolean canContinue =
        !onPlatformThreads
            && !Boolean.getBoolean(PLATFORM_THREADS)
            && Continuations.problem() == null;
    return canContinue ? new ContinuationTurns() : new ThreadTurns();
  }

  /**
   * Makes a thread that can be given the turn.
   *
   * @param identity the thread that the code is to take itself for
   * @param body what it does; who runs after its end is what it returns
   */
  void prepare(int thread, Thread identity, Body body);

  /**
   * Gives the turn to a thread; returns when a thread passes it to {@link #EXPLORER}. For the
   * explorer.
   */
  void run(int first);

  /**
   * Passes the turn on; returns when the turn comes back. For the thread that has the turn.
   *
   * @return false if the thread cannot be put aside where it is, and still has the turn: code that
   *     is not Java's is among its callers, that of the JVM which calls a class loader, for
   *     instance. Then it must unwind, by {@link Abandoned}, and the turn goes to the explorer
   */
  boolean pass(int next);

  /** The stack of a prepared thread that does not have the turn. For the explorer. */
  StackTraceElement[] stack(int thread);

  /** What runs the thread that has the turn. For any thread. */
  Thread runner();

  /** Whether {@code Thread.currentThread()} of a prepared thread is its identity. */
  boolean carriesIdentity();

  /**
   * Forgets all prepared threads, also those in the middle of their body, which never go on. For
   * the explorer.
   */
  void abandon();

  /** Ends what the turns need; nothing is left running. */
  @Override
  void close();

  /** What a thread does. */
  @FunctionalInterface
  interface Body {
    /** Runs to the end, and says who runs next. */
    int run();
  }

  /** Unwinds a thread whose execution is over, where that is how threads are got rid of. */
  final class Abandoned extends Error {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super("this execution is over", null, false, false);
    }
  }
}
