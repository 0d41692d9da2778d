import java.util.Timer;
import java.util.TimerTask;

/**
 * A timer and the main thread count at a time.
 *
 * <p>Shows: Timer, TimerTask. Finds: data race, assertion.
 */
public class TimedOut {
  static int count;

  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Timer timer = new Timer();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            synchronized (args[0].equals("right") ? lock : this) {
              count++;
            }
          }
        },
        0);
    synchronized (lock) {
      int mine = count;
      count = mine + 1;
      assert count == mine + 1;
    }
    timer.cancel();
  }
}
