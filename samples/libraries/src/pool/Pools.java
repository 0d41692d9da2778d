package pool;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * A pool for one object, and two threads that need it: nobody may wait for ever.
 *
 * <p>Compiles with old and new versions: the configurations became generic between them.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
public final class Pools {
  private Pools() {}

  /** Both borrow the object and give it back. */
  public static void borrowAndReturn() throws InterruptedException {
    AtomicInteger users = new AtomicInteger();
    GenericObjectPool<Object> pool = poolOfOne(0);
    both(
        () -> {
          Object object = pool.borrowObject();
          if (users.incrementAndGet() != 1) {
            throw new AssertionError("two have the same object");
          }
          users.decrementAndGet();
          pool.returnObject(object);
        });
  }

  /** The first attempt to make the object fails; who waits for it should try itself. */
  public static void factoryFails() throws InterruptedException {
    GenericObjectPool<Object> pool = poolOfOne(1);
    both(
        () -> {
          Object object;
          try {
            object = pool.borrowObject();
          } catch (IllegalStateException e) {
            return;
          }
          pool.returnObject(object);
        });
  }

  /** Both find the object broken; who waits for it should get a new one. */
  public static void invalidate() throws InterruptedException {
    GenericObjectPool<Object> pool = poolOfOne(0);
    both(() -> pool.invalidateObject(pool.borrowObject()));
  }

  /** Both give the object back and clear the pool; who waits for it should get a new one. */
  public static void clearKey() throws InterruptedException {
    GenericKeyedObjectPoolConfig config = new GenericKeyedObjectPoolConfig();
    config.setMaxTotalPerKey(1);
    config.setJmxEnabled(false);
    GenericKeyedObjectPool<String, Object> pool =
        new GenericKeyedObjectPool<>(new KeyedThings(), config);
    both(
        () -> {
          pool.returnObject("key", pool.borrowObject("key"));
          pool.clear("key");
        });
  }

  /** What a thread does. */
  private interface Work {
    void run() throws Exception;
  }

  private static void both(Work work) throws InterruptedException {
    Thread other = new Thread(() -> run(work));
    other.start();
    run(work);
    other.join();
  }

  private static void run(Work work) {
    try {
      work.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static GenericObjectPool<Object> poolOfOne(int failures) {
    GenericObjectPoolConfig config = new GenericObjectPoolConfig();
    config.setMaxTotal(1);
    config.setJmxEnabled(false);
    return new GenericObjectPool<>(new Things(failures), config);
  }

  /** Makes objects; the first attempts fail. */
  private static final class Things extends BasePooledObjectFactory<Object> {
    private final AtomicInteger attempts = new AtomicInteger();
    private final int failures;

    Things(int failures) {
      this.failures = failures;
    }

    @Override
    public Object create() {
      if (attempts.incrementAndGet() <= failures) {
        throw new IllegalStateException("cannot make one now");
      }
      return new Object();
    }

    @Override
    public PooledObject<Object> wrap(Object object) {
      return new DefaultPooledObject<>(object);
    }
  }

  /** Makes objects for keys. */
  private static final class KeyedThings extends BaseKeyedPooledObjectFactory<String, Object> {
    @Override
    public Object create(String key) {
      return new Object();
    }

    @Override
    public PooledObject<Object> wrap(Object object) {
      return new DefaultPooledObject<>(object);
    }
  }
}
