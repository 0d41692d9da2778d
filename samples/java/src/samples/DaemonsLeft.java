package samples;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Two daemons wait for jobs, and the program ends after the first one: it takes for granted that
 * the first daemon did it. The other one is still waiting when the program ends.
 *
 * <p>Finds: an assertion.
 */
public final class DaemonsLeft {
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
      Thread daemon = new Thread(DaemonsLeft::work, name);
      daemon.setDaemon(true);
      daemon.start();
    }
    jobs.put("a job");
    String who = done.take();
    assert who.startsWith("first") : who;
  }
}
