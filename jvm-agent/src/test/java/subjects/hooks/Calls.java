package subjects.hooks;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Calls of methods that are replaced. */
public final class Calls {

  private Calls() {}

  /** Virtual, static, inherited, interface and super calls. */
  public static final class Direct {
    private Direct() {}

    static class Worker extends Thread {
      Worker() {
        super("worker");
      }

      void twice() {
        super.start();
        start();
      }
    }

    static final class Own extends Worker {
      private int starts;

      @Override
      public void start() {
        starts++;
        if (starts == 2) {
          super.start();
        }
      }

      @Override
      public int hashCode() {
        return 5;
      }
    }

    public static Object run() throws InterruptedException {
      Object lock = new int[2];
      lock.wait(12);
      lock.notifyAll();
      new Worker().wait(1);
      new Worker().twice();
      Worker own = new Own();
      own.start();
      ((Own) own).start();
      Thread.sleep(1);
      Worker.sleep(2, 3);
      Thread.yield();
      Lock fair = new ReentrantLock(true);
      fair.lock();
      new ReentrantLock().lock();
      return System.nanoTime()
          + System.currentTimeMillis()
          + lock.hashCode()
          + own.hashCode()
          + "x".hashCode()
          + ((Own) own).starts;
    }
  }

  /** References to the same. */
  public static final class References {
    private References() {}

    interface Sleeper {
      void sleep(long millis, int nanos) throws InterruptedException;
    }

    interface Waiter {
      void await(References object, long millis) throws InterruptedException;
    }

    public static Object run() throws InterruptedException {
      LongSupplier time = System::nanoTime;
      LongSupplier millis = System::currentTimeMillis;
      References self = new References();
      Runnable wakes = self::notifyAll;
      Sleeper sleeps = Thread::sleep;
      Waiter waits = Object::wait;
      Thread thread = new Thread("referred");
      Runnable starts = thread::start;
      ToIntFunction<Object> hashes = Object::hashCode;
      LongConsumer own = self::take;
      Lock lock = new ReentrantLock();
      Runnable locks = lock::lock;
      wakes.run();
      sleeps.sleep(4, 5);
      waits.await(self, 6);
      starts.run();
      locks.run();
      own.accept(1);
      return time.getAsLong() + millis.getAsLong() + hashes.applyAsInt(self);
    }

    private void take(long value) {}

    /** References inside an interface. */
    interface Timed {
      default long time() {
        LongSupplier time = System::currentTimeMillis;
        return time.getAsLong();
      }
    }
  }

  /** References inside an interface. */
  public static final class InInterface implements References.Timed {
    private InInterface() {}

    public static Object run() {
      return new InInterface().time();
    }
  }
}
