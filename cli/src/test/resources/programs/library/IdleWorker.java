import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A latch expects one task more than there are; the thread of the pool has nothing to do. */
public class IdleWorker {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CountDownLatch done = new CountDownLatch(2);
    pool.execute(() -> done.countDown());
    done.await();
    pool.shutdown();
  }
}
