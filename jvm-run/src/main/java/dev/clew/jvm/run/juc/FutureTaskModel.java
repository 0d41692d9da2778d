package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import dev.clew.jvm.run.calls.ThreadCalls;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Futures that run something once: a status that threads compete for, and a latch for the result.
 *
 * <p>The JDK spins while a result is being stored and while an interrupt is on its way; here the
 * first takes no time, and the second is waited for.
 */
@Models(value = FutureTask.class, isComposed = true)
public final class FutureTaskModel {
  private static final int NEW = 0;
  private static final int CLAIMED = 1;
  private static final int DONE = 2;
  private static final int FAILED = 3;
  private static final int CANCELLED = 4;

  private static final Internal<Callable<?>> CALLABLE =
      Internal.field(FutureTask.class, "callable");
  private static final MethodHandle SET =
      Internal.callable(FutureTask.class, "set", void.class, Object.class);
  private static final MethodHandle SET_EXCEPTION =
      Internal.callable(FutureTask.class, "setException", void.class, Throwable.class);
  private static final MethodHandle FINISH =
      Internal.callable(FutureTask.class, "done", void.class);

  private FutureTaskModel() {}

  /** Which of the above, as threads compete for it. */
  private static final class FutureStatus extends AtomicInteger {
    private static final long serialVersionUID = 1L;

    /** Ends it in this way unless it has ended, and says whether it did. */
    private boolean end(int how, boolean isClaimed) {
      if (isClaimed && compareAndSet(CLAIMED, how)) {
        return true;
      }
      for (int before = get(); before <= CLAIMED; before = get()) {
        if (compareAndSet(before, how)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Opens when there is a result. */
  private static final class FutureResult extends CountDownLatch {
    private FutureResult() {
      super(1);
    }
  }

  /** A future of one execution. */
  private static final class Core {
    final FutureStatus status = new FutureStatus();
    final FutureResult result = new FutureResult();

    /** Who runs it, known to whoever came to the status after it was claimed. */
    @Nullable Thread runner;

    /** Opens when the interrupt that came with the cancellation has been sent. */
    @Nullable CountDownLatch interrupt;

    @Nullable Object outcome;

    /** The status, once it has ended and can be seen without looking at it. */
    int ended;

    private boolean hasEnded() {
      return status.get() > CLAIMED;
    }
  }

  public static void created(FutureTask<?> self) {
    Cores.put(self, new Core());
  }

  private static Core of(FutureTask<?> self) {
    return Cores.get(self, Core.class);
  }

  // --- running

  public static void run(FutureTask<?> self) {
    Core core = of(self);
    if (!core.status.compareAndSet(NEW, CLAIMED)) {
      return;
    }
    core.runner = Control.currentThread();
    Object result;
    try {
      result = CALLABLE.of(self).call();
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      Internal.call(SET_EXCEPTION, self, e);
      finishRun(core);
      return;
    }
    Internal.call(SET, self, result);
    finishRun(core);
  }

  public static boolean runAndReset(FutureTask<?> self) {
    Core core = of(self);
    if (!core.status.compareAndSet(NEW, CLAIMED)) {
      return false;
    }
    core.runner = Control.currentThread();
    try {
      CALLABLE.of(self).call();
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      Internal.call(SET_EXCEPTION, self, e);
      finishRun(core);
      return false;
    }
    core.runner = null;
    boolean isReset = core.status.compareAndSet(CLAIMED, NEW);
    finishRun(core);
    return isReset;
  }

  /** An interrupt that is meant for the task comes before the thread goes on to another one. */
  private static void finishRun(Core core) {
    core.runner = null;
    CountDownLatch interrupt = core.interrupt;
    if (interrupt != null) {
      Cores.awaitUninterruptibly(interrupt);
    }
  }

  public static void set(FutureTask<?> self, @Nullable Object result) {
    complete(self, DONE, result);
  }

  public static void setException(FutureTask<?> self, Throwable exception) {
    complete(self, FAILED, exception);
  }

  private static void complete(FutureTask<?> self, int how, @Nullable Object outcome) {
    Core core = of(self);
    if (core.status.end(how, core.runner != null)) {
      core.outcome = outcome;
      finish(self, core, how);
    }
  }

  private static void finish(FutureTask<?> self, Core core, int how) {
    core.ended = how;
    core.result.countDown();
    Internal.call(FINISH, self);
  }

  // --- cancelling

  public static boolean cancel(FutureTask<?> self, boolean interrupts) {
    Core core = of(self);
    if (!core.status.end(CANCELLED, false)) {
      return false;
    }
    Thread runner = core.runner;
    if (interrupts && runner != null) {
      CountDownLatch interrupt = new CountDownLatch(1);
      core.interrupt = interrupt;
      ThreadCalls.interrupt(runner, -1);
      interrupt.countDown();
    }
    finish(self, core, CANCELLED);
    return true;
  }

  // --- results

  public static @Nullable Object get(FutureTask<?> self)
      throws InterruptedException, ExecutionException {
    Core core = of(self);
    Cores.awaitEnd(core.result, TaskRuns.FOR_EVER, core::hasEnded);
    return report(core);
  }

  public static @Nullable Object get(FutureTask<?> self, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (unit == null) {
      throw new NullPointerException();
    }
    Core core = of(self);
    if (!Cores.awaitEnd(core.result, Math.max(unit.toNanos(timeout), 0), core::hasEnded)) {
      throw new TimeoutException();
    }
    return report(core);
  }

  private static @Nullable Object report(Core core) throws ExecutionException {
    return switch (core.ended) {
      case DONE -> core.outcome;
      case FAILED -> throw new ExecutionException(failure(core));
      default -> throw new CancellationException();
    };
  }

  private static Throwable failure(Core core) {
    return (Throwable) Objects.requireNonNull(core.outcome);
  }

  // --- questions

  public static boolean isDone(FutureTask<?> self) {
    return of(self).hasEnded();
  }

  public static boolean isCancelled(FutureTask<?> self) {
    return of(self).status.get() == CANCELLED;
  }

  @SinceJdk(19)
  public static @Nullable Object resultNow(FutureTask<?> self) {
    Core core = of(self);
    return switch (core.status.get()) {
      case DONE -> core.outcome;
      case FAILED -> throw new IllegalStateException("Task completed with exception");
      case CANCELLED -> throw new IllegalStateException("Task was cancelled");
      default -> throw new IllegalStateException("Task has not completed");
    };
  }

  @SinceJdk(19)
  public static Throwable exceptionNow(FutureTask<?> self) {
    Core core = of(self);
    return switch (core.status.get()) {
      case DONE -> throw new IllegalStateException("Task completed with a result");
      case FAILED -> failure(core);
      case CANCELLED -> throw new IllegalStateException("Task was cancelled");
      default -> throw new IllegalStateException("Task has not completed");
    };
  }

  /** A constant of {@code Future.State}. */
  @SinceJdk(19)
  public static Object state(FutureTask<?> self) {
    String name =
        switch (of(self).status.get()) {
          case DONE -> "SUCCESS";
          case FAILED -> "FAILED";
          case CANCELLED -> "CANCELLED";
          default -> "RUNNING";
        };
    return Internal.constant("java.util.concurrent.Future$State", name);
  }

  public static String toString(FutureTask<?> self) {
    Core core = of(self);
    String status =
        switch (core.status.get()) {
          case DONE -> "[Completed normally]";
          case FAILED -> "[Completed exceptionally: " + core.outcome + "]";
          case CANCELLED -> "[Cancelled]";
          default -> "[Not completed, task = " + CALLABLE.of(self) + "]";
        };
    return DefaultText.of(self) + status;
  }
}
