package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.outcomes;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Programs that use the queue of a pool themselves. */
final class PoolQueueTest {

  // --- taking tasks away

  /** Does something to the queue of a pool whose only thread may have begun the second task. */
  public static final class TakingAway {
    public static void main(String[] args) throws Exception {
      AtomicInteger done = new AtomicInteger();
      ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
      Runnable second = () -> done.addAndGet(1);
      pool.execute(() -> {});
      pool.execute(second);
      int taken = takeAway(pool, args[0], second);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(args[0].equals("size") || done.get() + taken == 1);
      check(taken != Integer.parseInt(args[1]));
    }

    private static int takeAway(ThreadPoolExecutor pool, String how, Runnable task) {
      BlockingQueue<Runnable> queue = pool.getQueue();
      switch (how) {
        case "pool":
          return pool.remove(task) ? 1 : 0;
        case "remove":
          return queue.remove(task) ? 1 : 0;
        case "poll":
          return queue.poll() == null ? 0 : 1;
        case "drain":
          return queue.drainTo(new ArrayList<>());
        case "iterator":
          Iterator<Runnable> tasks = queue.iterator();
          boolean isFound = tasks.hasNext();
          return isFound && queue.removeIf(each -> each == task) ? 1 : 0;
        case "size":
          return queue.size() + (queue.isEmpty() ? 0 : 1) + (queue.contains(task) ? 1 : 0);
        default:
          throw new IllegalArgumentException(how);
      }
    }
  }

  @Test
  void aTaskIsTakenAwayOrBegun() {
    for (String how : List.of("pool", "remove", "poll", "drain", "iterator")) {
      assertThat(outcomes(TakingAway.class, how, 2)).as(how).containsExactly(0, 1);
    }
  }

  @Test
  void aTaskIsInTheQueueUntilItIsBegun() {
    assertThat(outcomes(TakingAway.class, "size", 4)).containsExactly(0, 1, 2, 3);
  }

  /** A cancelled task leaves the queue. */
  public static final class Purging {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
      CountDownLatch end = new CountDownLatch(args[0].equals("busy") ? 1 : 0);
      pool.submit(() -> await(end));
      Future<?> second = pool.submit(() -> {});
      pool.submit(() -> {});
      second.cancel(false);
      pool.purge();
      int left = pool.getQueue().size();
      end.countDown();
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(left != Integer.parseInt(args[1]));
    }

    private static void await(CountDownLatch end) {
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void purgingTakesCancelledTasksAway() {
    assertThat(outcomes(Purging.class, "idle", 2)).containsExactly(0, 1);
    assertThat(outcomes(Purging.class, "busy", 2)).containsExactly(1);
  }

  // --- putting tasks there

  /** Who has no place waits for one. */
  public static final class Waiting {
    public static void main(String[] args) throws Exception {
      AtomicInteger done = new AtomicInteger();
      RejectedExecutionHandler waits =
          (task, pool) -> {
            try {
              pool.getQueue().put(task);
            } catch (InterruptedException e) {
              throw new RejectedExecutionException(e);
            }
          };
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1, 1, 1, TimeUnit.SECONDS, queue(args[0]), Executors.defaultThreadFactory(), waits);
      for (int i = 0; i < 3; i++) {
        pool.execute(done::incrementAndGet);
      }
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(done.get() == 3);
    }

    private static BlockingQueue<Runnable> queue(String kind) {
      return switch (kind) {
        case "array" -> new ArrayBlockingQueue<>(1);
        case "linked" -> new LinkedBlockingQueue<>(1);
        case "synchronous" -> new SynchronousQueue<>();
        default -> throw new IllegalArgumentException(kind);
      };
    }
  }

  /** The same, where the wait has an end. */
  public static final class WaitingInVain {
    public static void main(String[] args) throws Exception {
      CountDownLatch end = new CountDownLatch(1);
      List<Boolean> placed = new ArrayList<>();
      RejectedExecutionHandler waits =
          (task, pool) -> {
            try {
              placed.add(pool.getQueue().offer(task, 1, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
              throw new RejectedExecutionException(e);
            }
          };
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              1,
              TimeUnit.SECONDS,
              Waiting.queue(args[0]),
              Executors.defaultThreadFactory(),
              waits);
      for (int i = 0; i < 3; i++) {
        pool.execute(() -> Purging.await(end));
      }
      end.countDown();
      pool.shutdown();
      check(placed.contains(false) && !placed.contains(true));
    }
  }

  @Test
  void whoWaitsForRoomGetsIt() {
    for (String kind : List.of("array", "linked", "synchronous")) {
      verified(Waiting.class, kind);
    }
  }

  @Test
  void whoWaitsForRoomMayWaitInVain() {
    for (String kind : List.of("array", "linked", "synchronous")) {
      verified(WaitingInVain.class, kind);
    }
  }

  /** A task in the queue needs a thread that looks there. */
  public static final class Queueing {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
      CountDownLatch done = new CountDownLatch(1);
      if (args.length == 0) {
        pool.prestartCoreThread();
      }
      pool.getQueue().add(done::countDown);
      done.await();
      pool.shutdown();
    }
  }

  /** The same without a thread. */
  public static final class QueueingInVain {
    public static void main(String[] args) throws Exception {
      Queueing.main(new String[] {"no thread"});
    }
  }

  /** The tasks are there before the pool is. */
  public static final class Filled {
    public static void main(String[] args) throws Exception {
      CountDownLatch done = new CountDownLatch(2);
      List<Runnable> tasks = List.of(done::countDown, done::countDown);
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(tasks));
      pool.prestartAllCoreThreads();
      done.await();
      pool.shutdown();
    }
  }

  @Test
  void aTaskInTheQueueIsRunIfThereIsAThread() {
    verified(Queueing.class);
    verified(Filled.class);
    finds(QueueingInVain.class, FindingKind.DEADLOCK);
  }

  /** A thread of the program takes a task beside the pool. */
  public static final class Helping {
    public static void main(String[] args) throws Exception {
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2));
      CountDownLatch isHelped = new CountDownLatch(args.length);
      Thread[] helper =
          Tasks.start(
              () -> {
                pool.getQueue().take().run();
                isHelped.countDown();
              });
      pool.execute(() -> Purging.await(isHelped));
      pool.execute(() -> {});
      Tasks.join(helper);
      pool.shutdown();
    }
  }

  /**
   * If the thread of the pool is not busy it may take all tasks, and the program waits for ever.
   */
  @Test
  void threadsOfTheProgramMayTakeTasks() {
    verified(Helping.class, "busy");
    finds(Helping.class, FindingKind.DEADLOCK);
  }

  // --- policies of the JDK

  /** The oldest task is given up for a new one. */
  public static final class Oldest {
    public static void main(String[] args) throws Exception {
      AtomicInteger done = new AtomicInteger();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              1,
              1,
              0,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(1),
              new ThreadPoolExecutor.DiscardOldestPolicy());
      for (int i = 0; i < 3; i++) {
        int digit = 1 << i;
        pool.execute(() -> done.addAndGet(digit));
      }
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(done.get() != Integer.parseInt(args[1]));
    }
  }

  @Test
  void theOldestTaskMayBeDiscarded() {
    assertThat(outcomes(Oldest.class, "", 8)).containsExactly(5, 7);
  }

  // --- pools that schedule

  /** Uses the queue of a pool that schedules tasks. */
  public static final class Scheduled {
    public static void main(String[] args) throws Exception {
      ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
      AtomicInteger done = new AtomicInteger();
      pool.execute(done::incrementAndGet);
      Future<?> later = pool.schedule(done::incrementAndGet, 1, TimeUnit.DAYS);
      int answer =
          switch (args[0]) {
            case "size" -> pool.getQueue().size();
            case "remove" -> pool.getQueue().remove(later) ? 1 : 0;
            case "iterator" -> {
              int found = 0;
              for (Runnable each : pool.getQueue()) {
                found += each == later ? 1 : 0;
              }
              yield found;
            }
            case "poll" -> pool.getQueue().poll() == null ? 0 : 1;
            case "clear" -> {
              pool.getQueue().clear();
              yield pool.getQueue().isEmpty() ? 1 : 0;
            }
            default -> throw new IllegalArgumentException(args[0]);
          };
      pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
      pool.shutdown();
      check(pool.awaitTermination(1, TimeUnit.DAYS));
      check(answer != Integer.parseInt(args[1]));
    }
  }

  @Test
  void tasksThatAreScheduledAreInTheQueue() {
    assertThat(outcomes(Scheduled.class, "size", 3)).containsExactly(1, 2);
    assertThat(outcomes(Scheduled.class, "remove", 2)).containsExactly(1);
    assertThat(outcomes(Scheduled.class, "iterator", 2)).containsExactly(1);
    assertThat(outcomes(Scheduled.class, "clear", 2)).containsExactly(1);
  }

  /** Only what is due can be polled. */
  @Test
  void tasksThatAreScheduledComeOutWhenTheyAreDue() {
    assertThat(outcomes(Scheduled.class, "poll", 2)).containsExactly(0, 1);
  }
}
