import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Offers something when nobody is there to take it. */
public class MissedHandOver {
  public static void main(String[] args) throws Exception {
    SynchronousQueue<String> queue = new SynchronousQueue<>();
    Thread taker =
        new Thread(
            () -> {
              try {
                if (queue.poll(1, TimeUnit.SECONDS) == null) {
                  throw new AssertionError("nothing came");
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    taker.start();
    queue.offer("gift");
    taker.join();
  }
}
