package dev.clew.jvm.program.juc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program made of letters: a pool, and for each thread what it does to that pool. It fails in the
 * end with all that its threads and tasks have seen.
 */
public final class PoolScripts {
  private static final int MOST_TASKS = 16;

  private final ThreadPoolExecutor pool;
  private final String[] seenByThread;
  private final String[] seenByTask = new String[MOST_TASKS];
  private final AtomicInteger order = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);
  private final ThreadLocal<Integer> runs = ThreadLocal.withInitial(() -> 0);

  /** The workers, as the factory made them; what each did after it had left. */
  private final List<Thread> workers = new ArrayList<>();

  private PoolScripts(String kind, int threads) {
    int size = kind.length() > 1 ? kind.charAt(1) - '0' : 1;
    this.seenByThread = new String[threads];
    Arrays.fill(seenByThread, "");
    ThreadFactory factory = kind.endsWith("w") ? this::wrapped : this::made;
    this.pool =
        switch (kind.charAt(0)) {
          case 'f' -> (ThreadPoolExecutor) Executors.newFixedThreadPool(size, factory);
          case 'c' ->
              new ThreadPoolExecutor(0, 9, 1, TimeUnit.DAYS, new SynchronousQueue<>(), factory);
          case 'm' ->
              new ThreadPoolExecutor(
                  size, size + 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>(), factory);
          case 's' -> new ScheduledThreadPoolExecutor(size, factory);
          default -> throw new IllegalArgumentException(kind);
        };
  }

  private Thread made(Runnable worker) {
    return named(new Thread(worker));
  }

  /** A thread that asks for its order when it has left the pool. */
  private Thread wrapped(Runnable worker) {
    return named(
        new Thread(
            () -> {
              worker.run();
              order.incrementAndGet();
            }));
  }

  private Thread named(Thread thread) {
    synchronized (workers) {
      workers.add(thread);
      thread.setName("w" + workers.size());
    }
    thread.setUncaughtExceptionHandler((broken, thrown) -> {});
    return thread;
  }

  public static void main(String[] args) throws Exception {
    PoolScripts scripts = new PoolScripts(args[0], args.length - 1);
    Thread[] others = new Thread[args.length - 2];
    for (int t = 2; t < args.length; t++) {
      int number = t;
      others[t - 2] = Tasks.thread(() -> scripts.run(number - 1, args[number]));
      others[t - 2].start();
    }
    scripts.run(0, args[1]);
    Tasks.join(others);
    scripts.see(0, scripts.pool.isTerminated());
    scripts.pool.shutdown();
    scripts.see(0, scripts.pool.awaitTermination(1, TimeUnit.DAYS));
    throw new AssertionError(
        Arrays.toString(scripts.seenByThread) + Arrays.toString(scripts.seenByTask));
  }

  private void see(int thread, Object what) {
    seenByThread[thread] += " " + what;
  }

  private void run(int thread, String script) throws InterruptedException {
    for (int i = 0; i < script.length(); i++) {
      try {
        step(thread, script.charAt(i), 8 * thread + i);
      } catch (RejectedExecutionException e) {
        see(thread, "rejected");
      } catch (ExecutionException e) {
        see(thread, "failed");
      }
    }
  }

  private void step(int thread, char what, int task)
      throws InterruptedException, ExecutionException {
    switch (what) {
      case 's' -> pool.shutdown();
      case 'S' -> see(thread, pool.shutdownNow().size());
      case 'a' -> see(thread, pool.awaitTermination(1, TimeUnit.DAYS));
      case 't' -> see(thread, pool.isTerminated());
      case 'T' -> see(thread, pool.isTerminating());
      case 'd' -> see(thread, pool.isShutdown());
      case 'p' -> see(thread, pool.getPoolSize());
      case 'P' -> see(thread, pool.getLargestPoolSize());
      case 'k' -> see(thread, pool.getCompletedTaskCount());
      case 'q' -> see(thread, pool.getQueue().size());
      case 'i' -> interruptFirst();
      case 'g' -> see(thread, pool.submit(callable(task)).get());
      case 'f' -> {
        Future<Integer> future = pool.submit(callable(task));
        see(thread, future.cancel(true));
      }
      case 'v' -> {
        for (Future<Integer> each : pool.invokeAll(List.of(callable(task), () -> 2))) {
          see(thread, each.get());
        }
      }
      default -> pool.execute(() -> runTask(what, task));
    }
  }

  private Callable<Integer> callable(int task) {
    return () -> {
      seenByTask[task] = Thread.currentThread().getName();
      return 1;
    };
  }

  private void interruptFirst() {
    synchronized (workers) {
      if (!workers.isEmpty()) {
        workers.get(0).interrupt();
      }
    }
  }

  private void runTask(char what, int task) {
    switch (what) {
      case 'o' -> seenByTask[task] = "" + order.getAndIncrement();
      case 'n' -> seenByTask[task] = Thread.currentThread().getName();
      case 'l' -> {
        runs.set(runs.get() + 1);
        seenByTask[task] = "" + runs.get();
      }
      case 'e' -> throw new IllegalStateException("as it should");
      case 'r' -> {
        try {
          pool.execute(() -> runTask('o', task));
        } catch (RejectedExecutionException e) {
          seenByTask[task] = "rejected";
        }
      }
      case 'b' -> {
        try {
          never.await();
        } catch (InterruptedException e) {
          seenByTask[task] = "interrupted";
        }
      }
      default -> seenByTask[task] = "x";
    }
  }
}
