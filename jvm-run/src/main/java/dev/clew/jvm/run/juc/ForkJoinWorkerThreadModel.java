package dev.clew.jvm.run.juc;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.ForkJoinWorkerThread;

/** The threads of fork-join pools. */
@Models(value = ForkJoinWorkerThread.class, isComposed = true)
public final class ForkJoinWorkerThreadModel {
  private static final MethodHandle START =
      Internal.callable(ForkJoinWorkerThread.class, "onStart", void.class);
  private static final MethodHandle TERMINATION =
      Internal.callable(ForkJoinWorkerThread.class, "onTermination", void.class, Throwable.class);

  private ForkJoinWorkerThreadModel() {}

  public static void run(ForkJoinWorkerThread self) {
    Throwable thrown = null;
    try {
      Internal.call(START, self);
      PoolCore.work(self);
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      thrown = e;
    }
    try {
      Internal.call(TERMINATION, self, thrown);
    } catch (Throwable e) {
      Cores.checkUnderWay(e);
      thrown = thrown == null ? e : thrown;
    }
    if (thrown != null) {
      Internal.<RuntimeException>rethrow(thrown);
    }
  }
}
