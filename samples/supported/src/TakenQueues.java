import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * More is taken than was put.
 *
 * <p>Shows: SynchronousQueue, DelayQueue. Finds: deadlock.
 */
public class TakenQueues {
  record Due(int number) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(number, ((Due) other).number);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<Due> queue =
        args[1].equals("DelayQueue") ? new DelayQueue<>() : new SynchronousQueue<>();
    Threads.Task take =
        () -> {
          Due due = queue.take();
          assert due.number > 0;
        };
    Threads.Task put =
        () -> {
          queue.put(new Due(1));
          if (args[0].equals("right")) {
            queue.put(new Due(2));
          }
        };
    Threads.together(take, take, put);
  }
}
