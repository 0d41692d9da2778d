package samples;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A client waits for an answer, but does not look whether it is there already. If it is, nobody
 * signals any more, and only the timeout ends the wait: the client takes that for a dead server.
 *
 * <p>Finds: the exception, when the server is first.
 */
public final class TimedWait {
  private final Lock lock = new ReentrantLock();
  private final Condition answered = lock.newCondition();
  private String answer;

  private void ask() {
    lock.lock();
    try {
      if (!answered.await(1, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the server does not answer");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    } finally {
      lock.unlock();
    }
  }

  private void answer() {
    lock.lock();
    try {
      answer = "yes";
      answered.signal();
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    TimedWait question = new TimedWait();
    Thread client = new Thread(question::ask, "client");
    Thread server = new Thread(question::answer, "server");
    client.start();
    server.start();
    client.join();
    server.join();
  }
}
