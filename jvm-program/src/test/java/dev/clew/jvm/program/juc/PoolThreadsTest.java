package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.verified;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The threads of pools: who makes them, when they begin and when they end. */
final class PoolThreadsTest {

  // --- factories

  /** A factory that makes so many threads. */
  public static final class FewThreads {
    public static void main(String[] args) throws Exception {
      AtomicInteger left = new AtomicInteger(Integer.parseInt(args[0]));
      ExecutorService pool =
          Executors.newFixedThreadPool(
              2, task -> left.getAndDecrement() > 0 ? new Thread(task) : null);
      Future<Integer> first = pool.submit(() -> 1);
      Future<Integer> second = pool.submit(() -> 2);
      pool.shutdown();
      check(first.get() + second.get() == 3);
    }
  }

  /** The same, where a task that finds no thread finds no room in the queue either. */
  public static final class NoRoom {
    public static void main(String[] args) {
      AtomicInteger left = new AtomicInteger(1);
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              2,
              1,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(1),
              task -> left.getAndDecrement() > 0 ? new Thread(task) : null);
      int rejected = 0;
      for (int i = 0; i < 3; i++) {
        try {
          pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
          rejected++;
        }
      }
      pool.shutdown();
      check(rejected <= Integer.parseInt(args[0]));
    }
  }

  @Test
  void aTaskWithoutAThreadWaitsForAnother() {
    verified(FewThreads.class, "1");
    verified(FewThreads.class, "2");
  }

  @Test
  void aTaskWithoutAThreadOrRoomIsRejected() {
    fails(NoRoom.class, "0");
    verified(NoRoom.class, "1");
  }
}
