package samples;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A shutdown hook takes a lock to write the last entry. A daemon keeps it only while it writes, and
 * waits for work without it.
 *
 * <p>Finds: nothing.
 */
public final class HookWaitsFixed {
  private static final Lock journal = new ReentrantLock();
  private static final Object work = new Object();
  private static int entries;

  private static void write() {
    journal.lock();
    try {
      entries++;
    } finally {
      journal.unlock();
    }
  }

  private static void writeAllDay() {
    write();
    try {
      synchronized (work) {
        work.wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(HookWaitsFixed::write, "last entry"));
    Thread daemon = new Thread(HookWaitsFixed::writeAllDay, "writer");
    daemon.setDaemon(true);
    daemon.start();
  }
}
