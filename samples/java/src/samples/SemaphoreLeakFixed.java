package samples;

import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * {@link SemaphoreLeak} that gives back in a finally block.
 *
 * <p>Finds: nothing.
 */
public final class SemaphoreLeakFixed {
  private final Semaphore pool = new Semaphore(1);
  private volatile boolean isClosed;

  private void query() throws InterruptedException, IOException {
    pool.acquire();
    try {
      send();
    } finally {
      pool.release();
    }
  }

  private void send() throws IOException {
    if (isClosed) {
      throw new IOException("closed");
    }
  }

  private void close() {
    isClosed = true;
  }

  private void work() {
    try {
      query();
    } catch (IOException e) {
      // A client of a closed server has nothing to do.
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SemaphoreLeakFixed server = new SemaphoreLeakFixed();
    Thread first = new Thread(server::work, "first client");
    Thread second = new Thread(server::work, "second client");
    Thread closer = new Thread(server::close, "closer");
    first.start();
    second.start();
    closer.start();
    first.join();
    second.join();
    closer.join();
  }
}
