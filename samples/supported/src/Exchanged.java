import java.util.concurrent.Exchanger;

/**
 * A buffer is filled after it was given away.
 *
 * <p>Shows: Exchanger. Finds: data race, assertion.
 */
public class Exchanged {
  public static void main(String[] args) throws InterruptedException {
    Exchanger<int[]> exchanger = new Exchanger<>();
    Threads.together(
        () -> {
          int[] buffer = {0};
          if (args[0].equals("right")) {
            buffer[0] = 1;
            exchanger.exchange(buffer);
          } else {
            exchanger.exchange(buffer);
            buffer[0] = 1;
          }
        },
        () -> {
          int[] theirs = exchanger.exchange(new int[1]);
          assert theirs[0] == 1;
        });
  }
}
