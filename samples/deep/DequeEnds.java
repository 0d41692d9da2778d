import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A deque of the JDK whose calls are not atomic after all: one thread takes the first element, another
 * puts one before it and looks at the last. Whatever comes first, who takes 1 leaves 0 as the last, and
 * who takes 0 leaves 1.
 *
 * <pre>
 *   javac -d out samples/deep/DequeEnds.java
 *   ./clew check -cp out --deep DequeEnds
 * </pre>
 */
public final class DequeEnds {
  private DequeEnds() {}

  public static void main(String[] args) throws InterruptedException {
    ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
    deque.addLast(1);
    int[] taken = new int[1];
    Thread taker = new Thread(() -> taken[0] = deque.pollFirst(), "taker");
    taker.start();
    deque.addFirst(0);
    int last = deque.peekLast();
    taker.join();
    if (taken[0] + last != 1) {
      throw new AssertionError("taken " + taken[0] + ", last " + last);
    }
  }
}
