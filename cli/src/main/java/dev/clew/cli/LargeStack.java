package dev.clew.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs a task on a thread that can carry the threads of a program. */
final class LargeStack {
  /**
   * Several times what threads have otherwise, as instrumented code needs more; not much more, as a
   * recursion without end is to come to its end soon.
   */
  private static final long BYTES = 16L << 20;

  private LargeStack() {}

  /** What the task returns or throws. */
  static <T> T call(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(null, future, "clew-explorer", BYTES);
    thread.setDaemon(true);
    thread.start();
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception exception) {
        throw exception;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }
}
