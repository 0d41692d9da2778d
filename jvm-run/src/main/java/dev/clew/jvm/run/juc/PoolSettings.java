package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.Matter;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a pool is to work, which the pool itself looks at in the steps of operations on its state.
 *
 * <p>To change that is such an operation too. For those who ask, and for workers that are about to
 * wait, it becomes one when it matters: if several threads ask and change, or if there are workers.
 */
final class PoolSettings {
  private static final Internal<Integer> CORE_SIZE =
      Internal.field(ThreadPoolExecutor.class, "corePoolSize");

  private final Pool pool;
  private final boolean areShared = Cores.isVisible(Matter.POOL_SETTINGS);
  private @Nullable Thread user;
  private boolean isOfSeveral;
  private boolean isChanged;

  PoolSettings(Pool pool) {
    this.pool = pool;
  }

  /** Whether workers have to look each time. */
  boolean areShared() {
    return areShared;
  }

  private void use(boolean isChange) {
    Thread current = Control.currentThread();
    if (user == null) {
      user = current;
    }
    isOfSeveral |= user != current;
    isChanged |= isChange;
    if (isOfSeveral && isChanged) {
      Cores.reveal(Matter.POOL_SETTINGS);
    }
  }

  /** Asks for a setting. */
  <T> T get(Supplier<T> question) {
    use(false);
    if (areShared) {
      pool.look();
    }
    return Cores.aside(question);
  }

  /** Changes a setting; all of this is the step of one operation on the state. */
  void set(Runnable change) {
    pool.change();
    use(true);
    if (pool.crew.size() > 0) {
      Cores.reveal(Matter.POOL_SETTINGS);
    }
    Cores.aside(
        () -> {
          change.run();
          return true;
        });
  }

  // --- those that workers that wait are to look at

  void setCoreSize(int size) {
    int[] before = new int[1];
    set(
        () -> {
          if (size < 0 || pool.maximumSize() < size) {
            throw new IllegalArgumentException();
          }
          before[0] = pool.coreSize();
          CORE_SIZE.set(pool.self, size);
        });
    int workers = pool.crew.size();
    if (workers > size) {
      pool.wakeIdle();
      return;
    }
    int wanted = Math.min(size - before[0], pool.queued());
    while (wanted-- > 0 && pool.start(null, size)) {
      pool.change();
      wanted = pool.hasQueued() ? wanted : 0;
    }
  }

  void setMaximumSize(int size) {
    set(() -> pool.self.setMaximumPoolSize(size));
    if (pool.crew.size() > size) {
      pool.wakeIdle();
    }
  }

  void allowCoreTimeOut(boolean isAllowed) {
    set(() -> pool.self.allowCoreThreadTimeOut(isAllowed));
    if (isAllowed) {
      pool.wakeIdle();
    }
  }
}
