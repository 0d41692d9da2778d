import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/**
 * A part is added up without being joined.
 *
 * <p>Shows: ForkJoinPool, ForkJoinTask, RecursiveTask. Finds: data race, assertion.
 */
public class ForkedSum extends RecursiveTask<Integer> {
  private static boolean isRight;
  private final int from;
  private final int to;
  private int sum;

  ForkedSum(int from, int to) {
    this.from = from;
    this.to = to;
  }

  @Override
  protected Integer compute() {
    if (to - from == 1) {
      sum = from;
      return sum;
    }
    ForkedSum left = new ForkedSum(from, (from + to) / 2);
    ForkedSum right = new ForkedSum((from + to) / 2, to);
    left.fork();
    int rest = right.compute();
    sum = rest + (isRight ? left.join() : left.sum);
    return sum;
  }

  public static void main(String[] args) {
    isRight = args[0].equals("right");
    ForkJoinPool pool = new ForkJoinPool(2);
    int sum = pool.invoke(new ForkedSum(1, 3));
    assert sum == 3 : sum;
    pool.shutdown();
  }
}
