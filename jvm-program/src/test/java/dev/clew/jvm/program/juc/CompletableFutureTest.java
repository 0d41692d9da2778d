package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Futures that are completed by tasks of the common pool, by others, or by the time. */
final class CompletableFutureTest {
  /** A value is handed over. */
  public static final class HandingOver {
    private static int value;

    public static void main(String[] args) throws Exception {
      check(CompletableFuture.supplyAsync(() -> 5).join() == 5);
      CompletableFuture<Void> run = CompletableFuture.runAsync(() -> value = 1);
      run.get();
      check(value == 1);
      CompletableFuture<String> own = new CompletableFuture<>();
      Tasks.start(
          () -> {
            value = 2;
            own.complete("done");
          });
      check(own.get().equals("done") && value == 2);
    }
  }

  @Test
  void whatAFutureHandsOverIsOrdered() {
    assertThat(verified(HandingOver.class)).isEqualTo(1);
  }

  /** Two tasks count without a lock. */
  public static final class Counting {
    private static int count;

    public static void main(String[] args) {
      CompletableFuture<Void> first = CompletableFuture.runAsync(() -> count++);
      CompletableFuture<Void> second = CompletableFuture.runAsync(() -> count++);
      CompletableFuture.allOf(first, second).join();
      check(count == 2);
    }
  }

  /** The second one comes after the first. */
  public static final class CountingInTurn {
    private static int count;

    public static void main(String[] args) {
      CompletableFuture.runAsync(() -> count++).thenRunAsync(() -> count++).join();
      check(count == 2);
    }
  }

  @Test
  void tasksRunAtTheSameTimeUnlessOneDependsOnTheOther() {
    finds(Counting.class, FindingKind.DATA_RACE, FindingKind.ASSERTION);
    assertThat(verified(CountingInTurn.class)).isBetween(2L, 4L);
  }

  /** One thing after the other; the result says which it is. */
  public static final class Depending {
    public static void main(String[] args) {
      CompletableFuture<Integer> five = CompletableFuture.supplyAsync(() -> 5);
      switch (args[0]) {
        case "apply" -> check(five.thenApply(i -> i + 1).join() == 6);
        case "when" -> {
          int[] seen = new int[1];
          five.whenComplete((value, thrown) -> seen[0] = value).join();
          check(seen[0] == 5);
        }
        case "handle" ->
            check(
                five.<Integer>thenApply(
                            i -> {
                              throw new IllegalStateException();
                            })
                        .handle((value, thrown) -> value == null ? 7 : value)
                        .join()
                    == 7);
        case "compose" ->
            check(five.thenCompose(i -> CompletableFuture.supplyAsync(() -> i + 1)).join() == 6);
        case "combine" ->
            check(
                five.thenCombine(CompletableFuture.supplyAsync(() -> 2), Integer::sum).join() == 7);
        case "all" -> {
          CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2);
          CompletableFuture.allOf(five, two).join();
          check(five.join() + two.join() == 7);
        }
        case "any" ->
            check(
                CompletableFuture.anyOf(five, CompletableFuture.supplyAsync(() -> 2))
                    .thenApply(i -> (Integer) i >= 2)
                    .join());
        case "either" ->
            check(five.applyToEither(CompletableFuture.supplyAsync(() -> 2), i -> i >= 2).join());
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  @Test
  void dependentsAreCalledOnce() {
    assertThat(verified(Depending.class, "apply")).isLessThanOrEqualTo(3);
    assertThat(verified(Depending.class, "when")).isLessThanOrEqualTo(3);
    assertThat(verified(Depending.class, "handle")).isLessThanOrEqualTo(12);
    assertThat(verified(Depending.class, "compose")).isLessThanOrEqualTo(20);
    assertThat(verified(Depending.class, "combine")).isLessThanOrEqualTo(60);
    assertThat(verified(Depending.class, "all")).isLessThanOrEqualTo(60);
    assertThat(verified(Depending.class, "any")).isLessThanOrEqualTo(60);
    assertThat(verified(Depending.class, "either")).isLessThanOrEqualTo(70);
  }

  /** One takes it for granted which of two is first. */
  public static final class TheFirst {
    public static void main(String[] args) {
      CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1);
      CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2);
      check(CompletableFuture.anyOf(one, two).join().equals(1));
    }
  }

  @Test
  void anyMayBeTheFirst() {
    finds(TheFirst.class, FindingKind.ASSERTION);
  }

  /** What is thrown comes to those who wait. */
  public static final class Throwing {
    public static void main(String[] args) throws Exception {
      CompletableFuture<Integer> future =
          CompletableFuture.supplyAsync(
              () -> {
                throw new IllegalStateException("no");
              });
      try {
        future.get();
        check(false);
      } catch (ExecutionException e) {
        check(e.getCause() instanceof IllegalStateException);
      }
      try {
        future.join();
        check(false);
      } catch (CompletionException e) {
        check(e.getCause() instanceof IllegalStateException);
      }
      check(future.exceptionally(e -> 7).join() == 7);
    }
  }

  @Test
  void exceptionsComeToWhoWaits() {
    assertThat(verified(Throwing.class)).isEqualTo(1);
  }

  /** A future that something completes in time, and one that nothing does. */
  public static final class Timeouts {
    public static void main(String[] args) throws Exception {
      check(CompletableFuture.supplyAsync(() -> 5).orTimeout(1, TimeUnit.SECONDS).join() == 5);
      try {
        new CompletableFuture<Integer>().orTimeout(1, TimeUnit.SECONDS).join();
        check(false);
      } catch (CompletionException e) {
        check(e.getCause() instanceof TimeoutException);
      }
      check(new CompletableFuture<Integer>().completeOnTimeout(3, 1, TimeUnit.SECONDS).join() == 3);
      check(
          CompletableFuture.supplyAsync(
                      () -> 4, CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS))
                  .join()
              == 4);
      try {
        new CompletableFuture<Integer>().get(1, TimeUnit.SECONDS);
        check(false);
      } catch (TimeoutException e) {
        check(true);
      }
    }
  }

  @Test
  void timeoutsComeWhenNothingElseCan() {
    assertThat(verified(Timeouts.class)).isLessThanOrEqualTo(8);
  }

  /** Two futures wait for each other. */
  public static final class Embrace {
    private static final CompletableFuture<?>[] FUTURES = new CompletableFuture<?>[2];

    public static void main(String[] args) {
      CountDownLatch known = new CountDownLatch(1);
      FUTURES[0] = CompletableFuture.runAsync(() -> await(known, 1));
      FUTURES[1] = CompletableFuture.runAsync(() -> await(known, 0));
      known.countDown();
      FUTURES[0].join();
    }

    private static void await(CountDownLatch known, int other) {
      try {
        known.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      FUTURES[other].join();
    }
  }

  /** A task waits for another one of the same pool, which has one thread. */
  public static final class Nesting {
    public static void main(String[] args) {
      ForkJoinPool pool = new ForkJoinPool(1);
      int result =
          CompletableFuture.supplyAsync(
                  () -> CompletableFuture.supplyAsync(() -> 1, pool).join() + 1, pool)
              .join();
      check(result == 2);
    }
  }

  @Test
  void futuresThatWaitForEachOtherAreADeadlock() {
    finds(Embrace.class, FindingKind.DEADLOCK);
    assertThat(verified(Nesting.class)).isLessThanOrEqualTo(2);
  }

  /** Two threads complete one future: one of them does. */
  public static final class Competing {
    public static void main(String[] args) throws Exception {
      CompletableFuture<Integer> future = new CompletableFuture<>();
      boolean[] won = new boolean[2];
      Thread[] threads =
          Tasks.start(() -> won[0] = future.complete(0), () -> won[1] = future.complete(1));
      int value = future.join();
      Tasks.join(threads);
      check(won[0] != won[1] && won[value]);
    }
  }

  @Test
  void oneThreadCompletesAFuture() {
    assertThat(verified(Competing.class)).isEqualTo(2);
  }
}
