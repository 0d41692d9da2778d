package samples;

/**
 * {@link UncaughtException} where the greeter starts when the loader is done. Then the field need
 * not even be volatile.
 *
 * <p>Finds: nothing.
 */
public final class UncaughtExceptionFixed {
  private String greeting;

  private void load() {
    greeting = "hello";
  }

  private void greet() {
    greeting.length();
  }

  public static void main(String[] args) throws InterruptedException {
    UncaughtExceptionFixed program = new UncaughtExceptionFixed();
    Thread loader = new Thread(program::load, "loader");
    Thread greeter = new Thread(program::greet, "greeter");
    loader.start();
    loader.join();
    greeter.start();
    greeter.join();
  }
}
