package dev.clew.jvm.run.juc;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Executors that make a thread for each task, as those of virtual threads do. */
@Models(name = "java.util.concurrent.ThreadPerTaskExecutor", isComposed = true)
@SinceJdk(21)
public final class ThreadPerTaskExecutorModel {
  private ThreadPerTaskExecutorModel() {}

  public static void created(Object self) {
    Cores.put(self, new TaskThreads());
  }

  private static TaskThreads of(Object self) {
    return Cores.get(self, TaskThreads.class);
  }

  public static void ensureNotShutdown(Object self) {
    if (of(self).isShutDown()) {
      throw new RejectedExecutionException();
    }
  }

  public static void start(Object self, Thread thread) {
    of(self).start(thread);
  }

  public static void taskComplete(Object self, Thread thread) {
    of(self).completed(thread);
  }

  public static void shutdown(Object self) {
    of(self).shutDown();
  }

  public static void tryShutdownAndTerminate(Object self, boolean interrupts) {
    if (interrupts) {
      of(self).stop();
    } else {
      of(self).shutDown();
    }
  }

  public static boolean isShutdown(Object self) {
    return of(self).isShutDown();
  }

  public static boolean isTerminated(Object self) {
    return of(self).hasEnded();
  }

  public static boolean awaitTermination(Object self, long timeout, TimeUnit unit)
      throws InterruptedException {
    TaskThreads threads = of(self);
    return timeout <= 0
        ? threads.hasEnded()
        : Cores.awaitEnd(threads.latch(), unit.toNanos(timeout), threads::hasEnded);
  }
}
