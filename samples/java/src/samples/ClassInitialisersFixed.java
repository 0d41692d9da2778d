package samples;

/**
 * {@link ClassInitialisers} without the cycle: both classes need a third one, which needs none.
 *
 * <p>Finds: nothing.
 */
public final class ClassInitialisersFixed {
  private static final class Limits {
    private static final int BASE = Integer.parseInt("5");

    static int base() {
      return BASE;
    }
  }

  private static final class Orders {
    private static final int LIMIT = 10 + Limits.base();

    static int limit() {
      return LIMIT;
    }
  }

  private static final class Customers {
    private static final int LIMIT = 5 + Limits.base();

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
    if (Orders.limit() != 15 || Customers.limit() != 10) {
      throw new AssertionError("a limit was read before it was there");
    }
  }
}
