package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Futures that anybody can complete: their own code is executed step by step, but who waits for one
 * waits at a latch, where the JDK looks, notes itself, looks again and parks.
 */
@Models(value = CompletableFuture.class, isComposed = true)
public final class CompletableFutureModel {
  private static final Internal<@Nullable Object> RESULT =
      Internal.field(CompletableFuture.class, "result");
  private static final @Nullable MethodHandle REPORT =
      Internal.function(CompletableFuture.class, "reportGet", Object.class, Object.class);
  private static final @Nullable MethodHandle REPORT_WITH_NAME =
      Internal.function(
          CompletableFuture.class, "reportGet", Object.class, Object.class, String.class);

  private static final MethodHandle POST_COMPLETE =
      Internal.callable(CompletableFuture.class, "postComplete", void.class);

  private CompletableFutureModel() {}

  /** Opens when a future has a result. */
  static final class FutureCompletion extends CountDownLatch {
    /** Whether this is so, known to whoever completes it. */
    boolean isOpen;

    private FutureCompletion(boolean isOpen) {
      super(isOpen ? 0 : 1);
      this.isOpen = isOpen;
    }
  }

  public static void created(CompletableFuture<?> self) {
    Cores.put(self, new FutureCompletion(RESULT.of(self) != null));
  }

  static FutureCompletion of(CompletableFuture<?> self) {
    return Cores.get(self, FutureCompletion.class);
  }

  // --- those who depend on a future

  /** Something is to be done when the future is complete. */
  public static void unipush(CompletableFuture<?> self, @Nullable Object completion) {
    if (completion != null && !FutureDependents.add(self, completion)) {
      FutureDependents.fire(completion);
    }
  }

  /** The same when both are. */
  public static void bipush(
      CompletableFuture<?> self, CompletableFuture<?> other, @Nullable Object completion) {
    if (completion == null) {
      return;
    }
    if (!FutureDependents.add(self, completion)) {
      unipush(other, completion);
    } else if (!FutureDependents.add(other, FutureDependents.second(completion)) && self.isDone()) {
      FutureDependents.fire(completion);
    }
  }

  /** The same when one of them is. */
  public static void orpush(
      CompletableFuture<?> self, CompletableFuture<?> other, @Nullable Object completion) {
    if (completion == null) {
      return;
    }
    if (FutureDependents.add(self, completion)) {
      unipush(other, FutureDependents.second(completion));
    } else {
      FutureDependents.fire(completion);
    }
  }

  /**
   * Something was done that depended on a future, and completed this one: those who depend on them
   * are next. In the middle of something else that is left to who did that.
   */
  public static @Nullable CompletableFuture<?> postFire(
      CompletableFuture<?> self, @Nullable CompletableFuture<?> source, int mode) {
    if (mode < 0) {
      return self;
    }
    if (source != null && source.isDone()) {
      Internal.call(POST_COMPLETE, source);
    }
    Internal.call(POST_COMPLETE, self);
    return null;
  }

  /** The same with two futures. */
  public static @Nullable CompletableFuture<?> postFire(
      CompletableFuture<?> self,
      @Nullable CompletableFuture<?> source,
      @Nullable CompletableFuture<?> other,
      int mode) {
    if (mode >= 0 && other != null && other.isDone()) {
      Internal.call(POST_COMPLETE, other);
    }
    return postFire(self, source, mode);
  }

  /** What was done stays where it is: nobody does it again. */
  public static void cleanStack(CompletableFuture<?> self) {
    if (self == null) {
      throw new NullPointerException();
    }
  }

  /** What waits for it, as far as threads have got with noting and doing it. */
  public static int getNumberOfDependents(CompletableFuture<?> self) {
    return FutureDependents.count(self);
  }

  // --- waiting

  public static @Nullable Object join(CompletableFuture<?> self) {
    PoolCore pool = PoolCore.ofThread(Control.currentThread());
    if (pool != null) {
      pool.beginWait();
    }
    Cores.awaitUninterruptibly(of(self));
    if (pool != null) {
      pool.endWait();
    }
    return self.getNow(null);
  }

  public static @Nullable Object get(CompletableFuture<?> self)
      throws InterruptedException, ExecutionException {
    await(self, TaskRuns.FOR_EVER);
    return report(self);
  }

  public static @Nullable Object get(CompletableFuture<?> self, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!await(self, Math.max(unit.toNanos(timeout), 0))) {
      throw new TimeoutException();
    }
    return report(self);
  }

  private static boolean await(CompletableFuture<?> self, long nanos) throws InterruptedException {
    CountDownLatch latch = of(self);
    PoolCore pool = PoolCore.ofThread(Control.currentThread());
    if (pool == null) {
      return Cores.awaitEnd(latch, nanos, self::isDone);
    }
    if (Cores.isOpenBeforeInterrupt(latch)) {
      return true;
    }
    pool.beginWait();
    boolean isOpen;
    try {
      isOpen = Cores.awaitEnd(latch, nanos, self::isDone);
    } catch (InterruptedException e) {
      pool.endWait();
      throw e;
    }
    pool.endWait();
    return isOpen;
  }

  /** The result as the JDK tells it: an exception as the cause of another. */
  private static @Nullable Object report(CompletableFuture<?> self)
      throws InterruptedException, ExecutionException {
    Object result = RESULT.of(self);
    try {
      if (REPORT != null) {
        return REPORT.invoke(result);
      }
      if (REPORT_WITH_NAME != null) {
        return REPORT_WITH_NAME.invoke(result, "get");
      }
    } catch (RuntimeException | Error | InterruptedException | ExecutionException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException("this JDK reports results in another way");
  }
}
