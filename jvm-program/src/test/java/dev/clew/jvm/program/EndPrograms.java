package dev.clew.jvm.program;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Programs that end while threads are left. */
final class EndPrograms {
  private EndPrograms() {}

  private static Thread daemon(String name, Runnable code) {
    Thread thread = new Thread(code, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Of two daemons that take from a queue either may get the one job. */
  public static final class TwoTake {
    static final BlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();
    static volatile String who = "";

    public static void main(String[] args) throws InterruptedException {
      for (String name : new String[] {"first", "second"}) {
        daemon(
            name,
            () -> {
              try {
                String job = QUEUE.take();
                who = Thread.currentThread().getName() + job;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
      }
      QUEUE.put("job");
      while (who.isEmpty()) {
        Thread.onSpinWait();
      }
      assert who.startsWith("first");
    }
  }

  /** The same with a semaphore; main does not even wait. */
  public static final class TwoAcquire {
    static final Semaphore PERMITS = new Semaphore(0);

    public static void main(String[] args) {
      for (String name : new String[] {"first", "second"}) {
        daemon(
            name,
            () -> {
              PERMITS.acquireUninterruptibly();
              assert Thread.currentThread().getName().equals("first");
            });
      }
      PERMITS.release();
    }
  }

  /** A thread keeps a lock and exits; another one that came later stands at it. */
  public static final class LockHeldAtExit {
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile int first;

    public static void main(String[] args) {
      for (int i = 1; i <= 2; i++) {
        int number = i;
        new Thread(
                () -> {
                  LOCK.lock();
                  first = number;
                  assert first == 1;
                  System.exit(0);
                })
            .start();
      }
    }
  }

  /** The workers of a pool are daemons. */
  public static final class DaemonPool {
    static final Semaphore PERMITS = new Semaphore(1);

    public static void main(String[] args) {
      ExecutorService pool =
          Executors.newFixedThreadPool(
              2,
              code -> {
                Thread thread = new Thread(code);
                thread.setDaemon(true);
                return thread;
              });
      for (int i = 0; i < 2; i++) {
        int task = i;
        pool.execute(
            () -> {
              PERMITS.acquireUninterruptibly();
              assert task == 0;
            });
      }
    }
  }

  /** A daemon fails if it gets one more step before the end. */
  public static final class OneMoreStep {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
      daemon(
          "daemon",
          () -> {
            Thread.yield();
            int seen = x;
            assert seen == 1;
          });
      x = 1;
    }
  }

  /** A daemon goes round for ever, and changes something each time. */
  public static final class GoesRound {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
      daemon(
          "daemon",
          () -> {
            while (true) {
              x++;
              Thread.yield();
            }
          });
      int seen = x;
      assert seen >= 0;
    }
  }

  /** It goes round for ever while main waits for it. */
  public static final class GoesRoundForMain {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
      daemon(
          "daemon",
          () -> {
            while (true) {
              x++;
              Thread.yield();
            }
          });
      while (x < 5) {
        Thread.onSpinWait();
      }
    }
  }

  /** It sleeps often, but the end never stops it. */
  public static final class JoinedDaemon {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
      Thread other =
          daemon(
              "daemon",
              () -> {
                for (int i = 0; i < 4; i++) {
                  x = i;
                  Thread.yield();
                }
              });
      int seen = x;
      assert seen < 4;
      other.join();
    }
  }

  /** A worker that no exit waits for goes round for ever. */
  public static final class WorkerGoesRound {
    static volatile int x;

    public static void main(String[] args) {
      new Thread(
              () -> {
                while (true) {
                  x++;
                  Thread.yield();
                }
              })
          .start();
      System.exit(0);
    }
  }

  /** A daemon waits by looking for what a pool does that nobody shuts down. */
  public static final class LooksAtIdlePool {
    static volatile int runs;

    public static void main(String[] args) {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      if (args[0].equals("once")) {
        pool.schedule(() -> runs = 2, 5, TimeUnit.SECONDS);
      } else {
        pool.scheduleWithFixedDelay(LooksAtIdlePool::run, 5, 1, TimeUnit.SECONDS);
      }
      daemon(
          "daemon",
          () -> {
            while (runs < 2) {
              pause();
              pause();
            }
            throw new AssertionError("the daemon saw what the pool did");
          });
    }

    /** The second run is the last one. */
    private static void run() {
      if (++runs == 2) {
        throw new IllegalStateException("no third run");
      }
    }

    private static void pause() {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Who exits has not ended. */
  public static final class JoinsWhoExits {
    public static void main(String[] args) {
      Thread main = Thread.currentThread();
      daemon(
          "daemon",
          () -> {
            try {
              main.join();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            throw new IllegalStateException("main has ended");
          });
      System.exit(0);
    }
  }

  /** A thread that is left starts one that is no daemon, which blocks: no deadlock. */
  public static final class StartsWorkerAfterExit {
    public static void main(String[] args) {
      new Thread(() -> new Thread(LockSupport::park).start()).start();
      System.exit(0);
    }
  }

  // --- hooks

  private static void atEnd(Runnable code) {
    Runtime.getRuntime().addShutdownHook(new Thread(code, "hook"));
  }

  /** The hook runs after main, whatever main did. */
  public static final class HookAfterMain {
    static int x;

    public static void main(String[] args) {
      atEnd(
          () -> {
            if (x != 2) {
              throw new IllegalStateException("too early");
            }
            throw new IllegalStateException("after main");
          });
      new Thread(() -> x = 2).start();
    }
  }

  /** Two hooks race with each other, not with main. */
  public static final class TwoHooks {
    static int x;

    public static void main(String[] args) {
      x = 1;
      atEnd(() -> x++);
      atEnd(() -> x++);
      x = 2;
    }
  }

  /** A hook and a daemon, which the end does not stop. */
  public static final class HookAndDaemon {
    static volatile int x;

    public static void main(String[] args) {
      atEnd(() -> x = 1);
      daemon(
          "daemon",
          () -> {
            int seen = x;
            assert seen == 0;
          });
    }
  }

  /** A hook waits for a lock that a daemon keeps. */
  public static final class HookWaitsForDaemon {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
      atEnd(
          () -> {
            synchronized (LOCK) {
              assert LOCK != null;
            }
          });
      daemon(
          "daemon",
          () -> {
            synchronized (LOCK) {
              LockSupport.park();
            }
          });
      System.exit(0);
    }
  }

  /** An exit in a hook waits for itself. */
  public static final class ExitInHook {
    public static void main(String[] args) {
      atEnd(() -> System.exit(0));
    }
  }

  /** Halting in a hook ends it at once. */
  public static final class HaltInHook {
    public static void main(String[] args) {
      atEnd(() -> Runtime.getRuntime().halt(0));
    }
  }

  /** An exit whose hook never ends. */
  public static final class ExitWithoutEnd {
    public static void main(String[] args) {
      Semaphore never = new Semaphore(0);
      atEnd(never::acquireUninterruptibly);
      System.exit(3);
    }
  }

  /** The status is the one of who halts. */
  public static final class HaltInHookOfExit {
    public static void main(String[] args) {
      atEnd(() -> Runtime.getRuntime().halt(0));
      System.exit(3);
    }
  }

  /** Of two exits one is the first, and only its status counts. */
  public static final class TwoExits {
    static volatile int status;

    public static void main(String[] args) {
      atEnd(() -> status = 1);
      new Thread(() -> System.exit(3)).start();
      System.exit(0);
    }
  }

  /** A hook that is added too late. */
  public static final class AddedTooLate {
    public static void main(String[] args) {
      atEnd(() -> {});
      daemon("daemon", () -> atEnd(() -> {}));
    }
  }

  /** A hook that was taken back does not run. */
  public static final class TakenBack {
    public static void main(String[] args) {
      Thread hook =
          new Thread(
              () -> {
                throw new IllegalStateException("ran");
              });
      Runtime runtime = Runtime.getRuntime();
      runtime.addShutdownHook(hook);
      try {
        runtime.addShutdownHook(hook);
        throw new IllegalStateException("twice");
      } catch (IllegalArgumentException expected) {
        assert runtime.removeShutdownHook(hook);
      }
      assert !runtime.removeShutdownHook(hook);
    }
  }
}
