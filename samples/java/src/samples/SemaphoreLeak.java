package samples;

import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * A pool with one connection. When a query fails, the connection is not given back, and the next
 * client waits for ever.
 *
 * <p>Finds: a deadlock, when the server is closed before the first of two queries.
 */
public final class SemaphoreLeak {
  private final Semaphore pool = new Semaphore(1);
  private volatile boolean isClosed;

  private void query() throws InterruptedException, IOException {
    pool.acquire();
    send();
    pool.release();
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
    SemaphoreLeak server = new SemaphoreLeak();
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
