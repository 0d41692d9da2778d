import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Tasks that nobody waits for, or the first result taken for that of the first task.
 *
 * <p>Shows: invokeAll, invokeAny. Finds: assertion.
 */
public class InvokedAll {
  static volatile int one;
  static volatile int two;

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Callable<Integer>> tasks = List.of(() -> one = 1, () -> two = 2);
    if (args[1].equals("invokeAll")) {
      if (args[0].equals("right")) {
        pool.invokeAll(tasks);
      } else {
        tasks.forEach(pool::submit);
      }
      assert one + two == 3;
    } else {
      int any = pool.invokeAny(tasks);
      assert args[0].equals("right") ? any == one || any == two : any == 1 : any;
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.DAYS);
  }
}
