import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Waits for a task that a pool threw away because it had been shut down. */
public class ShutDownPool {
  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            new ThreadPoolExecutor.DiscardPolicy());
    new Thread(() -> pool.shutdown()).start();
    Future<Integer> answer = pool.submit(() -> 42);
    answer.get();
  }
}
