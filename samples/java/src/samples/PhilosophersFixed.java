package samples;

/**
 * {@link Philosophers} with ordered forks: nobody takes red when they have blue.
 *
 * <p>Finds: nothing.
 */
public final class PhilosophersFixed {
  private static void eat(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        // eats
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Object red = new Object();
    Object green = new Object();
    Object blue = new Object();
    Thread plato = new Thread(() -> eat(red, green), "Plato");
    Thread kant = new Thread(() -> eat(green, blue), "Kant");
    Thread hume = new Thread(() -> eat(red, blue), "Hume");
    plato.start();
    kant.start();
    hume.start();
    plato.join();
    kant.join();
    hume.join();
  }
}
