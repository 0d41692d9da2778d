import java.util.concurrent.CyclicBarrier;

/**
 * The second phase begins before the first is over.
 *
 * <p>Shows: CyclicBarrier. Finds: data race, assertion.
 */
public class BarrierLeftOut {
  public static void main(String[] args) throws InterruptedException {
    int[] halves = new int[2];
    CyclicBarrier barrier = new CyclicBarrier(args[0].equals("right") ? 2 : 1);
    Threads.together(
        () -> {
          halves[0] = 1;
          barrier.await();
          assert halves[1] == 1;
        },
        () -> {
          halves[1] = 1;
          barrier.await();
        });
  }
}
