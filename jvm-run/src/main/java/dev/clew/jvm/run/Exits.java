package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The end of the whole program: what asks for it, and what runs then.
 *
 * <p>The end stops nobody and comes last. Who exits stands there for ever, the other threads go on
 * until they block or end, and what they are blocked on is pending as usual: an execution is one in
 * which the end came late, and each one in which it came earlier is the beginning of such a one.
 *
 * <p>As long as no program adds a shutdown hook, an exit touches nothing. From then on it takes the
 * <em>process</em>, a lock that nobody gives back, starts the hooks and waits for them; and there
 * is a thread that waits for the end of all others that are no daemons, and then exits.
 */
public final class Exits {
  private static final Gate NEVER = thread -> false;
  private static final int NO_SITE = 0;
  private static final int LOCK = Dependence.modes(OpKind.LOCK, true);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);

  private final Execution execution;
  private final List<Thread> hooks = new ArrayList<>();
  private final Gate isFree = thread -> !isTaken();
  private boolean isTaken;

  /** Whether those that run were chosen: it is too late for others. */
  private boolean areChosen;

  Exits(Execution execution) {
    this.execution = execution;
  }

  private boolean isTaken() {
    return isTaken;
  }

  /** An execution begins. */
  void begin() {
    hooks.clear();
    isTaken = false;
    areChosen = false;
  }

  // --- asking for the end

  /** Ends the program under control; does not come back. A status other than 0 is a failure. */
  public void exit(int status, int site) {
    ProgramThread self = execution.current;
    if (execution.objects.isVisible(Matter.END)) {
      take(self, site);
      runHooks(self, site);
    }
    report(self, status, site); // nobody sees it before the hooks are done
    stayForEver(self, site);
  }

  /** The same, with nothing that runs then; waits for nobody. */
  public void halt(int status, int site) {
    ProgramThread self = execution.current;
    report(self, status, site);
    stayForEver(self, site);
  }

  private void report(ProgramThread self, int status, int site) {
    if (status != 0) {
      int position = site < 0 ? execution.positions.here() : site;
      execution.failures.add(
          Failure.Kind.EXCEPTION, self, position, "the program exited with status " + status);
    }
  }

  private void take(ProgramThread self, int site) {
    int process = execution.objects.of(Matter.END);
    execution.stand(self, OpKind.LOCK, process, isFree, site);
    isTaken = true;
    execution.threads.beginExit();
    execution.clocks.acquire(self, process);
    execution.record(self, OpKind.LOCK, process, LOCK);
  }

  private void stayForEver(ProgramThread self, int site) {
    execution.threads.allowEnd();
    execution.stand(self, OpKind.END, -1, NEVER, site);
    throw new IllegalStateException("the program has ended");
  }

  // --- what runs then

  /** Starts all hooks, then waits for them. */
  private void runHooks(ProgramThread self, int site) {
    lookAtHooks(self, site);
    areChosen = true;
    try {
      for (Thread hook : hooks) {
        execution.threadModel.start(hook, site);
      }
    } catch (IllegalThreadStateException e) {
      return; // the program started a hook itself: the virtual machine goes no further
    }
    for (Thread hook : hooks) {
      join(hook, site);
    }
  }

  private void join(Thread thread, int site) {
    while (true) {
      try {
        execution.threadModel.join(thread, -1, site);
        return;
      } catch (InterruptedException e) {
        continue; // as the virtual machine does
      }
    }
  }

  /** Adds a shutdown hook. */
  public void addHook(Thread hook, int site) {
    accessHooks(site);
    if (indexOf(hook) >= 0) {
      throw new IllegalArgumentException("Hook previously registered");
    }
    if (execution.threadModel.of(hook) != null) {
      throw new IllegalArgumentException("Hook already running");
    }
    hooks.add(hook);
  }

  /** Forgets a shutdown hook; whether there was one. */
  public boolean removeHook(Thread hook, int site) {
    accessHooks(site);
    int index = indexOf(hook);
    if (index >= 0) {
      hooks.remove(index);
    }
    return index >= 0;
  }

  private int indexOf(Thread hook) {
    for (int i = 0; i < hooks.size(); i++) {
      if (hooks.get(i) == hook) {
        return i;
      }
    }
    return -1;
  }

  /** From the first hook on, exits and hooks are operations. */
  private void accessHooks(int site) {
    ProgramThread self = execution.current;
    if (!execution.objects.isVisible(Matter.END)) {
      execution.trace().reveal(execution.objects.of(Matter.END));
      return;
    }
    lookAtHooks(self, site);
    if (areChosen) {
      throw new IllegalStateException("Shutdown in progress");
    }
  }

  private void lookAtHooks(ProgramThread self, int site) {
    int object = execution.objects.of(Matter.HOOKS);
    execution.stand(self, OpKind.READ_MODIFY_WRITE, object, null, site);
    execution.clocks.acquire(self, object);
    execution.clocks.release(self, object);
    int before = areChosen ? -1 : hooks.size();
    execution.recordAccess(self, OpKind.READ_MODIFY_WRITE, object, MODIFY, before, 0);
  }

  // --- the natural end

  /** If something may run at the end: makes the thread that waits for all others and then exits. */
  void prepareNaturalEnd() {
    if (execution.objects.isVisible(Matter.END)) {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      Thread identity = new Thread(group, null, "DestroyJavaVM", 0, false);
      ProgramThread last = execution.threads.addLast(identity);
      execution.prepare(last, this::endNaturally);
    }
  }

  private void endNaturally() {
    Execution entered = Hooks.enter();
    if (entered == null) {
      throw new IllegalStateException("the last thread does not have the turn");
    }
    try {
      joinWorkers(execution.current);
      exit(0, NO_SITE);
    } finally {
      Hooks.leave(entered);
    }
  }

  /**
   * Waits for main, and for all that those it has waited for started: which ones these are is then
   * certain. What daemons start may come after the end.
   */
  private void joinWorkers(ProgramThread self) {
    Deque<ProgramThread> left = new ArrayDeque<>();
    left.add(execution.threads.get(Execution.MAIN));
    self.isIdle = true;
    while (!left.isEmpty()) {
      ProgramThread worker = left.remove();
      Thread identity = worker.identity;
      if (identity != null) {
        join(identity, NO_SITE);
      }
      for (int k = 0; k < worker.children; k++) {
        ProgramThread child = execution.threads.child(worker, k);
        if (child != null && !child.isDaemon) {
          left.add(child);
        }
      }
    }
    self.isIdle = false;
  }
}
