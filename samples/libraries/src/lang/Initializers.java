package lang;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.concurrent.AtomicInitializer;
import org.apache.commons.lang3.concurrent.AtomicSafeInitializer;
import org.apache.commons.lang3.concurrent.BackgroundInitializer;
import org.apache.commons.lang3.concurrent.ConcurrentException;
import org.apache.commons.lang3.concurrent.ConcurrentInitializer;
import org.apache.commons.lang3.concurrent.LazyInitializer;

/** An object is made when it is first needed: all threads must get the same one. */
public final class Initializers {
  private Initializers() {}

  /** Double-checked locking; the object is made once. */
  public static void lazy() throws InterruptedException {
    AtomicInteger made = new AtomicInteger();
    twoGet(
        new LazyInitializer<Object>() {
          @Override
          protected Object initialize() {
            made.incrementAndGet();
            return new Object();
          }
        });
    if (made.get() != 1) {
      throw new AssertionError("made " + made + " times");
    }
  }

  /** A compare-and-set; it may be made twice, but one wins. */
  public static void atomic() throws InterruptedException {
    twoGet(
        new AtomicInitializer<Object>() {
          @Override
          protected Object initialize() {
            return new Object();
          }
        });
  }

  /** The thread that comes second waits in a loop that does not give way. */
  public static void atomicSafe() throws InterruptedException {
    twoGet(
        new AtomicSafeInitializer<Object>() {
          @Override
          protected Object initialize() {
            return new Object();
          }
        });
  }

  /** An executor makes it. */
  public static void background() throws InterruptedException {
    BackgroundInitializer<Object> initializer =
        new BackgroundInitializer<Object>() {
          @Override
          protected Object initialize() {
            return new Object();
          }
        };
    initializer.start();
    twoGet(initializer);
  }

  private static void twoGet(ConcurrentInitializer<Object> initializer)
      throws InterruptedException {
    Object[] got = new Object[2];
    Thread other = new Thread(() -> got[0] = get(initializer));
    other.start();
    got[1] = get(initializer);
    other.join();
    if (got[0] == null || got[0] != got[1]) {
      throw new AssertionError("got " + got[0] + " and " + got[1]);
    }
  }

  private static Object get(ConcurrentInitializer<Object> initializer) {
    try {
      return initializer.get();
    } catch (ConcurrentException e) {
      throw new IllegalStateException(e);
    }
  }
}
