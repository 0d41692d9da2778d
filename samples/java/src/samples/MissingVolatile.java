package samples;

/**
 * A value is handed over by a plain flag. Nothing orders the accesses: the reader may see the flag
 * and not the value.
 *
 * <p>Finds: data races.
 */
public final class MissingVolatile {
  private int value;
  private boolean isReady;

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
    MissingVolatile handover = new MissingVolatile();
    Thread writer = new Thread(handover::write, "writer");
    Thread reader = new Thread(handover::read, "reader");
    writer.start();
    reader.start();
    writer.join();
    reader.join();
  }
}
