package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Control;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Tasks that a pool does not take. The handler of the JDK throws an exception with a text about the
 * pool, for which nobody has asked.
 */
final class Rejections {
  private final ThreadPoolExecutor self;

  /** Those who are just told. */
  private final List<Thread> told = new ArrayList<>();

  Rejections(ThreadPoolExecutor self) {
    this.self = self;
  }

  void reject(Runnable task) {
    RejectedExecutionHandler handler = Cores.aside(self::getRejectedExecutionHandler);
    if (handler.getClass() != ThreadPoolExecutor.AbortPolicy.class) {
      handler.rejectedExecution(task, self);
      return;
    }
    Thread caller = Control.currentThread();
    told.add(caller);
    try {
      handler.rejectedExecution(task, self);
    } finally {
      told.remove(caller);
    }
  }

  /** Whether the calling thread is just told by the JDK that a task is rejected. */
  boolean isTold() {
    return told.contains(Control.currentThread());
  }
}
