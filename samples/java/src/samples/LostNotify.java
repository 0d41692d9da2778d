package samples;

/**
 * A buffer with one place. Producers and consumers wait for the same object, and {@code notify}
 * wakes one of them: it may be one that has to wait again, while nobody will wake the right one.
 *
 * <p>Finds: a deadlock.
 */
public final class LostNotify {
  private static final class Buffer {
    private int item;
    private boolean isFull;

    synchronized void put(int newItem) throws InterruptedException {
      while (isFull) {
        wait();
      }
      item = newItem;
      isFull = true;
      notify();
    }

    synchronized int take() throws InterruptedException {
      while (!isFull) {
        wait();
      }
      isFull = false;
      notify();
      return item;
    }
  }

  private static void produce(Buffer buffer) {
    try {
      buffer.put(7);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    }
  }

  private static void consume(Buffer buffer) {
    try {
      buffer.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Buffer buffer = new Buffer();
    Thread[] threads = {
      new Thread(() -> produce(buffer), "producer 1"),
      new Thread(() -> produce(buffer), "producer 2"),
      new Thread(() -> consume(buffer), "consumer 1"),
      new Thread(() -> consume(buffer), "consumer 2")
    };
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
