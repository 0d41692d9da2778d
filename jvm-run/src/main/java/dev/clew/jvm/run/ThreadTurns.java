package dev.clew.jvm.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Turns on pooled platform threads, for JDKs without continuations: the thread that has the turn
 * wakes the next one directly.
 *
 * <p>A worker in the middle of its body when the threads are abandoned gets the turn once more, to
 * unwind by an error that programs do not catch; then it goes back to the pool. One that does not
 * unwind within a second of processor time, or stands still for a second, is left alone for good. A
 * machine that is busy is no reason: a thread that is left unwinds besides the next execution.
 */
final class ThreadTurns implements Turns {
  private static final long UNWIND_NANOS = 1_000_000_000L;
  private static final int LOOKS = 100;

  private final Thread explorer = Thread.currentThread();
  private final List<Worker> idle = new ArrayList<>();
  private final List<@Nullable Worker> workers = new ArrayList<>();
  private volatile Thread hasTurn = explorer;
  private volatile @Nullable Throwable failure;

  @Override
  public void prepare(int thread, Thread identity, Body body) {
    while (workers.size() <= thread) {
      workers.add(null);
    }
    Worker worker = idle.isEmpty() ? newWorker() : idle.remove(idle.size() - 1);
    worker.body = body;
    workers.set(thread, worker);
  }

  private Worker newWorker() {
    Globals.leaveProgram();
    try {
      return new Worker();
    } finally {
      Globals.enterProgram();
    }
  }

  @Override
  public void run(int first) {
    give(thread(first));
    await(explorer);
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw new IllegalStateException("a thread failed to pass its turn on", thrown);
    }
  }

  @Override
  public boolean pass(int next) {
    Thread self = Thread.currentThread();
    Thread other = thread(next);
    if (other != self) {
      give(other);
      await(self);
    }
    if (self instanceof Worker worker && worker.unwinds) {
      throw new Abandoned();
    }
    return true;
  }

  private Thread thread(int number) {
    if (number == EXPLORER) {
      return explorer;
    }
    Worker worker = number < workers.size() ? workers.get(number) : null;
    if (worker == null) {
      throw new IllegalStateException("thread " + number + " was not prepared");
    }
    return worker;
  }

  private void give(Thread thread) {
    hasTurn = thread;
    LockSupport.unpark(thread);
  }

  private void await(Thread self) {
    while (hasTurn != self) {
      LockSupport.park(this);
    }
  }

  @Override
  public StackTraceElement[] stack(int number) {
    return thread(number).getStackTrace();
  }

  @Override
  public Thread runner() {
    return hasTurn;
  }

  @Override
  public boolean carriesIdentity() {
    return false;
  }

  @Override
  public void abandon() {
    for (Worker worker : workers) {
      if (worker == null) {
        continue;
      }
      if (worker.isInBody) {
        worker.unwinds = true;
        give(worker);
        if (!unwinds(worker)) {
          worker.isLost = true;
          hasTurn = explorer;
          continue;
        }
      }
      worker.body = null;
      idle.add(worker);
    }
    workers.clear();
    failure = null;
  }

  /** Waits for a thread that has the turn to unwind; false if it does not. */
  private boolean unwinds(Worker worker) {
    long deadline = System.nanoTime() + UNWIND_NANOS;
    while (hasTurn != explorer && System.nanoTime() < deadline) {
      LockSupport.parkNanos(this, UNWIND_NANOS / LOOKS);
    }
    return hasTurn == explorer || unwindsSlowly(worker);
  }

  private boolean unwindsSlowly(Worker worker) {
    ProcessorTime time = new ProcessorTime(worker);
    long before = 0;
    for (int still = 0; hasTurn != explorer && still < LOOKS && before < UNWIND_NANOS; ) {
      LockSupport.parkNanos(this, UNWIND_NANOS / LOOKS);
      long now = time.nanos();
      boolean waits = worker.getState() != Thread.State.RUNNABLE;
      still = now == before && waits ? still + 1 : 0;
      before = now;
    }
    return hasTurn == explorer;
  }

  @Override
  public void close() {
    abandon();
    for (Worker worker : idle) {
      worker.isClosed = true;
      LockSupport.unpark(worker);
    }
    idle.clear();
  }

  /** Whether a thread is one of those that run the threads of programs. */
  static boolean isWorker(Thread thread) {
    return thread instanceof Worker;
  }

  /**
   * A pooled thread: runs one body after the other, each when it gets the turn for the first time.
   */
  private final class Worker extends Thread {
    private volatile @Nullable Body body;
    private volatile boolean isInBody;
    private volatile boolean unwinds;
    private volatile boolean isClosed;

    /** Whether nobody waits for it any more: it must not take part in anything. */
    private volatile boolean isLost;

    Worker() {
      super(explorer.getThreadGroup(), null, "clew-worker", 0, false);
      setContextClassLoader(explorer.getContextClassLoader());
      setDaemon(true);
      start();
    }

    @Override
    public void run() {
      while (!isClosed) {
        if (hasTurn == this) {
          runBody();
        } else {
          LockSupport.park(ThreadTurns.this);
        }
      }
    }

    private void runBody() {
      Thread next = explorer;
      isInBody = true;
      try {
        Body todo = body;
        if (todo != null) {
          next = thread(todo.run());
        }
      } catch (Abandoned e) {
        next = explorer;
      } catch (Throwable e) {
        failure = e;
      } finally {
        if (isLost) {
          isClosed = true;
        } else {
          Hooks.running = null;
          isInBody = false;
          unwinds = false;
          body = null;
          give(next);
        }
      }
    }
  }
}
