package samples;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;

/**
 * Two threads use one date format, which keeps the date that it is at in itself: each may write
 * the date of the other.
 *
 * <p>Finds: a data race.
 */
public final class SharedFormat {
  private final SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);

  private void show(long day) {
    System.out.println(format.format(new Date(86_400_000L * day)));
  }

  public static void main(String[] args) throws InterruptedException {
    SharedFormat dates = new SharedFormat();
    Thread first = new Thread(() -> dates.show(1), "first");
    Thread second = new Thread(() -> dates.show(1000), "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
