package samples;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Two daemons wait for jobs, and the program ends after the first one, whoever did it.
 *
 * <p>Finds: nothing.
 */
public final class DaemonsLeftFixed {
  private static final BlockingQueue<String> jobs = new LinkedBlockingQueue<>();
  private static final BlockingQueue<String> done = new LinkedBlockingQueue<>();

  private static void work() {
    try {
      while (true) {
        String job = jobs.take();
        done.put(Thread.currentThread().getName() + " did " + job);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (String name : new String[] {"first", "second"}) {
      Thread daemon = new Thread(DaemonsLeftFixed::work, name);
      daemon.setDaemon(true);
      daemon.start();
    }
    jobs.put("a job");
    String who = done.take();
    assert who.endsWith(" did a job") : who;
  }
}
