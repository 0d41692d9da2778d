package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;

/** Which pools are modelled: it depends on their queues. */
final class PoolKinds {
  /** Queues that give tasks in the order in which they came. */
  private static final Set<Class<?>> IN_ORDER =
      Set.of(LinkedBlockingQueue.class, LinkedBlockingDeque.class);

  private static final Set<Class<?>> OTHERS =
      Set.of(ArrayBlockingQueue.class, PriorityBlockingQueue.class, SynchronousQueue.class);

  private PoolKinds() {}

  /** The program has made a pool. */
  static void created(ThreadPoolExecutor self) {
    BlockingQueue<Runnable> queue = Cores.aside(self::getQueue);
    Class<?> type = queue.getClass();
    if ((IN_ORDER.contains(type) || OTHERS.contains(type)) && isUnused(queue)) {
      if (queue instanceof SynchronousQueue) {
        HandOverPool pool = new HandOverPool(self);
        Cores.put(self, pool);
        Cores.put(queue, pool);
      } else {
        put(self, new Pool(self, IN_ORDER.contains(type) && isWithoutLimit(queue)));
      }
    }
  }

  /** What belongs to a pool, and to its queue. */
  static void put(ThreadPoolExecutor self, Pool pool) {
    Cores.put(self, pool);
    Cores.put(pool.queue, pool.shared);
  }

  private static boolean isWithoutLimit(BlockingQueue<Runnable> queue) {
    return Cores.aside(() -> queue.remainingCapacity() + queue.size()) == Integer.MAX_VALUE;
  }

  /** Whether neither the program nor another pool has used a queue yet. */
  private static boolean isUnused(Object queue) {
    Execution now = Controlled.enter();
    try {
      Object model = now.shadows.isKnown(queue) ? now.shadows.of(queue).model : null;
      return model == null || model instanceof HandOver place && place.isEmpty();
    } finally {
      Hooks.leave(now);
    }
  }
}
