import java.util.concurrent.CompletableFuture;

/** Two threads complete a future. */
public class FirstCompletion {
  public static void main(String[] args) throws Exception {
    CompletableFuture<String> winner = new CompletableFuture<>();
    new Thread(() -> winner.complete("thread")).start();
    winner.complete("main");
    if (!winner.get().equals("main")) {
      throw new AssertionError(winner.get());
    }
  }
}
