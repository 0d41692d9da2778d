package samples;

import java.util.concurrent.locks.LockSupport;

/**
 * {@link MissedUnpark} that says who is waiting before it looks, and looks again after each park.
 *
 * <p>Finds: nothing.
 */
public final class MissedUnparkFixed {
  private volatile boolean isOpen;
  private volatile Thread waiter;

  private void pass() {
    waiter = Thread.currentThread();
    while (!isOpen) {
      LockSupport.park(this);
    }
  }

  private void open() {
    isOpen = true;
    LockSupport.unpark(waiter); // does nothing for null
  }

  public static void main(String[] args) throws InterruptedException {
    MissedUnparkFixed gate = new MissedUnparkFixed();
    Thread visitor = new Thread(gate::pass, "visitor");
    Thread porter = new Thread(gate::open, "porter");
    visitor.start();
    porter.start();
    visitor.join();
    porter.join();
  }
}
