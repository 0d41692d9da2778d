package dev.clew.jvm.run.juc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Waits for the first of several tasks that has a result; the others are cancelled. */
final class FirstResult {
  private static final int DECIDED = Integer.MIN_VALUE / 2;

  private final List<Future<?>> tasks = new ArrayList<>();
  private final CountDownLatch isKnown = new CountDownLatch(1);

  /** How many tasks may still have a result; negative once one has. */
  private final AtomicInteger left;

  private @Nullable Object result;
  private @Nullable Throwable failure;

  FirstResult(ExecutorService pool, Collection<?> callables) {
    if (callables.isEmpty()) {
      throw new IllegalArgumentException();
    }
    left = new AtomicInteger(callables.size());
    for (Object each : callables) {
      Callable<?> callable = (Callable<?>) each;
      if (callable == null) {
        throw new NullPointerException();
      }
      tasks.add(pool.submit(() -> run(callable)));
    }
  }

  private void run(Callable<?> callable) {
    Object found;
    try {
      found = callable.call();
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      if (left.getAndDecrement() == 1) {
        failure = e;
        isKnown.countDown();
      }
      return;
    }
    if (left.getAndSet(DECIDED) > 0) {
      result = found;
      isKnown.countDown();
    }
  }

  @Nullable Object await(long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    boolean isInTime = true;
    try {
      if (nanos < 0) {
        isKnown.await();
      } else {
        isInTime = isKnown.await(nanos, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      cancel();
      throw e;
    }
    cancel();
    if (!isInTime) {
      throw new TimeoutException();
    }
    if (failure != null) {
      throw new ExecutionException(failure);
    }
    return result;
  }

  private void cancel() {
    for (Future<?> each : tasks) {
      each.cancel(true);
    }
  }
}
