package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.jvm.program.Harness;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pools that are told to work in another way while they do. */
final class PoolSettingsTest {

  /** Two threads of a pool become idle; a setting says how many of them end. */
  public static final class Fewer {
    public static void main(String[] args) throws Exception {
      CountDownLatch ends = new CountDownLatch(Integer.parseInt(args[1]));
      CountDownLatch begun = new CountDownLatch(2);
      ThreadPoolExecutor pool = PoolThreadsTest.counted(2, 2, new LinkedBlockingQueue<>(), ends);
      for (int i = 0; i < 2; i++) {
        pool.execute(
            () -> {
              begun.countDown();
              PoolThreadsTest.await(begun);
            });
      }
      begun.await();
      switch (args[0]) {
        case "core" -> pool.setCorePoolSize(1);
        case "maximum" -> {
          pool.setCorePoolSize(1);
          pool.setMaximumPoolSize(1);
        }
        case "time" -> pool.allowCoreThreadTimeOut(true);
        default -> check(args[0].isEmpty());
      }
      ends.await();
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
    }
  }

  private static void waitsForEver(Class<?> program, String... arguments) {
    assertThat(Harness.explore(program, arguments).findings())
        .extracting(Finding::kind)
        .contains(FindingKind.DEADLOCK);
  }

  @Test
  void threadsThatAreIdleAlreadyEnd() {
    waitsForEver(Fewer.class, "", "1");
    for (String what : List.of("core", "maximum")) {
      verified(Fewer.class, what, "1");
      waitsForEver(Fewer.class, what, "2");
    }
    verified(Fewer.class, "time", "2");
  }

  /** A task waits for the next one. */
  public static final class More {
    public static void main(String[] args) throws Exception {
      CountDownLatch second = new CountDownLatch(1);
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      pool.execute(() -> PoolThreadsTest.await(second));
      pool.execute(second::countDown);
      if (args.length > 0) {
        pool.setCorePoolSize(2);
      }
      second.await();
      pool.shutdown();
    }
  }

  @Test
  void aLargerCoreTakesTasksFromTheQueue() {
    verified(More.class, "larger");
    waitsForEver(More.class);
  }

  /** One thread changes a setting, another one asks for it, or needs it. */
  public static final class Concurrent {
    public static void main(String[] args) throws Exception {
      AtomicInteger outcome = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              1,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(1),
              (task, executor) -> outcome.addAndGet(1));
      Thread[] other =
          Tasks.start(
              () -> {
                switch (args[0]) {
                  case "maximum" -> pool.setMaximumPoolSize(2);
                  case "handler" ->
                      pool.setRejectedExecutionHandler((task, executor) -> outcome.addAndGet(2));
                  default -> pool.setKeepAliveTime(2, TimeUnit.SECONDS);
                }
              });
      CountDownLatch end = new CountDownLatch(1);
      if (args[0].equals("time")) {
        outcome.set((int) pool.getKeepAliveTime(TimeUnit.SECONDS));
      } else {
        for (int i = 0; i < 3; i++) {
          pool.execute(() -> PoolThreadsTest.await(end));
        }
      }
      end.countDown();
      Tasks.join(other);
      pool.shutdown();
      check(outcome.get() != Integer.parseInt(args[1]));
    }
  }

  @Test
  void whatIsSetMeanwhileComesInTimeOrLate() {
    assertThat(outcomes(Concurrent.class, "maximum", 3)).containsExactly(0, 1);
    assertThat(outcomes(Concurrent.class, "handler", 3)).containsExactly(1, 2);
    assertThat(outcomes(Concurrent.class, "time", 3)).containsExactly(1, 2);
  }

  /** Sets before there is a thread, and asks, alone. */
  public static final class Prepared {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      if (args.length > 0) {
        pool.setMaximumPoolSize(3);
        pool.setCorePoolSize(2);
        pool.setMaximumPoolSize(2);
        pool.setKeepAliveTime(0, TimeUnit.SECONDS);
        check(pool.getCorePoolSize() == 2 && pool.getMaximumPoolSize() == 2);
        check(pool.getKeepAliveTime(TimeUnit.SECONDS) == 0 && !pool.allowsCoreThreadTimeOut());
        refuses(() -> pool.setCorePoolSize(3));
        refuses(() -> pool.setMaximumPoolSize(1));
        refuses(() -> pool.allowCoreThreadTimeOut(true));
        refuses(() -> pool.setKeepAliveTime(-1, TimeUnit.SECONDS));
        pool.setCorePoolSize(1);
        pool.setMaximumPoolSize(1);
      }
      pool.execute(() -> {});
      pool.execute(() -> {});
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
    }

    private static void refuses(Runnable setting) {
      try {
        setting.run();
      } catch (IllegalArgumentException e) {
        return;
      }
      check(false);
    }
  }

  @Test
  void whatIsSetBeforehandCostsNothing() {
    assertThat(verified(Prepared.class, "set")).isEqualTo(verified(Prepared.class));
  }
}
