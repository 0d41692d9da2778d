package dev.clew.explore.parallel;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Messages that came from others, in the order in which they came; filled by other threads. */
public final class Inbox {
  /**
   * A message, or the end of all messages of a sender.
   *
   * @param sender the number of the one who sent it
   * @param message null if nothing will come from there any more
   * @param why why nothing will come
   */
  public record Item(int sender, byte @Nullable [] message, String why) {}

  private final Queue<Item> items = new ArrayDeque<>();

  /** Whether there is something; read often, and without the lock. */
  private volatile boolean isFilled;

  /** Adds a message. */
  public void add(int sender, byte[] message) {
    add(new Item(sender, message, ""));
  }

  /** Says that nothing will come from a sender any more. */
  public void close(int sender, String why) {
    add(new Item(sender, null, why));
  }

  private synchronized void add(Item item) {
    items.add(item);
    isFilled = true;
    notifyAll();
  }

  boolean isFilled() {
    return isFilled;
  }

  /** The next message, null if there is none. */
  synchronized @Nullable Item poll() {
    Item item = items.poll();
    isFilled = !items.isEmpty();
    return item;
  }

  /** Waits until there is a message, but no longer than this. */
  synchronized void await(long milliseconds) throws InterruptedException {
    if (items.isEmpty()) {
      wait(milliseconds);
    }
  }
}
