import java.util.Arrays;

/**
 * A function of a parallel operation changes what it also uses.
 *
 * <p>Shows: parallelSetAll. Finds: data race, assertion.
 */
public class ParallelArrays {
  static int next;

  public static void main(String[] args) {
    boolean isRight = args[0].equals("right");
    int[] numbers = new int[2];
    Arrays.parallelSetAll(numbers, i -> isRight ? i + 1 : ++next);
    assert numbers[0] == 1 && numbers[1] == 2 : Arrays.toString(numbers);
  }
}
