package samples;

/**
 * {@link MissingVolatile} with a volatile flag, which orders the plain accesses to the value too.
 *
 * <p>Finds: nothing.
 */
public final class MissingVolatileFixed {
  private int value;
  private volatile boolean isReady;

  private void write() {
    value = 42;
    isReady = true;
  }

  private void read() {
    if (isReady && value != 42) {
      throw new AssertionError("the flag came before the value");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    MissingVolatileFixed handover = new MissingVolatileFixed();
    Thread writer = new Thread(handover::write, "writer");
    Thread reader = new Thread(handover::read, "reader");
    writer.start();
    reader.start();
    writer.join();
    reader.join();
  }
}
