package samples;

/**
 * {@link DoubleCheckedLocking} with a volatile field.
 *
 * <p>Finds: nothing.
 */
public final class DoubleCheckedLockingFixed {
  private static final class Settings {
    int port = 80;
  }

  private static volatile Settings settings;

  private static Settings settings() {
    Settings result = settings;
    if (result == null) {
      synchronized (DoubleCheckedLockingFixed.class) {
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
