package samples;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@link TimedWait} that waits only as long as there is no answer.
 *
 * <p>Finds: nothing; the timeout is needed only if the server does not come at all.
 */
public final class TimedWaitFixed {
  private final Lock lock = new ReentrantLock();
  private final Condition answered = lock.newCondition();
  private String answer;

  private void ask() {
    lock.lock();
    try {
      while (answer == null) {
        if (!answered.await(1, TimeUnit.SECONDS)) {
          throw new IllegalStateException("the server does not answer");
        }
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
    TimedWaitFixed question = new TimedWaitFixed();
    Thread client = new Thread(question::ask, "client");
    Thread server = new Thread(question::answer, "server");
    client.start();
    server.start();
    client.join();
    server.join();
  }
}
