import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The first result is taken for that of the first task.
 *
 * <p>Shows: ExecutorCompletionService. Finds: assertion.
 */
public class FirstDone {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
    service.submit(() -> 1);
    service.submit(() -> 2);
    int first = service.take().get();
    int second = service.take().get();
    assert args[0].equals("right") ? first + second == 3 : first == 1 : first + ", " + second;
    pool.shutdown();
  }
}
