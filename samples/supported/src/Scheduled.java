import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Somebody relies on a task not to have run yet.
 *
 * <p>Shows: ScheduledThreadPoolExecutor, newScheduledThreadPool. Finds: exception.
 */
public class Scheduled {
  static volatile StringBuilder text = new StringBuilder("text");

  public static void main(String[] args) throws Exception {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    ScheduledFuture<?> end = pool.schedule(() -> text = null, 0, TimeUnit.SECONDS);
    StringBuilder mine = text;
    if (!args[0].equals("right") || mine != null) {
      (args[0].equals("right") ? mine : text).append("!");
    }
    end.get();
    pool.shutdown();
  }
}
