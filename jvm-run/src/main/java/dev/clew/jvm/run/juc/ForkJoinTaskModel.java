package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tasks of fork-join pools. */
@Models(value = ForkJoinTask.class, isComposed = true)
public final class ForkJoinTaskModel {
  private static final MethodHandle SET_RAW_RESULT =
      Internal.callable(ForkJoinTask.class, "setRawResult", void.class, Object.class);

  private ForkJoinTaskModel() {}

  public static void created(ForkJoinTask<?> self) {
    Cores.put(self, new TaskCore(self instanceof Delayed));
  }

  private static TaskCore of(ForkJoinTask<?> self) {
    return TaskCore.of(self);
  }

  // --- running

  public static ForkJoinTask<?> fork(ForkJoinTask<?> self) {
    PoolCore.current().fork(self);
    return self;
  }

  public static boolean tryUnfork(ForkJoinTask<?> self) {
    return of(self).takeBack();
  }

  public static @Nullable Object invoke(ForkJoinTask<?> self) {
    runNow(self);
    return join(self);
  }

  public static void quietlyInvoke(ForkJoinTask<?> self) {
    runNow(self);
    quietlyJoin(self);
  }

  private static void runNow(ForkJoinTask<?> self) {
    TaskCore core = of(self);
    if (core.canBegin()) {
      TaskRuns.run(self, core);
    }
  }

  public static void invokeAll(ForkJoinTask<?> first, ForkJoinTask<?> second) {
    if (first == null || second == null) {
      throw new NullPointerException();
    }
    invokeAll(List.of(first, second));
  }

  public static void invokeAll(ForkJoinTask<?>[] tasks) {
    List<ForkJoinTask<?>> all = new ArrayList<>();
    for (ForkJoinTask<?> each : tasks) {
      all.add(each);
    }
    invokeAll(all);
  }

  public static Collection<?> invokeAll(Collection<?> tasks) {
    List<ForkJoinTask<?>> all = new ArrayList<>();
    for (Object each : tasks) {
      if (each == null) {
        throw new NullPointerException();
      }
      all.add((ForkJoinTask<?>) each);
    }
    for (int i = all.size() - 1; i > 0; i--) {
      all.get(i).fork();
    }
    Throwable failed = null;
    for (int i = 0; i < all.size() && failed == null; i++) {
      ForkJoinTask<?> task = all.get(i);
      if (i == 0) {
        runNow(task);
      }
      TaskCore core = of(task);
      failed = core.exception(TaskRuns.await(task, core));
    }
    if (failed != null) {
      for (int i = 1; i < all.size(); i++) {
        all.get(i).cancel(false);
      }
      Internal.<RuntimeException>rethrow(failed);
    }
    return tasks;
  }

  // --- waiting

  public static @Nullable Object join(ForkJoinTask<?> self) {
    TaskCore core = of(self);
    Throwable failed = core.exception(TaskRuns.await(self, core));
    if (failed != null) {
      Internal.<RuntimeException>rethrow(failed);
    }
    return self.getRawResult();
  }

  public static void quietlyJoin(ForkJoinTask<?> self) {
    TaskRuns.await(self, of(self));
  }

  /** Of JDK 19 and later. */
  @SinceJdk(19)
  public static boolean quietlyJoin(ForkJoinTask<?> self, long timeout, TimeUnit unit)
      throws InterruptedException {
    return TaskRuns.await(self, of(self), Math.max(unit.toNanos(timeout), 0)) != 0;
  }

  public static @Nullable Object get(ForkJoinTask<?> self)
      throws InterruptedException, ExecutionException {
    TaskCore core = of(self);
    return report(self, core, TaskRuns.await(self, core, TaskRuns.FOR_EVER));
  }

  public static @Nullable Object get(ForkJoinTask<?> self, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    TaskCore core = of(self);
    int how = TaskRuns.await(self, core, Math.max(unit.toNanos(timeout), 0));
    if (how == 0) {
      throw new TimeoutException();
    }
    return report(self, core, how);
  }

  private static @Nullable Object report(ForkJoinTask<?> self, TaskCore core, int how)
      throws ExecutionException {
    Throwable failed = core.exception(how);
    if (how == TaskCore.FAILED) {
      throw new ExecutionException(failed);
    }
    if (failed != null) {
      Internal.<RuntimeException>rethrow(failed);
    }
    return self.getRawResult();
  }

  public static void helpQuiesce() {
    PoolCore pool = PoolCore.current();
    int own = PoolCore.ofThread(Control.currentThread()) == pool ? 1 : 0;
    pool.beginWait();
    pool.awaitQuiescenceUninterruptibly(TaskRuns.FOR_EVER, own);
    pool.endWait();
  }

  // --- ending

  public static boolean cancel(ForkJoinTask<?> self, boolean interrupts) {
    TaskCore core = of(self);
    return core.endFromOutside(TaskCore.CANCELLED, null) || core.ended() == TaskCore.CANCELLED;
  }

  /** Of JDK 22 and later: what is used to cancel a task that is interrupted then. */
  public static int trySetCancelled(ForkJoinTask<?> self) {
    TaskCore core = of(self);
    if (core.endFromOutside(TaskCore.CANCELLED, null)) {
      return 0;
    }
    int done = 1 << 31;
    int abnormal = 1 << 16;
    int thrown = 1 << 17;
    return switch (core.ended()) {
      case TaskCore.CANCELLED -> done | abnormal;
      case TaskCore.FAILED -> done | abnormal | thrown;
      default -> done;
    };
  }

  public static void completeExceptionally(ForkJoinTask<?> self, Throwable thrown) {
    boolean isUnchecked = thrown instanceof RuntimeException || thrown instanceof Error;
    TaskRuns.fail(self, of(self), isUnchecked ? thrown : new RuntimeException(thrown));
  }

  public static void complete(ForkJoinTask<?> self, @Nullable Object value) {
    try {
      Internal.call(SET_RAW_RESULT, self, value);
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      TaskRuns.fail(self, of(self), e);
      return;
    }
    of(self).endFromOutside(TaskCore.DONE, null);
  }

  public static void quietlyComplete(ForkJoinTask<?> self) {
    TaskCore core = of(self);
    if (core.pending != null) {
      core.end(TaskCore.DONE, null); // by whoever completed the last part
    } else {
      core.endFromOutside(TaskCore.DONE, null);
    }
  }

  /** As JDK 22 and later have it. */
  @SinceJdk(22)
  public static void trySetException(ForkJoinTask<?> self, Throwable thrown) {
    TaskRuns.fail(self, of(self), thrown);
  }

  /** As JDK 17 has it. */
  @BeforeJdk(22)
  public static int trySetException(Future<?> self, Throwable thrown) {
    ForkJoinTask<?> task = (ForkJoinTask<?>) self;
    TaskRuns.fail(task, of(task), thrown);
    return 0;
  }

  public static void reinitialize(ForkJoinTask<?> self) {
    of(self).reinitialize();
  }

  // --- questions

  public static boolean isDone(ForkJoinTask<?> self) {
    return of(self).look() != 0;
  }

  public static boolean isCancelled(ForkJoinTask<?> self) {
    return of(self).look() == TaskCore.CANCELLED;
  }

  public static boolean isCompletedAbnormally(ForkJoinTask<?> self) {
    return of(self).look() > TaskCore.DONE;
  }

  public static boolean isCompletedNormally(ForkJoinTask<?> self) {
    return of(self).look() == TaskCore.DONE;
  }

  public static @Nullable Throwable getException(ForkJoinTask<?> self) {
    TaskCore core = of(self);
    return core.exception(core.look());
  }

  /** Of JDK 19 and later: a constant of {@code Future.State}. */
  @SinceJdk(19)
  public static Object state(ForkJoinTask<?> self) {
    String name =
        switch (of(self).look()) {
          case TaskCore.DONE -> "SUCCESS";
          case TaskCore.FAILED -> "FAILED";
          case TaskCore.CANCELLED -> "CANCELLED";
          default -> "RUNNING";
        };
    return Internal.constant("java.util.concurrent.Future$State", name);
  }

  /** Of JDK 19 and later. */
  @SinceJdk(19)
  public static @Nullable Object resultNow(ForkJoinTask<?> self) {
    return switch (of(self).look()) {
      case TaskCore.DONE -> self.getRawResult();
      case TaskCore.FAILED -> throw new IllegalStateException("Task completed with exception");
      case TaskCore.CANCELLED -> throw new IllegalStateException("Task was cancelled");
      default -> throw new IllegalStateException("Task has not completed");
    };
  }

  /** Of JDK 19 and later. */
  @SinceJdk(19)
  public static Throwable exceptionNow(ForkJoinTask<?> self) {
    TaskCore core = of(self);
    int how = core.look();
    Throwable failed = how == TaskCore.FAILED ? core.exception(how) : null;
    if (failed == null) {
      throw new IllegalStateException();
    }
    return failed;
  }

  public static @Nullable ForkJoinPool getPool() {
    PoolCore pool = PoolCore.ofThread(Control.currentThread());
    return pool == null ? null : pool.self;
  }

  public static boolean inForkJoinPool() {
    return Control.currentThread() instanceof ForkJoinWorkerThread;
  }

  /** Nothing waits in a queue that it would be better to do oneself. */
  public static int getQueuedTaskCount() {
    return 0;
  }

  public static int getSurplusQueuedTaskCount() {
    return 0;
  }

  public static @Nullable ForkJoinTask<?> peekNextLocalTask() {
    return null;
  }

  public static @Nullable ForkJoinTask<?> pollNextLocalTask() {
    return null;
  }

  public static @Nullable ForkJoinTask<?> pollTask() {
    return null;
  }

  // --- what programs keep in a task

  public static short getForkJoinTaskTag(ForkJoinTask<?> self) {
    return (short) of(self).tag.get();
  }

  public static short setForkJoinTaskTag(ForkJoinTask<?> self, short value) {
    return (short) of(self).tag.getAndSet(value);
  }

  public static boolean compareAndSetForkJoinTaskTag(
      ForkJoinTask<?> self, short expected, short value) {
    return of(self).tag.compareAndSet(expected, value);
  }
}
