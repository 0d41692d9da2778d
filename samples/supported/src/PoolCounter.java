import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tasks of a pool count without a lock, or end only after they were counted.
 *
 * <p>Shows: newFixedThreadPool, newSingleThreadExecutor, newCachedThreadPool, ThreadPoolExecutor,
 * newWorkStealingPool. Finds: data race, assertion.
 */
public class PoolCounter {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    boolean isRight = args[0].equals("right");
    boolean isSingle = args[1].equals("newSingleThreadExecutor");
    ExecutorService pool =
        switch (args[1]) {
          case "newFixedThreadPool" -> Executors.newFixedThreadPool(2);
          case "newSingleThreadExecutor" -> Executors.newSingleThreadExecutor();
          case "newCachedThreadPool" -> Executors.newCachedThreadPool();
          case "newWorkStealingPool" -> Executors.newWorkStealingPool(2);
          default ->
              new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        };
    Object lock = new Object();
    for (int i = 0; i < 2; i++) {
      pool.execute(
          () -> {
            if (isRight) {
              synchronized (lock) {
                count++;
              }
            } else {
              count++;
            }
          });
    }
    pool.shutdown();
    if (isRight || !isSingle) {
      pool.awaitTermination(1, TimeUnit.DAYS);
    }
    assert count == 2;
  }
}
