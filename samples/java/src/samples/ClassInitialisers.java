package samples;

/**
 * The initialiser of each class needs the other class. The JVM locks a class while it is
 * initialised: two threads that begin at different ends wait for each other.
 *
 * <p>Finds: a deadlock.
 */
public final class ClassInitialisers {
  private static final class Orders {
    private static final int LIMIT = 10 + Customers.limit();

    static int limit() {
      return LIMIT;
    }
  }

  private static final class Customers {
    private static final int LIMIT = 5 + Orders.limit();

    static int limit() {
      return LIMIT;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread orders = new Thread(Orders::limit, Orders.class.getSimpleName());
    Thread customers = new Thread(Customers::limit, Customers.class.getSimpleName());
    orders.start();
    customers.start();
    orders.join();
    customers.join();
  }
}
