package samples;

import java.util.concurrent.locks.LockSupport;

/**
 * {@link LeftoverPermit} that looks again after each {@code park}: a return says nothing by itself.
 *
 * <p>Finds: nothing.
 */
public final class LeftoverPermitFixed {
  private volatile String first;
  private volatile String second;

  private void read() {
    while (first == null) {
      LockSupport.park(this);
    }
    while (second == null) {
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
    LeftoverPermitFixed letters = new LeftoverPermitFixed();
    Thread reader = new Thread(letters::read, "reader");
    Thread writer = new Thread(() -> letters.write(reader), "writer");
    reader.start();
    writer.start();
    reader.join();
    writer.join();
  }
}
