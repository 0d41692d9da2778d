import java.util.concurrent.StructuredTaskScope;

/**
 * Tasks of a scope are waited for together; what they share is not protected.
 *
 * <p>Shows: StructuredTaskScope. Finds: data race, assertion.
 */
public class Scopes {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Runnable increment =
        () -> {
          synchronized (args[0].equals("right") ? lock : new Object()) {
            count++;
          }
        };
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(increment);
      scope.fork(increment);
      scope.join();
    }
    assert count == 2;
  }
}
