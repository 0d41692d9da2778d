/**
 * A result is taken before the thread is joined.
 *
 * <p>Shows: Thread. Finds: data race, assertion.
 */
public class JoinedThread {
  static int result;

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(() -> result = 42);
    thread.start();
    if (args[0].equals("right")) {
      thread.join();
    }
    assert result == 42;
    thread.join();
  }
}
