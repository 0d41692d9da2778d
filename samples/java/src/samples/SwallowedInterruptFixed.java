package samples;

/**
 * {@link SwallowedInterrupt} that sets the interrupt status again.
 *
 * <p>Finds: nothing.
 */
public final class SwallowedInterruptFixed {
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
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(new SwallowedInterruptFixed()::work, "worker");
    worker.start();
    worker.interrupt();
    worker.join();
  }
}
