package samples;

import dev.clew.junit.Interleavings;
import java.lang.reflect.Field;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import sun.misc.Unsafe;

/** Tests that take the JVM down in which they run. */
class DeadlySample {
  private volatile boolean flag;

  @Interleavings
  void aCrashes() throws Exception {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    Thread other = new Thread(() -> flag = true);
    other.start();
    if (flag) {
      unsafe.putLong(8, 8);
    }
    other.join();
  }

  @Interleavings(hang = "500ms")
  void bHangs() throws Exception {
    Thread other = new Thread(() -> flag = true);
    other.start();
    if (flag) {
      Pattern.matches("(a+)+\\1b", "a".repeat(60) + "c");
    }
    other.join();
  }

  @Interleavings
  void cDeadlocks() throws InterruptedException {
    ReentrantLock left = new ReentrantLock();
    ReentrantLock right = new ReentrantLock();
    Thread other =
        new Thread(
            () -> {
              right.lock();
              left.lock();
            });
    other.start();
    left.lock();
    right.lock();
    other.join();
  }

  @Interleavings
  void dRaces() throws InterruptedException {
    int[] shared = new int[1];
    Thread other = new Thread(() -> shared[0]++);
    other.start();
    shared[0]++;
    other.join();
  }

  @Interleavings
  void eIsRight() throws InterruptedException {
    Thread other = new Thread(() -> flag = true);
    other.start();
    other.join();
  }
}
