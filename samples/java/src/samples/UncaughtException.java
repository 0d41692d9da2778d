package samples;

/**
 * A thread uses what another one sets. If it comes too early, it dies of a null pointer; the rest
 * of the program does not notice.
 *
 * <p>Finds: the exception. There is no data race.
 */
public final class UncaughtException {
  private volatile String greeting;

  private void load() {
    greeting = "hello";
  }

  private void greet() {
    greeting.length();
  }

  public static void main(String[] args) throws InterruptedException {
    UncaughtException program = new UncaughtException();
    Thread loader = new Thread(program::load, "loader");
    Thread greeter = new Thread(program::greet, "greeter");
    loader.start();
    greeter.start();
    loader.join();
    greeter.join();
  }
}
