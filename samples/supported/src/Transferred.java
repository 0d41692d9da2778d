import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TransferQueue;

/**
 * To put does not wait until somebody has taken; to transfer does.
 *
 * <p>Shows: TransferQueue. Finds: assertion.
 */
public class Transferred {
  static volatile boolean isAsked;

  public static void main(String[] args) throws InterruptedException {
    TransferQueue<String> queue = new LinkedTransferQueue<>();
    Thread consumer =
        Threads.start(
            () -> {
              isAsked = true;
              queue.take();
            });
    if (args[0].equals("right")) {
      queue.transfer("text");
    } else {
      queue.put("text");
    }
    assert isAsked;
    consumer.join();
  }
}
