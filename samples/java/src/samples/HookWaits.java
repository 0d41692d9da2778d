package samples;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A shutdown hook takes a lock to write the last entry. A daemon that is in the middle of one keeps
 * it, and waits for work that never comes: the program does not end.
 *
 * <p>Finds: a deadlock.
 */
public final class HookWaits {
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
    journal.lock();
    try {
      synchronized (work) {
        while (entries < 10) {
          work.wait();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      journal.unlock();
    }
  }

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(HookWaits::write, "last entry"));
    Thread daemon = new Thread(HookWaits::writeAllDay, "writer");
    daemon.setDaemon(true);
    daemon.start();
  }
}
