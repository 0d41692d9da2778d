import java.util.concurrent.Phaser;

/**
 * A party arrives and does not wait for the others.
 *
 * <p>Shows: Phaser. Finds: data race, assertion.
 */
public class PhasesSkipped {
  public static void main(String[] args) throws InterruptedException {
    int[] parts = new int[2];
    Phaser phaser = new Phaser(2);
    Threads.together(
        () -> {
          parts[0] = 1;
          if (args[0].equals("right")) {
            phaser.arriveAndAwaitAdvance();
          } else {
            phaser.arrive();
          }
          assert parts[1] == 1;
        },
        () -> {
          parts[1] = 1;
          phaser.arriveAndDeregister();
        });
  }
}
