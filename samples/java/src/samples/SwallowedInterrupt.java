package samples;

/**
 * A worker is told to stop by an interrupt. If that finds it waiting, the exception is swallowed,
 * and the loop does not learn of it.
 *
 * <p>Finds: a deadlock.
 */
public final class SwallowedInterrupt {
  private final Object jobs = new Object();

  private void work() {
    while (!Thread.currentThread().isInterrupted()) {
      awaitJob();
    }
  }

  private void awaitJob() {
    synchronized (jobs) {
      try {
        jobs.wait(); // no job ever comes
      } catch (InterruptedException e) {
        // swallowed
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(new SwallowedInterrupt()::work, "worker");
    worker.start();
    worker.interrupt();
    worker.join();
  }
}
