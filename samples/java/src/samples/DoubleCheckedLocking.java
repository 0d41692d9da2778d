package samples;

/**
 * Double-checked locking with a plain field: the first look is not ordered with what another thread
 * wrote, neither to the field nor into the new object. A thread may see a port of 0.
 *
 * <p>Finds: data races.
 */
public final class DoubleCheckedLocking {
  private static final class Settings {
    int port = 80;
  }

  private static Settings settings;

  private static Settings settings() {
    Settings result = settings;
    if (result == null) {
      synchronized (DoubleCheckedLocking.class) {
        result = settings;
        if (result == null) {
          result = new Settings();
          settings = result;
        }
      }
    }
    return result;
  }

  private static void connect() {
    if (settings().port != 80) {
      throw new AssertionError("half-made settings");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> connect(), "first");
    Thread second = new Thread(() -> connect(), "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
