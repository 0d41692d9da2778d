package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.Durations;
import dev.clew.trace.OpKind;
import org.jspecify.annotations.Nullable;

/** What threads do to each other: start, join, interrupt, permits; and what they ask. */
public final class ThreadModel {
  private static final int JOIN = Dependence.modes(OpKind.JOIN, true);
  private static final int IS_ALIVE = Dependence.modes(OpKind.IS_ALIVE, true);
  private static final int YIELD = Dependence.modes(OpKind.YIELD, true);
  private static final int INTERRUPT = Dependence.modes(OpKind.INTERRUPT, true);
  private static final int WAS_SET = Dependence.modes(OpKind.TEST_INTERRUPT, true);
  private static final int WAS_CLEAR = Dependence.modes(OpKind.TEST_INTERRUPT, false);
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);
  private static final int PARK = Dependence.modes(OpKind.PARK, true);
  private static final int PARK_ALONE = Dependence.pack(Dependence.WRITE, Dependence.NONE);
  private static final int UNPARK = Dependence.modes(OpKind.UNPARK, true);

  private final Execution execution;

  /** What only time ends. */
  private static final Gate NEVER = thread -> false;

  private final Gate targetHasEnded = this::hasTargetEnded;
  private final Gate permitOrInterrupt = thread -> thread.hasPermit || thread.isInterrupted;

  public ThreadModel(Execution execution) {
    this.execution = execution;
  }

  /** The thread of this execution that a thread object is, null if it was not started in it. */
  public @Nullable ProgramThread of(Thread thread) {
    ProgramThread self = execution.current;
    if (self.identity == thread) {
      return self;
    }
    ProgramThread main = execution.threads.get(Execution.MAIN);
    if (main.identity == thread) {
      return main;
    }
    return execution.shadows.of(thread).model instanceof ProgramThread known ? known : null;
  }

  /**
   * The thread that the running one is about to do something to, null if it was not started yet.
   *
   * <p>That can be otherwise in another order, unless the start is known to have come before. The
   * first time it can, starts become operations that others can notice.
   */
  private @Nullable ProgramThread target(Thread thread, int site) {
    ProgramThread self = execution.current;
    ProgramThread known = of(thread);
    if (known != null && hasSeenStart(self, known)) {
      return known;
    }
    if (!execution.objects.isVisible(Matter.STARTS)) {
      execution.trace().reveal(execution.objects.of(Matter.STARTS));
      return known;
    }
    int start = startOf(thread);
    execution.stand(self, OpKind.READ, start, null, site);
    ProgramThread found = of(thread);
    int event = execution.recordAccess(self, OpKind.READ, start, READ, found == null ? 0 : 1, 0);
    if (execution.recordsDetails()) {
      execution.details.value(event, self, found == null ? 0 : 1);
    }
    return found;
  }

  private static boolean hasSeenStart(ProgramThread self, ProgramThread other) {
    return other.starter < 0 || self.hasSeen(other.starter, other.startedAt);
  }

  private int startOf(Thread thread) {
    return execution.objects.part(execution.shadows.of(thread), Objects.STATE);
  }

  // --- life

  public void start(Thread thread, int site) {
    start(thread, null, site);
  }

  /**
   * Starts a thread.
   *
   * @param container what keeps track of it in the JDK, null if nothing does
   */
  void start(Thread thread, @Nullable Object container, int site) {
    ProgramThread self = execution.current;
    ProgramThread known = of(thread);
    boolean isNoticed = execution.objects.isVisible(Matter.STARTS);
    if (known != null && (!isNoticed || hasSeenStart(self, known))) {
      if (!hasSeenStart(self, known)) {
        execution.trace().reveal(execution.objects.of(Matter.STARTS));
      }
      throw new IllegalThreadStateException();
    }
    Runnable code = VirtualThreads.trackedCodeOf(thread, container);
    int number = execution.threads.nextChild(self);
    if (number >= ProgramThreads.MOST) {
      BeyondControl.refuse(
          execution,
          site >= 0 ? site : 0,
          "starts a thread too many: Clew tells at most "
              + ProgramThreads.MOST
              + " apart, of all executions together.\n  Check a part of the program with fewer.");
    }
    boolean isAsked = execution.objects.isLivenessVisible(number);
    int liveness = isAsked ? execution.objects.liveness(number) : -1;
    int first = isNoticed ? startOf(thread) : liveness;
    int second = isNoticed ? liveness : -1;
    int modes =
        Dependence.pack(
            first < 0 ? Dependence.NONE : Dependence.WRITE,
            second < 0 ? Dependence.NONE : Dependence.WRITE);
    execution.stand(self, OpKind.START, first, null, site);
    if (of(thread) != null) {
      if (isNoticed) {
        execution.record(self, OpKind.WRITE, first, second, modes, -1, 0, 0, 0, -1, -1);
      }
      throw new IllegalThreadStateException();
    }
    self.children++;
    ProgramThread child = execution.threads.add(number, thread, thread.isDaemon());
    execution.shadows.of(thread).model = child;
    VirtualClock.follow(child, self);
    child.join(self.clock, self.clock.length);
    child.starter = self.number;
    child.startedAt = self.now();
    self.clock[self.number]++;
    execution.likeness.started(self, child);
    execution.record(self, OpKind.START, first, second, modes, -1, 0, 0, 0, -1, number);
    execution.prepare(child, code);
  }

  /** Waits for the end of a thread; returns false if the time ran out. */
  public boolean join(Thread thread, long nanos, int site) throws InterruptedException {
    ProgramThread self = execution.current;
    ProgramThread target = target(thread, site);
    if (target == null) {
      return true;
    }
    boolean canBeInterrupted =
        self.isInterrupted || execution.objects.areInterruptsVisible(self.number);
    if (!canBeInterrupted || isAlive(target, site)) {
      checkInterrupt(self, site);
    }
    if (execution.patience.givesUp(self, nanos, site)) {
      return !isAlive(target, site);
    }
    if (nanos >= 0) {
      execution.likeness.askedFor(target);
    }
    self.target = target.number;
    boolean joined = standInterruptibly(self, OpKind.JOIN, -1, targetHasEnded, site, nanos);
    self.target = -1;
    if (!joined) {
      return false;
    }
    self.join(target.clock, target.clock.length);
    VirtualClock.follow(self, target);
    execution.record(self, OpKind.JOIN, -1, -1, JOIN, -1, 0, 0, 0, -1, target.number);
    return true;
  }

  private boolean hasTargetEnded(ProgramThread thread) {
    return execution.threads.get(thread.target).phase == ProgramThread.ENDED;
  }

  public boolean isAlive(Thread thread, int site) {
    ProgramThread target = target(thread, site);
    return target != null && isAlive(target, site);
  }

  private boolean isAlive(ProgramThread target, int site) {
    ProgramThread self = execution.current;
    int liveness = execution.objects.liveness(target.number);
    if (!execution.objects.isLivenessVisible(target.number)) {
      execution.trace().reveal(liveness);
    }
    execution.stand(self, OpKind.IS_ALIVE, liveness, null, site);
    boolean isAlive = target.phase != ProgramThread.ENDED;
    if (!isAlive) {
      self.join(target.clock, target.clock.length);
    }
    int event =
        execution.record(
            self, OpKind.IS_ALIVE, liveness, -1, IS_ALIVE, -1, 0, 0, 0, -1, target.number);
    if (execution.recordsDetails()) {
      execution.details.value(event, self, isAlive ? 1 : 0);
    }
    return isAlive;
  }

  public Thread.State state(Thread thread, int site) {
    ProgramThread target = target(thread, site);
    if (target == null) {
      return Thread.State.NEW;
    }
    if (!isAlive(target, site)) {
      return Thread.State.TERMINATED;
    }
    if (execution.threads.isEnabled(target)) {
      return Thread.State.RUNNABLE;
    }
    return switch (target.kind) {
      case LOCK -> Thread.State.BLOCKED;
      case REACQUIRE -> target.waitsIn == null ? Thread.State.BLOCKED : waiting(target.isTimed);
      default -> waiting(target.isTimed);
    };
  }

  private static Thread.State waiting(boolean isTimed) {
    return isTimed ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
  }

  /** Gives way. */
  public void giveWay(int site) {
    execution.rounds.giveWay(execution.current, site);
  }

  /**
   * Sleeps: for a short time at any moment, and the thread is then ahead of the clock; for a longer
   * one until nothing else can run and the clock gets there.
   */
  public void sleep(long nanos, int site) throws InterruptedException {
    ProgramThread self = execution.current;
    boolean isFree = !execution.rounds.isNotFree(self);
    if (isFree && execution.time.mayEndEarly(self, nanos)) {
      nap(self, nanos, site);
      checkInterrupt(self, site);
      return;
    }
    checkInterrupt(self, site);
    execution.threads.noteHeldSleep();
    execution.likeness.askedFor(self);
    boolean wasRepeated = self.isRepeated;
    self.isRepeated |= !isFree;
    self.isSleeping = true;
    try {
      self.amount = Durations.pack(nanos);
      long time = isFree ? nanos : Math.max(nanos, VirtualClock.PATIENCE);
      standInterruptibly(self, OpKind.YIELD, -1, NEVER, site, time);
      self.rounds += isFree ? 1 : 0;
    } finally {
      self.isSleeping = false;
      self.isRepeated = wasRepeated;
      self.amount = 0;
    }
  }

  private void nap(ProgramThread self, long nanos, int site) {
    execution.stand(self, OpKind.YIELD, -1, null, site);
    if (nanos > 0) {
      execution.shortSleeps.ends(self, execution.time.deadline(self, nanos));
    }
    execution.time.pass(self, nanos);
    int amount = Durations.pack(nanos);
    execution.record(self, OpKind.YIELD, -1, -1, YIELD, -1, 0, 0, amount, -1, -1);
    self.rounds++;
  }

  /** The running thread needs so much time for itself; if that is too much, all others go first. */
  void takeTime(long nanos) {
    ProgramThread self = execution.current;
    if (execution.time.mayEndEarly(self, nanos)) {
      execution.time.pass(self, nanos);
      return;
    }
    execution.likeness.askedFor(self);
    self.isSleeping = true;
    self.amount = Durations.pack(nanos);
    execution.standTimed(self, OpKind.YIELD, -1, NEVER, -1, nanos);
    self.isSleeping = false;
    self.amount = 0;
  }

  // --- interrupts

  public void interrupt(Thread thread, int site) {
    ProgramThread target = target(thread, site);
    if (target != null) {
      interrupt(target, site);
    }
  }

  public void interrupt(ProgramThread target, int site) {
    ProgramThread self = execution.current;
    int status = execution.objects.interrupts(target.number);
    if (!execution.objects.areInterruptsVisible(target.number)) {
      execution.trace().reveal(status);
    }
    execution.threads.timedOperationSeen();
    execution.stand(self, OpKind.INTERRUPT, status, null, site);
    int before = target.isInterrupted ? 1 : 0;
    target.isInterrupted = true;
    execution.clocks.release(self, status);
    execution.record(
        self, OpKind.INTERRUPT, status, -1, INTERRUPT, -1, before, 0, 0, -1, target.number);
  }

  /** Reads the interrupt status of the running thread and clears it. */
  public boolean testInterrupt(ProgramThread self, int site) {
    if (!execution.objects.areInterruptsVisible(self.number)) {
      execution.initialisers.notice(self);
      boolean was = self.isInterrupted;
      self.isInterrupted = false;
      return was;
    }
    int status = execution.objects.interrupts(self.number);
    execution.stand(self, OpKind.TEST_INTERRUPT, status, null, site);
    boolean was = self.isInterrupted;
    self.isInterrupted = false;
    execution.clocks.acquire(self, status);
    int event =
        execution.recordAccess(
            self, OpKind.TEST_INTERRUPT, status, was ? WAS_SET : WAS_CLEAR, was ? 1 : 0, 0);
    if (execution.recordsDetails()) {
      execution.details.value(event, self, was ? 1 : 0);
    }
    return was;
  }

  public boolean isInterrupted(Thread thread, int site) {
    ProgramThread target = target(thread, site);
    return target != null && isInterrupted(target, site);
  }

  public boolean isInterrupted(ProgramThread target, int site) {
    ProgramThread self = execution.current;
    if (execution.objects.areInterruptsVisible(target.number)) {
      int status = execution.objects.interrupts(target.number);
      execution.stand(self, OpKind.READ, status, null, site);
      execution.clocks.acquire(self, status);
      int found = target.isInterrupted ? 1 : 0;
      int event = execution.recordAccess(self, OpKind.READ, status, READ, found, 0);
      if (execution.recordsDetails()) {
        execution.details.value(event, self, found);
      }
    }
    return target.isInterrupted;
  }

  /** Throws if the running thread is interrupted, as blocking operations do first. */
  public void checkInterrupt(ProgramThread self, int site) throws InterruptedException {
    if (testInterrupt(self, site)) {
      throw new InterruptedException();
    }
  }

  /**
   * Stands at an operation that an interrupt ends; to be called directly after {@link
   * #checkInterrupt}, with no operation in between.
   *
   * <p>A thread that is blocked leaves no trace of having looked at its interrupt status before. So
   * an interrupt that finds it blocked has the same effect as one that came just before it looked,
   * and only the latter is explored. Two cases are left. If nothing else can run, the interrupt
   * ends the operation in the same way as time does. If time passed since the thread looked, which
   * needed it to be blocked, it looks again.
   *
   * @param nanos how long at most, negative for ever
   * @return false if the time ran out
   */
  public boolean standInterruptibly(
      ProgramThread self, OpKind kind, int object, Gate gate, int site, long nanos)
      throws InterruptedException {
    long deadline = execution.time.deadline(self, nanos);
    do {
      if (self.looksAgain) {
        self.looksAgain = false;
        checkInterrupt(self, site);
      }
      self.heedsInterrupts = true;
      self.gaveUp = false;
      if (nanos >= 0) {
        execution.standUntil(self, kind, object, gate, site, deadline);
      } else {
        execution.stand(self, kind, object, gate, site);
      }
      self.heedsInterrupts = false;
    } while (self.looksAgain);
    if (self.gaveUp && self.gaveUpInterrupted) {
      checkInterrupt(self, site);
    }
    return !self.gaveUp;
  }

  // --- permits

  /** Waits for the permit of the running thread; negative nanos for ever. */
  public void park(long nanos, int site) {
    ProgramThread self = execution.current;
    int permit = execution.objects.permit(self.number);
    if (execution.patience.ofWait(self, nanos, site) != Patience.WAITS) {
      tryPermit(self, permit, site);
      return;
    }
    boolean inTime = true;
    if (nanos >= 0) {
      inTime = execution.standTimed(self, OpKind.PARK, permit, permitOrInterrupt, site, nanos);
    } else {
      execution.stand(self, OpKind.PARK, permit, permitOrInterrupt, site);
    }
    if (!inTime) {
      return;
    }
    self.hasPermit = false;
    execution.clocks.acquire(self, permit);
    if (execution.objects.areInterruptsVisible(self.number)) {
      int status = execution.objects.interrupts(self.number);
      execution.clocks.acquire(self, status);
      execution.record(self, OpKind.PARK, permit, status, PARK, -1, 0, 0, 0, -1, -1);
    } else {
      execution.record(self, OpKind.PARK, permit, PARK_ALONE);
    }
  }

  /** Does not wait, but takes the permit if there is one, as the virtual machine does. */
  private void tryPermit(ProgramThread self, int permit, int site) {
    execution.stand(self, OpKind.READ_MODIFY_WRITE, permit, null, site);
    int before = self.hasPermit ? 1 : 0;
    self.hasPermit = false;
    execution.clocks.acquire(self, permit);
    int event = execution.recordAccess(self, OpKind.READ_MODIFY_WRITE, permit, MODIFY, before, 0);
    if (execution.recordsDetails()) {
      execution.details.value(event, self, 0);
    }
  }

  public void unpark(Thread thread, int site) {
    ProgramThread target = target(identityOf(thread), site);
    if (target == null) {
      return;
    }
    ProgramThread self = execution.current;
    int permit = execution.objects.permit(target.number);
    execution.stand(self, OpKind.UNPARK, permit, null, site);
    target.hasPermit = true;
    execution.clocks.release(self, permit);
    execution.record(self, OpKind.UNPARK, permit, -1, UNPARK, -1, 0, 0, 0, -1, target.number);
  }

  /**
   * The thread of the program that is meant: code of the JDK that asks for the current thread, to
   * be unparked later, gets the one that runs it where threads do not carry the identity.
   */
  private Thread identityOf(Thread thread) {
    if (ThreadTurns.isWorker(thread)) {
      for (int t = 0; t < execution.threads.end(); t++) {
        ProgramThread each = execution.threads.find(t);
        Thread identity = each == null || each.runner != thread ? null : each.identity;
        if (identity != null) {
          return identity;
        }
      }
    }
    return thread;
  }
}
