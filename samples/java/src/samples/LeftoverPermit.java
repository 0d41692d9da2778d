package samples;

import java.util.concurrent.locks.LockSupport;

/**
 * Two letters, each announced by an {@code unpark}. If the first one is there before the reader
 * looks, its permit stays, and the next {@code park} returns at once, before the second letter has
 * come.
 *
 * <p>Finds: the assertion.
 */
public final class LeftoverPermit {
  private volatile String first;
  private volatile String second;

  private void read() {
    if (first == null) {
      LockSupport.park(this);
    }
    if (second == null) {
      LockSupport.park(this);
    }
    if (second == null) {
      throw new AssertionError("there is no second letter");
    }
  }

  private void write(Thread reader) {
    first = "Dear reader";
    LockSupport.unpark(reader);
    second = "Dear reader, once more";
    LockSupport.unpark(reader);
  }

  public static void main(String[] args) throws InterruptedException {
    LeftoverPermit letters = new LeftoverPermit();
    Thread reader = new Thread(letters::read, "reader");
    Thread writer = new Thread(() -> letters.write(reader), "writer");
    reader.start();
    writer.start();
    reader.join();
    writer.join();
  }
}
