import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * A queue is asked whether something is in it, and then something is taken.
 *
 * <p>Shows: ArrayBlockingQueue, LinkedBlockingQueue, LinkedBlockingDeque, PriorityBlockingQueue,
 * LinkedTransferQueue, ConcurrentLinkedQueue, ConcurrentLinkedDeque. Finds: exception.
 */
public class CheckedQueues {
  public static void main(String[] args) throws InterruptedException {
    Queue<Integer> queue =
        switch (args[1]) {
          case "ArrayBlockingQueue" -> new ArrayBlockingQueue<>(2);
          case "LinkedBlockingQueue" -> new LinkedBlockingQueue<>();
          case "LinkedBlockingDeque" -> new LinkedBlockingDeque<>();
          case "PriorityBlockingQueue" -> new PriorityBlockingQueue<>();
          case "LinkedTransferQueue" -> new LinkedTransferQueue<>();
          case "ConcurrentLinkedQueue" -> new ConcurrentLinkedQueue<>();
          default -> new ConcurrentLinkedDeque<>();
        };
    queue.add(1);
    Threads.Task take =
        () -> {
          if (args[0].equals("right")) {
            queue.poll();
          } else if (!queue.isEmpty()) {
            queue.remove();
          }
        };
    Threads.together(take, take);
    assert queue.isEmpty();
  }
}
