import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * A sum is looked at while a thread still adds.
 *
 * <p>Shows: LongAdder, DoubleAdder, LongAccumulator. Finds: assertion.
 */
public class Adders {
  public static void main(String[] args) throws InterruptedException {
    LongAdder adder = new LongAdder();
    DoubleAdder fractions = new DoubleAdder();
    LongAccumulator largest = new LongAccumulator(Math::max, 0);
    Threads.Task add =
        switch (args[1]) {
          case "LongAdder" -> adder::increment;
          case "DoubleAdder" -> () -> fractions.add(1);
          default -> () -> largest.accumulate(largest.get() + 1);
        };
    Thread thread = Threads.start(add);
    if (args[0].equals("right")) {
      thread.join();
    }
    Threads.start(add).join();
    long sum = adder.sum() + (long) fractions.sum() + largest.get();
    assert sum == 2 : "the sum is " + sum;
  }
}
