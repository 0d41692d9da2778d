package dev.clew.jvm.program.juc;

/** Threads of the programs here. */
public final class Tasks {
  private Tasks() {}

  /** What a thread does. */
  @FunctionalInterface
  public interface Task {
    void run() throws Exception;
  }

  /** A thread that fails if its task does. */
  public static Thread thread(Task task) {
    return new Thread(
        () -> {
          try {
            task.run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Starts a thread for each task. */
  public static Thread[] start(Task... tasks) {
    Thread[] threads = new Thread[tasks.length];
    for (int t = 0; t < tasks.length; t++) {
      threads[t] = thread(tasks[t]);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    return threads;
  }

  /** Fails if the claim does not hold. */
  public static void check(boolean claim) {
    if (!claim) {
      throw new AssertionError();
    }
  }

  /** Waits for the end of threads. */
  public static void join(Thread... threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
