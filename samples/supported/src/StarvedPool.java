import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A task waits for one that the same pool has no thread for.
 *
 * <p>Shows: ExecutorService. Finds: deadlock.
 */
public class StarvedPool {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(args[0].equals("right") ? 2 : 1);
    Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get() + 1);
    assert outer.get() == 2;
    pool.shutdown();
  }
}
