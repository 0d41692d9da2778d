import java.util.concurrent.CountDownLatch;

/**
 * A latch that waits for one of two.
 *
 * <p>Shows: CountDownLatch. Finds: data race, assertion.
 */
public class LatchTooLow {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(args[0].equals("right") ? 2 : 1);
    int[] results = new int[2];
    for (int i = 0; i < 2; i++) {
      int index = i;
      Threads.start(
          () -> {
            results[index] = 1;
            done.countDown();
          });
    }
    done.await();
    assert results[0] + results[1] == 2;
  }
}
