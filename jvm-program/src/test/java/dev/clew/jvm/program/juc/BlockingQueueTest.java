package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Explored.classesOf;
import static dev.clew.jvm.program.juc.Explored.finds;
import static dev.clew.jvm.program.juc.Tasks.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Blocking queues: a call is an operation. */
final class BlockingQueueTest {
  /** Something that is handed over. */
  private static final class Parcel {
    int content;
  }

  // --- what is handed over

  /** The content comes before the parcel is sent. */
  public static final class Packed {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Parcel> queue = new LinkedBlockingQueue<>();
      Tasks.start(
          () -> {
            Parcel parcel = new Parcel();
            parcel.content = 1;
            queue.put(parcel);
          });
      check(queue.take().content == 1);
    }
  }

  /** The content comes too late. */
  public static final class PackedLate {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Parcel> queue = new LinkedBlockingQueue<>();
      Tasks.start(
          () -> {
            Parcel parcel = new Parcel();
            queue.put(parcel);
            parcel.content = 1;
          });
      check(queue.take().content == 1);
    }
  }

  @Test
  void whatIsPutIsPublished() {
    assertThat(classesOf(Packed.class)).isEqualTo(1);
    finds(PackedLate.class, FindingKind.DATA_RACE);
    finds(PackedLate.class, FindingKind.ASSERTION);
  }

  // --- look before you take

  /** Two threads that take if there is something, and one thing. */
  public static final class LookThenTake {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
      queue.add(1);
      Tasks.start(() -> take(queue), () -> take(queue));
    }

    private static void take(BlockingQueue<Integer> queue) throws InterruptedException {
      if (!queue.isEmpty()) {
        queue.take();
      }
    }
  }

  /** The same in one operation. */
  public static final class Poll {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
      queue.add(1);
      Integer[] found = new Integer[2];
      Tasks.join(Tasks.start(() -> found[0] = queue.poll(), () -> found[1] = queue.poll()));
      check((found[0] == null) != (found[1] == null));
    }
  }

  @Test
  void lookingAndTakingAreTwoOperations() {
    finds(LookThenTake.class, FindingKind.DEADLOCK);
    assertThat(classesOf(Poll.class)).isEqualTo(2);
  }

  // --- room

  /** Nobody takes what is put. */
  public static final class Full {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
      queue.put(1);
      queue.put(2);
    }
  }

  /** Somebody does. */
  public static final class FullForAWhile {
    public static void main(String[] args) throws Exception {
      for (BlockingQueue<Integer> queue :
          List.of(
              new LinkedBlockingQueue<Integer>(1),
              new LinkedBlockingDeque<Integer>(1),
              new ArrayBlockingQueue<Integer>(1))) {
        Thread[] threads =
            Tasks.start(
                () -> {
                  queue.put(1);
                  queue.put(2);
                });
        check(queue.take() == 1);
        check(queue.take() == 2);
        Tasks.join(threads);
      }
    }
  }

  @Test
  void aFullQueueIsWaitedFor() {
    finds(Full.class, FindingKind.DEADLOCK);
    assertThat(classesOf(FullForAWhile.class)).isEqualTo(1);
  }

  // --- order

  /** Two elements by two threads, taken by a third. */
  public static final class InOrder {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
      Thread[] threads = Tasks.start(() -> queue.add(1), () -> queue.add(2));
      Tasks.join(threads);
      check(queue.take() == 1);
    }
  }

  /** The least one comes first, whoever puts it. */
  public static final class ByPriority {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
      Thread[] threads = Tasks.start(() -> queue.add(1), () -> queue.add(2));
      Tasks.join(threads);
      check(queue.take() == 1);
    }
  }

  @Test
  void theOrderInWhichElementsArePutMatters() {
    finds(InOrder.class, FindingKind.ASSERTION);
    assertThat(classesOf(ByPriority.class)).isEqualTo(2);
  }

  // --- time and interrupts

  /** Waits that end when nothing else can happen. */
  public static final class InVain {
    public static void main(String[] args) throws Exception {
      for (BlockingQueue<Integer> queue : limited()) {
        check(queue.poll(1, TimeUnit.SECONDS) == null);
        check(queue.offer(1, 1, TimeUnit.SECONDS));
        check(!queue.offer(2, 1, TimeUnit.SECONDS));
        check(!queue.offer(2));
        check(queue.poll(1, TimeUnit.SECONDS) == 1);
      }
    }
  }

  private static List<BlockingQueue<Integer>> limited() {
    return List.of(
        new LinkedBlockingQueue<>(1), new LinkedBlockingDeque<>(1), new ArrayBlockingQueue<>(1));
  }

  private static List<BlockingQueue<Integer>> unlimited() {
    return List.of(
        new LinkedBlockingQueue<>(),
        new LinkedBlockingDeque<>(),
        new PriorityBlockingQueue<>(),
        new LinkedTransferQueue<>());
  }

  /** A thread that takes from an empty queue, or puts into a full one, is interrupted. */
  public static final class Interrupted {
    public static void main(String[] args) throws Exception {
      BlockingQueue<Integer> queue = args[0].equals("take") ? empty(args[1]) : full(args[1]);
      Thread waiter =
          Tasks.thread(
              () -> {
                try {
                  if (args[0].equals("take")) {
                    queue.take();
                  } else {
                    queue.put(2);
                  }
                  check(false);
                } catch (InterruptedException e) {
                  check(!Thread.interrupted());
                }
              });
      waiter.start();
      waiter.interrupt();
      waiter.join();
    }

    private static BlockingQueue<Integer> empty(String number) {
      return unlimited().get(Integer.parseInt(number));
    }

    private static BlockingQueue<Integer> full(String number) {
      BlockingQueue<Integer> queue = limited().get(Integer.parseInt(number));
      queue.add(1);
      return queue;
    }
  }

  @Test
  void timeEndsWaits() {
    assertThat(classesOf(InVain.class)).isEqualTo(1);
  }

  @Test
  void interruptsEndWaits() {
    for (int kind = 0; kind < 4; kind++) {
      assertThat(classesOf(Interrupted.class, "take", "" + kind)).isPositive();
    }
    for (int kind = 0; kind < 3; kind++) {
      assertThat(classesOf(Interrupted.class, "put", "" + kind)).isPositive();
    }
  }

  // --- everything else

  /** All methods of all queues, in one thread. */
  public static final class Alone {
    public static void main(String[] args) throws Exception {
      List<BlockingQueue<Integer>> all = new ArrayList<>(unlimited());
      all.add(new ArrayBlockingQueue<>(4));
      all.add(new LinkedBlockingQueue<>(List.of(9)));
      all.get(5).clear();
      for (BlockingQueue<Integer> queue : all) {
        use(queue);
      }
      useBothEnds(new LinkedBlockingDeque<>());
    }

    private static void use(BlockingQueue<Integer> queue) {
      check(queue.isEmpty() && queue.peek() == null && queue.poll() == null);
      check(queue.add(1) && queue.offer(2) && queue.addAll(List.of(3, 4)));
      check(queue.size() == 4 && queue.remainingCapacity() != 3 && queue.peek() == 1);
      check(queue.toString().equals("[1, 2, 3, 4]"));
      check(queue.contains(3) && !queue.contains(5) && queue.containsAll(List.of(1, 2)));
      check(List.of(queue.toArray()).equals(List.of(1, 2, 3, 4)));
      check(queue.toArray(new Integer[0]).length == 4);
      check(queue.remove(2) && !queue.remove(2) && queue.size() == 3);
      Iterator<Integer> each = queue.iterator();
      check(each.next() == 1);
      each.remove();
      check(each.next() > 2 && queue.size() == 2);
      check(queue.stream().mapToInt(i -> i).sum() == 7);
      check(queue.removeIf(i -> i == 3) && queue.element() == 4);
      check(queue.addAll(List.of(5, 6)) && queue.retainAll(List.of(4, 5)));
      check(queue.removeAll(List.of(4)) && queue.size() == 1);
      Collection<Integer> drained = new ArrayList<>();
      queue.forEach(drained::add);
      check(queue.drainTo(drained) == 1 && drained.equals(List.of(5, 5)));
      queue.add(7);
      check(queue.drainTo(drained, 0) == 0 && queue.remove() == 7);
      queue.clear();
      check(queue.isEmpty());
    }

    private static void useBothEnds(LinkedBlockingDeque<Integer> deque) throws Exception {
      deque.addFirst(2);
      deque.addLast(3);
      deque.push(1);
      deque.putLast(4);
      check(deque.peekFirst() == 1 && deque.getLast() == 4);
      check(deque.descendingIterator().next() == 4);
      check(deque.removeLastOccurrence(3) && deque.removeFirstOccurrence(2));
      check(deque.takeLast() == 4 && deque.pop() == 1 && deque.pollLast() == null);
    }
  }

  @Test
  void queuesDoWhatTheyAlwaysDo() {
    assertThat(classesOf(Alone.class)).isEqualTo(1);
  }
}
