package queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;

/** Queues without locks: what goes in comes out, once, and in order where one thread puts it in. */
public final class Queues {
  private Queues() {}

  public static void spscArray() throws InterruptedException {
    onePutsOneTakes(new SpscArrayQueue<>(4));
  }

  public static void spscUnbounded() throws InterruptedException {
    onePutsOneTakes(new SpscUnboundedArrayQueue<>(2));
  }

  public static void spmcArray() throws InterruptedException {
    onePutsTwoTake(new SpmcArrayQueue<>(4));
  }

  public static void mpscArray() throws InterruptedException {
    twoPutOneTakes(new MpscArrayQueue<>(4));
  }

  public static void mpscLinked() throws InterruptedException {
    twoPutOneTakes(new MpscLinkedQueue<>());
  }

  public static void mpmcArray() throws InterruptedException {
    twoPutOneTakes(new MpmcArrayQueue<>(4));
  }

  /** {@code poll} waits in a loop while a producer is half done. */
  public static void mpscArrayPoll() throws InterruptedException {
    MpscArrayQueue<Integer> queue = new MpscArrayQueue<>(4);
    Thread one = new Thread(() -> queue.offer(1));
    Thread two = new Thread(() -> queue.offer(2));
    one.start();
    two.start();
    queue.poll();
    one.join();
    two.join();
  }

  /** Two producers where the queue is made for one. */
  public static void secondProducer() throws InterruptedException {
    twoPutOneTakes(new SpscArrayQueue<>(4));
  }

  /** A map without locks: one of two wins. */
  public static void map() throws InterruptedException {
    NonBlockingHashMap<String, Integer> map = new NonBlockingHashMap<>();
    Integer[] before = new Integer[2];
    Thread other = new Thread(() -> before[0] = map.putIfAbsent("key", 1));
    other.start();
    before[1] = map.putIfAbsent("key", 2);
    other.join();
    check((before[0] == null) != (before[1] == null), "both or none was the first");
    check(map.get("key") == (before[0] == null ? 1 : 2), "the second won");
  }

  // --- who puts and who takes

  private static void onePutsOneTakes(MessagePassingQueue<Integer> queue)
      throws InterruptedException {
    Thread producer =
        new Thread(
            () -> {
              queue.offer(1);
              queue.offer(2);
            });
    producer.start();
    List<Integer> taken = new ArrayList<>();
    take(queue, 3, taken);
    producer.join();
    take(queue, 3, taken);
    check(taken.equals(List.of(1, 2)), "taken " + taken);
  }

  private static void twoPutOneTakes(MessagePassingQueue<Integer> queue)
      throws InterruptedException {
    Thread one = new Thread(() -> queue.offer(1));
    Thread two = new Thread(() -> queue.offer(2));
    one.start();
    two.start();
    List<Integer> taken = new ArrayList<>();
    take(queue, 1, taken);
    one.join();
    two.join();
    take(queue, 3, taken);
    checkBoth(taken);
  }

  private static void onePutsTwoTake(MessagePassingQueue<Integer> queue)
      throws InterruptedException {
    queue.offer(1);
    List<Integer> takenByOne = new ArrayList<>();
    List<Integer> takenByTwo = new ArrayList<>();
    Thread one = new Thread(() -> take(queue, 1, takenByOne));
    Thread two = new Thread(() -> take(queue, 1, takenByTwo));
    one.start();
    two.start();
    queue.offer(2);
    one.join();
    two.join();
    List<Integer> taken = new ArrayList<>(takenByOne);
    taken.addAll(takenByTwo);
    take(queue, 3, taken);
    checkBoth(taken);
  }

  private static void take(MessagePassingQueue<Integer> queue, int times, List<Integer> taken) {
    for (int i = 0; i < times; i++) {
      Integer value = queue.relaxedPoll();
      if (value != null) {
        taken.add(value);
      }
    }
  }

  private static void checkBoth(List<Integer> taken) {
    Set<Integer> different = new TreeSet<>(taken);
    check(taken.size() == 2 && different.size() == 2, "taken " + taken);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
