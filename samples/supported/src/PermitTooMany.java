import java.util.concurrent.Semaphore;

/**
 * A semaphore lets two in where one has room.
 *
 * <p>Shows: Semaphore. Finds: data race, assertion.
 */
public class PermitTooMany {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    Semaphore permits = new Semaphore(args[0].equals("right") ? 1 : 2);
    Threads.Task increment =
        () -> {
          permits.acquire();
          count++;
          permits.release();
        };
    Threads.together(increment, increment);
    assert count == 2;
  }
}
