/** Runs tasks in threads of their own. */
final class Threads {
  private Threads() {}

  /** What a thread does. */
  interface Task {
    void run() throws Exception;
  }

  /** Starts a thread for a task. */
  static Thread start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (RuntimeException e) {
                throw e;
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    thread.start();
    return thread;
  }

  /** Runs tasks at a time and waits for all of them. */
  static void together(Task... tasks) throws InterruptedException {
    Thread[] threads = new Thread[tasks.length];
    for (int i = 0; i < tasks.length; i++) {
      threads[i] = start(tasks[i]);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
