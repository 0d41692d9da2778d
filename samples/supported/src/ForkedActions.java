import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Parts that nobody waits for.
 *
 * <p>Shows: RecursiveAction, CountedCompleter. Finds: assertion.
 */
public class ForkedActions {
  static final AtomicInteger done = new AtomicInteger();

  static class Action extends RecursiveAction {
    private final boolean isRight;

    Action(boolean isRight) {
      this.isRight = isRight;
    }

    @Override
    protected void compute() {
      RecursiveAction part =
          new RecursiveAction() {
            @Override
            protected void compute() {
              done.incrementAndGet();
            }
          };
      part.fork();
      if (isRight) {
        part.join();
      }
    }
  }

  static class Completer extends CountedCompleter<Void> {
    private final int pending;

    Completer(CountedCompleter<?> parent, int pending) {
      super(parent);
      this.pending = pending;
    }

    @Override
    public void compute() {
      if (pending < 0) {
        done.incrementAndGet();
      } else {
        setPendingCount(pending);
        new Completer(this, -1).fork();
      }
      tryComplete();
    }
  }

  public static void main(String[] args) {
    boolean isRight = args[0].equals("right");
    ForkJoinPool pool = new ForkJoinPool(2);
    if (args[1].equals("RecursiveAction")) {
      pool.invoke(new Action(isRight));
    } else {
      pool.invoke(new Completer(null, isRight ? 1 : 0));
    }
    assert done.get() == 1;
    pool.shutdown();
  }
}
