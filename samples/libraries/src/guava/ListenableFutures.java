package guava;

import com.google.common.util.concurrent.ExecutionSequencer;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import shared.Both;

/** Futures with listeners, and executors. */
public final class ListenableFutures {
  private ListenableFutures() {}

  /** One sets, one cancels: one of them wins, and the future says so. */
  public static void setOrCancel() throws InterruptedException {
    SettableFuture<Integer> future = SettableFuture.create();
    boolean[] won = new boolean[2];
    Both.run(() -> won[0] = future.set(1), () -> won[1] = future.cancel(false));
    Both.check(won[0] != won[1], "both or none won");
    Both.check(future.isCancelled() == won[1], "the loser is seen");
  }

  /** A listener comes while the value is set: it is called once. */
  public static void listenerIsCalledOnce() throws InterruptedException {
    SettableFuture<Integer> future = SettableFuture.create();
    AtomicInteger calls = new AtomicInteger();
    Both.run(
        () -> future.set(1),
        () -> future.addListener(calls::incrementAndGet, MoreExecutors.directExecutor()));
    Both.check(calls.get() == 1, "called " + calls + " times");
  }

  /** Two tasks of a pool, transformed and put together. */
  public static void transformAll() throws InterruptedException, ExecutionException {
    ListeningExecutorService pool =
        MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
    ListenableFuture<Integer> one = Futures.transform(pool.submit(() -> 1), x -> x + 1, pool);
    ListenableFuture<Integer> two = pool.submit(() -> 3);
    ListenableFuture<List<Integer>> all = Futures.allAsList(one, two);
    Both.check(all.get().equals(List.of(2, 3)), "got " + all.get());
    pool.shutdown();
  }

  /** What a future is made from is cancelled with it, unless it was there first. */
  public static void cancelTransformed() throws InterruptedException {
    SettableFuture<Integer> source = SettableFuture.create();
    ListenableFuture<Integer> transformed =
        Futures.transform(source, x -> x + 1, MoreExecutors.directExecutor());
    boolean[] won = new boolean[2];
    Both.run(() -> won[0] = source.set(1), () -> won[1] = transformed.cancel(false));
    Both.check(won[0] || won[1], "none won");
    Both.check(source.isDone() && transformed.isDone(), "not done");
    Both.check(source.isCancelled() != won[0], "set and cancelled");
  }

  /** A value or the timeout: the future is done in the end, with one of both. */
  public static void withTimeout() throws InterruptedException {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    SettableFuture<Integer> source = SettableFuture.create();
    ListenableFuture<Integer> limited = Futures.withTimeout(source, 1, TimeUnit.SECONDS, timer);
    Thread other = new Thread(() -> source.set(1));
    other.start();
    try {
      Both.check(limited.get() == 1, "another value");
    } catch (ExecutionException e) {
      Both.check(e.getCause() instanceof TimeoutException, "another failure");
    }
    other.join();
    timer.shutdownNow();
  }

  /** A sequential executor on a pool of two: tasks follow each other. */
  public static void sequentialExecutor() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Executor sequential = MoreExecutors.newSequentialExecutor(pool);
    int[] counter = new int[1];
    sequential.execute(() -> counter[0]++);
    sequential.execute(() -> counter[0] *= 3);
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    Both.check(counter[0] == 3, "in another order");
  }

  /** Asynchronous tasks that follow each other. */
  public static void executionSequencer() throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    ExecutionSequencer sequencer = ExecutionSequencer.create();
    int[] counter = new int[1];
    ListenableFuture<Integer> one = sequencer.submit(() -> ++counter[0], pool);
    ListenableFuture<Integer> two = sequencer.submit(() -> ++counter[0], pool);
    Both.check(one.get() == 1 && two.get() == 2, "in another order");
    pool.shutdown();
  }
}
