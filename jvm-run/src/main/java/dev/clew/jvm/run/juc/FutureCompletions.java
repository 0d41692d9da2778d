package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.juc.CompletableFutureModel.FutureCompletion;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Hears from futures when they are completed. */
public final class FutureCompletions {
  private FutureCompletions() {}

  /**
   * A thread has tried to complete a future.
   *
   * @param isDone whether it was this thread that did
   */
  public static void completed(CompletableFuture<?> future, boolean isDone) {
    if (isDone && Hooks.isModelled(future)) {
      FutureCompletion completion = CompletableFutureModel.of(future);
      if (!completion.isOpen) {
        completion.isOpen = true;
        completion.countDown();
      }
    }
  }

  /** A thread has written the result of a future that nobody else completes. */
  public static void written(CompletableFuture<?> future, @Nullable Object result) {
    completed(future, result != null);
  }

  /** What a thread that looks ahead finds: nothing, as it looks again when it matters. */
  public static @Nullable Object unknown(@Nullable Object result) {
    return Hooks.isControlled() ? null : result;
  }
}
