import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Virtual threads count without a lock.
 *
 * <p>Shows: virtual threads, newVirtualThreadPerTaskExecutor, newThreadPerTaskExecutor. Finds: data
 * race, assertion.
 */
public class VirtualThreads {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Runnable increment =
        () -> {
          synchronized (args[0].equals("right") ? lock : new Object()) {
            count++;
          }
        };
    if (args[1].equals("virtual threads")) {
      Thread one = Thread.ofVirtual().name("one").start(increment);
      Thread other = Thread.startVirtualThread(increment);
      one.join();
      other.join();
    } else {
      boolean isVirtual = args[1].equals("newVirtualThreadPerTaskExecutor");
      try (ExecutorService executor =
          isVirtual
              ? Executors.newVirtualThreadPerTaskExecutor()
              : Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
        executor.execute(increment);
        executor.execute(increment);
      }
    }
    assert count == 2;
  }
}
