package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;

/**
 * Notices threads that go round in a loop and only look: what they find stays the same until
 * another thread changes it.
 *
 * <p>Such a thread stops after its first round. To leave out rounds that change nothing takes
 * nothing away from what the program can do, so whatever comes after the wait is found in the
 * executions in which the thread looks later. If nobody can go on any more, and what the threads
 * looked at was not changed since, they go round for ever.
 */
public final class Spins {
  /** What a thread that goes round for ever stands at: it can never be done. */
  private static final Gate NEVER = thread -> false;

  /** Who reads changes nothing, also if that depends on what other readers do not. */
  private static final int READ = OpKind.READ.code();

  /** So many rounds in vain when nobody else can go on: there will be no end of them. */
  public static final int ENDLESS = 10_000;

  private final Execution execution;

  /** How long a round takes at least, in nanoseconds. */
  private static final long FIRST_LOOK = 1_000;

  /** How exactly it is found out when such a loop comes to its end. */
  private static final int STEPS_PER_WAIT = 4;

  private boolean wereSeen;
  private boolean wereTimed;

  /** After so many rounds in vain a thread lets all others go first, 0 for never. */
  private int fairRounds;

  private int endlessRounds = ENDLESS;

  /** Where a thread did, -1 if nowhere. */
  private int fairSite = -1;

  /** Where a thread looked at the clock until the end of time, -1 if nowhere. */
  private int clockSite = -1;

  /** Where a thread went round in vain without ever giving way, -1 if nowhere. */
  private int selfishSite = -1;

  Spins(Execution execution) {
    this.execution = execution;
  }

  /** A round of a loop begins. */
  void begins(ProgramThread self, int loop, int frame, int site) {
    SpinMemory memory = self.spins;
    memory.time(self.looksAtClock, self.time);
    if (memory.begins(loop, frame, self.effects, self.feared, execution.events())) {
      if (execution.isToGoRound(self)) {
        return;
      }
      if (hasToLookAgain(self)) {
        self.looksInVain = 0;
      } else {
        stop(self, site);
      }
    } else {
      self.looksInVain = 0;
      if (fairRounds > 0) {
        letOthersGoFirst(self, site);
      }
    }
  }

  /**
   * Whether time passed in the round after the thread looked: what others do because of that comes
   * after all that it has looked at, and no other execution has the look that comes after it. There
   * is nothing to see only if nothing had changed before, and nobody went on but those who look in
   * vain, too.
   */
  private boolean hasToLookAgain(ProgramThread self) {
    int from = self.spins.from();
    int passed = execution.time.passed();
    return hasLookedAt(self, from, passed)
        && (self.passedAlone != passed || isChangedSince(self, from, passed));
  }

  private boolean hasLookedAt(ProgramThread self, int from, int end) {
    Trace trace = execution.trace();
    for (int i = from; i < end; i++) {
      if (trace.thread(i) == self.number && trace.object(i) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a thread that goes on because time passes looks in vain until something changes: it did
   * so in its last round, and nobody changed since what it has looked at.
   */
  boolean looksOnly(ProgramThread thread) {
    SpinMemory memory = thread.spins;
    return memory.isIdle(thread.effects)
        && !memory.sawClock()
        && !isChangedSince(thread, memory.from(), execution.events());
  }

  /**
   * Stops a thread that found nothing changed. It looks again when time has passed: somebody else
   * may have gone on because of that. If it looks at the clock, too, the time that passes may be
   * its own: as much as one round took, or a quarter of the time that it has waited.
   */
  private void stop(ProgramThread self, int site) {
    self.isSpinning = true;
    wereSeen = true;
    self.target = Trace.NONE;
    int object = lookedAt(self, self.spins.from());
    long next = self.spins.sawClock() ? nextLook(self) : VirtualClock.LATEST;
    boolean isForTime = self.spins.sawClock() && next >= VirtualClock.LATEST;
    self.amount = isForTime ? PendingOperations.FOR_TIME : 0;
    if (isForTime) {
      noteClock(site);
    }
    if (execution.threads.haveTimeouts()) {
      execution.likeness.askedFor(self); // those who look again do so in order
    }
    if (next < VirtualClock.LATEST) {
      wereTimed = true;
      execution.standUntil(self, OpKind.YIELD, object, NEVER, site, next);
    } else {
      execution.stand(self, OpKind.YIELD, object, NEVER, site);
    }
    self.spins.goesOn(self.time, execution.events());
  }

  private long nextLook(ProgramThread self) {
    if (self.looksInVain++ == 0) {
      self.looksSince = self.time;
      return self.time;
    }
    long waited = self.time - self.looksSince;
    long step = Math.max(self.spins.took(), waited / STEPS_PER_WAIT);
    return execution.time.deadline(self, Math.max(step, FIRST_LOOK));
  }

  /** Whether a loop that waits by looking was given its own time in an execution so far. */
  public boolean wereTimed() {
    return wereTimed;
  }

  /** A loop that looked at the clock until the end of time, -1 if none did. */
  public int clockSite() {
    return clockSite;
  }

  /** A thread did there: nobody says that it would go on for ever, as no thread decides that. */
  void noteClock(int site) {
    clockSite = clockSite < 0 ? site : clockSite;
  }

  // --- fairness

  /**
   * Sets after how many rounds in a row that changed nothing a thread lets all others go first:
   * until nobody else can go on.
   *
   * @param endless after how many there will be no end of them
   */
  public void setFair(int rounds, int endless) {
    fairRounds = rounds;
    endlessRounds = endless;
  }

  /** Whether a thread let all others go first in an execution so far. */
  public boolean wereFair() {
    return fairSite >= 0;
  }

  /** The loop of a thread that did, -1 if none did. */
  public int fairSite() {
    return fairSite;
  }

  /** The same, as another process saw it. */
  void noteFair(int site) {
    fairSite = fairSite < 0 ? site : fairSite;
  }

  /** After how many rounds in vain a thread does, 0 for never. */
  public int fairRounds() {
    return fairRounds;
  }

  /** Where a thread went round in vain and never gave way to others, -1 if nowhere. */
  public int selfishSite() {
    return selfishSite;
  }

  /** A round begins of a loop that may do more than look. */
  void goesRound(ProgramThread self, int loop, int frame, int site) {
    self.spins.begins(loop, frame, self.effects, self.feared, execution.events());
    letOthersGoFirst(self, site);
  }

  private void letOthersGoFirst(ProgramThread self, int site) {
    SpinMemory memory = self.spins;
    if (memory.inVain() > 0 && !hasLooked(self, memory.from())) {
      memory.clearInVain();
    }
    if (memory.inVain() >= fairRounds && !memory.hasWaited()) {
      memory.noteWait(self.asked + self.looksAtClock);
      noteFair(site);
      if (!hasGivenWay(self, memory.from())) {
        selfishSite = site;
      }
      self.target = Trace.NONE;
      int object = lookedAt(self, memory.from());
      execution.standTimed(self, OpKind.YIELD, object, NEVER, site, VirtualClock.ANY_TIME);
    } else if (memory.inVain() >= endlessRounds
        && memory.hasWaited()
        && memory.hasNotAsked(self.asked + self.looksAtClock)) {
      stop(self, site);
    }
  }

  /** Whether a thread did something since then that another one could notice, but got nowhere. */
  private boolean hasLooked(ProgramThread self, int from) {
    Trace trace = execution.trace();
    boolean hasLooked = false;
    for (int i = execution.events() - 1; i >= from; i--) {
      if (trace.thread(i) == self.number) {
        hasLooked = true;
        if (trace.kind(i) == OpKind.START.code() || trace.kind(i) == OpKind.JOIN.code()) {
          return false;
        }
      }
    }
    return hasLooked;
  }

  private boolean hasGivenWay(ProgramThread self, int from) {
    Trace trace = execution.trace();
    for (int i = execution.events() - 1; i >= from; i--) {
      if (trace.thread(i) == self.number && trace.kind(i) == OpKind.YIELD.code()) {
        return true;
      }
    }
    return false;
  }

  // --- what threads look at

  /** What a thread has looked at last, for people. */
  private int lookedAt(ProgramThread self, int from) {
    Trace trace = execution.trace();
    int found = Trace.NONE;
    for (int i = execution.events() - 1; i >= from; i--) {
      if (trace.thread(i) == self.number && trace.object(i) >= 0) {
        if (!isChange(Dependence.first(trace.modes(i)))) {
          return trace.object(i);
        }
        found = found == Trace.NONE ? trace.object(i) : found;
      }
    }
    return found;
  }

  /** Whether a thread has gone round in an execution of the program so far. */
  public boolean wereSeen() {
    return wereSeen;
  }

  /** Has something changed since a thread looked at it for the last time? Then it would go on. */
  boolean wouldGoOn(ProgramThread self) {
    return isChangedSince(self, self.spins.from(), execution.events());
  }

  /** Whether something changed before the end that a thread looked at in a round. */
  private boolean isChangedSince(ProgramThread self, int from, int end) {
    Trace trace = execution.trace();
    for (int i = from; i < end; i++) {
      if (trace.thread(i) == self.number && isChanged(trace, i, end)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isChanged(Trace trace, int look, int end) {
    int object = trace.object(look);
    for (int i = look + 1; object >= 0 && i < end; i++) {
      if (trace.thread(i) != trace.thread(look)
          && trace.kind(i) != READ
          && (trace.object(i) == object && isChange(Dependence.first(trace.modes(i)))
              || trace.other(i) == object && isChange(Dependence.second(trace.modes(i))))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isChange(int mode) {
    return (mode & Dependence.SHARE) != 0;
  }

  /**
   * Whether the threads that go round keep each other from going on for ever: nothing depends on
   * their last rounds but these rounds themselves, which have undone what they did. So the rounds
   * could come after everything else, and all of them may happen again.
   */
  boolean goRoundTogether(ProgramThreads threads) {
    Trace trace = execution.trace();
    int end = execution.events();
    for (int i = 0; i < end; i++) {
      if (isOfLastRound(threads, trace, i) && isNoticed(threads, trace, i, end)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfLastRound(ProgramThreads threads, Trace trace, int i) {
    ProgramThread thread = threads.find(trace.thread(i));
    return thread != null && thread.isSpinning && i >= thread.spins.from();
  }

  private static boolean isNoticed(ProgramThreads threads, Trace trace, int i, int end) {
    for (int j = i + 1; j < end; j++) {
      if (!isOfLastRound(threads, trace, j)
          && Dependence.conflict(
              trace.object(i),
              trace.other(i),
              trace.modes(i),
              trace.object(j),
              trace.other(j),
              trace.modes(j))) {
        return true;
      }
    }
    return false;
  }

  /** The value that the thread which has the turn just wrote was there already. */
  public static void unchanged(Execution now) {
    now.current.effects--;
  }

  /** How much an operation changes; what takes a lock is undone by what gives that one back. */
  static int effect(OpKind kind, int object, int modes) {
    boolean isChange = (modes & (Dependence.SHARE | Dependence.SHARE << 2)) != 0;
    return switch (kind) {
      case LOCK, WRITE_LOCK -> hold(object, false);
      case READ_LOCK -> hold(object, true);
      case TRY_LOCK, TRY_WRITE_LOCK -> isChange ? hold(object, false) : 0;
      case TRY_READ_LOCK -> isChange ? hold(object, true) : 0;
      case UNLOCK, WRITE_UNLOCK -> -hold(object, false);
      case READ_UNLOCK -> -hold(object, true);
      case CHOICE, PASS -> 1;
      case READ -> 0;
      default -> isChange ? 1 : 0;
    };
  }

  /**
   * A number for one hold of a lock: sums of them tell which locks were taken and not given back.
   */
  private static int hold(int object, boolean isShared) {
    int mixed = (2 * object + (isShared ? 1 : 0) + 1) * 0x9E3779B1;
    mixed = (mixed ^ mixed >>> 15) * 0x85EBCA6B;
    return mixed ^ mixed >>> 13;
  }

  /**
   * A thread takes a lock once more that it holds, or gives back one of several holds: that is no
   * operation, and the thread itself can tell.
   *
   * @param change how many holds more
   */
  public static void holdsAgain(ProgramThread self, int lock, boolean isShared, int change) {
    self.effects += change * hold(lock, isShared);
  }
}
