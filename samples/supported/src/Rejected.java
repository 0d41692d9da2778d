import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pool with a full queue throws away what it should have done.
 *
 * <p>Shows: RejectedExecutionHandler, ThreadFactory. Finds: assertion.
 */
public class Rejected {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    ThreadFactory factory = task -> new Thread(task, "worker");
    RejectedExecutionHandler handler =
        args[0].equals("right")
            ? new ThreadPoolExecutor.CallerRunsPolicy()
            : new ThreadPoolExecutor.DiscardPolicy();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), factory, handler);
    for (int i = 0; i < 3; i++) {
      pool.execute(done::incrementAndGet);
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.DAYS);
    assert done.get() == 3 : done + " of 3 done";
  }
}
