import java.util.concurrent.FutureTask;

/**
 * What a task leaves is used before its future is asked.
 *
 * <p>Shows: FutureTask, Future. Finds: data race, assertion.
 */
public class FutureResult {
  static int result;

  public static void main(String[] args) throws Exception {
    FutureTask<?> task = new FutureTask<>(() -> result = 42);
    Threads.start(task::run);
    if (args[0].equals("right")) {
      task.get();
    }
    assert result == 42;
  }
}
