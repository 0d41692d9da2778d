package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.verified;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads see of a future at the moment when it ends. */
class FutureEndsTest {
  /** A future that says it is done has its result for who has no time, or was interrupted. */
  static final class DoneMeansThere {
    public static void main(String[] args) throws Exception {
      Future<Integer> future = started(args[0]);
      if (!future.isDone()) {
        return;
      }
      if (args[1].equals("hurried")) {
        assert future.get(0, TimeUnit.SECONDS) == 1;
      } else {
        Thread.currentThread().interrupt();
        assert future.get() == 1;
        assert Thread.interrupted();
      }
    }

    private static Future<Integer> started(String type) {
      if (type.equals("FutureTask")) {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        new Thread(task).start();
        return task;
      }
      CompletableFuture<Integer> future = new CompletableFuture<>();
      new Thread(() -> future.complete(1)).start();
      return future;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FutureTask", "CompletableFuture"})
  void whatIsDoneIsThereForWhoHasNoTime(String type) {
    verified(DoneMeansThere.class, type, "hurried");
    verified(DoneMeansThere.class, type, "interrupted");
  }

  /** A dependent comes while another thread counts. */
  static final class Dependents {
    public static void main(String[] args) throws InterruptedException {
      CompletableFuture<Integer> future = new CompletableFuture<>();
      Thread thread = new Thread(() -> future.thenRun(() -> {}));
      thread.start();
      int count = future.getNumberOfDependents();
      thread.join();
      assert count != Integer.parseInt(args[0]);
    }
  }

  @Test
  void dependentsComeBeforeTheyAreCountedOrAfter() {
    fails(Dependents.class, "0");
    fails(Dependents.class, "1");
    verified(Dependents.class, "2");
  }
}
