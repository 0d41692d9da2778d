package samples;

import java.util.concurrent.locks.LockSupport;

/**
 * A gate. Who comes looks whether it is open, then says who is waiting, then parks; the one who
 * opens it in between sees nobody to wake.
 *
 * <p>Finds: a deadlock.
 */
public final class MissedUnpark {
  private volatile boolean isOpen;
  private volatile Thread waiter;

  private void pass() {
    if (!isOpen) {
      waiter = Thread.currentThread();
      LockSupport.park(this);
    }
  }

  private void open() {
    isOpen = true;
    LockSupport.unpark(waiter); // does nothing for null
  }

  public static void main(String[] args) throws InterruptedException {
    MissedUnpark gate = new MissedUnpark();
    Thread visitor = new Thread(gate::pass, "visitor");
    Thread porter = new Thread(gate::open, "porter");
    visitor.start();
    porter.start();
    visitor.join();
    porter.join();
  }
}
