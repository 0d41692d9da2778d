package samples;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/**
 * {@link SharedFormat} with a formatter that does not change.
 *
 * <p>Finds: nothing.
 */
public final class SharedFormatFixed {
  private final DateTimeFormatter format = DateTimeFormatter.ISO_LOCAL_DATE;

  private void show(long day) {
    System.out.println(format.format(LocalDate.ofEpochDay(day)));
  }

  public static void main(String[] args) throws InterruptedException {
    SharedFormatFixed dates = new SharedFormatFixed();
    Thread first = new Thread(() -> dates.show(1), "first");
    Thread second = new Thread(() -> dates.show(1000), "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
