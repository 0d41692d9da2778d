import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Two steps that seem to follow each other, in the common pool or in another one.
 *
 * <p>Shows: CompletableFuture, commonPool. Finds: assertion.
 */
public class AsyncSteps {
  static volatile int stock = 1;
  static volatile int sold;

  public static void main(String[] args) {
    boolean isOwn = args[1].equals("CompletableFuture");
    ExecutorService pool = isOwn ? Executors.newFixedThreadPool(2) : null;
    Runnable look =
        () -> {
          if (stock > 0) {
            stock--;
            sold++;
          }
        };
    CompletableFuture<Void> one = run(look, pool);
    CompletableFuture<Void> other =
        args[0].equals("right")
            ? pool == null ? one.thenRunAsync(look) : one.thenRunAsync(look, pool)
            : run(look, pool);
    CompletableFuture.allOf(one, other).join();
    assert sold == 1 && stock == 0 : "sold " + sold + ", in stock " + stock;
    if (pool != null) {
      pool.shutdown();
    }
  }

  private static CompletableFuture<Void> run(Runnable task, ExecutorService pool) {
    return pool == null
        ? CompletableFuture.runAsync(task)
        : CompletableFuture.runAsync(task, pool);
  }
}
