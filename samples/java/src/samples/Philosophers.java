package samples;

/**
 * Three philosophers, three forks. Each takes the fork at the left, then the one at the right; when
 * all have the left one, all wait.
 *
 * <p>Finds: a deadlock.
 */
public final class Philosophers {
  private static void eat(Object left, Object right) {
    synchronized (left) {
      synchronized (right) {
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
    Thread hume = new Thread(() -> eat(blue, red), "Hume");
    plato.start();
    kant.start();
    hume.start();
    plato.join();
    kant.join();
    hume.join();
  }
}
