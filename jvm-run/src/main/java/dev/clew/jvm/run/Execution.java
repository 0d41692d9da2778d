package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.Guide;
import dev.clew.trace.LocalTurns;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * Executes the program once, as a schedule says: whoever has the turn runs until it stands at a
 * visible operation, and decides there who goes on.
 *
 * <p>A model of a primitive does three things for each operation: it {@linkplain #stand stands}
 * until the operation is to be done, does it, and {@linkplain #record records} it. All this happens
 * on the stack of the thread; nothing is allocated.
 */
public final class Execution {
  /** The number of the main thread. */
  public static final int MAIN = 0;

  /** The thread that lets time pass; it runs only when nobody else can. */
  public static final int CLOCK = 1;

  private static final int TIMEOUT = Dependence.modes(OpKind.TIMEOUT, true);
  private static final int END = Dependence.modes(OpKind.END, true);

  public final Objects objects = new Objects();
  public final ProgramThreads threads = new ProgramThreads();
  public final Clocks clocks = new Clocks();
  public final VirtualClock time = new VirtualClock(this);
  public final Positions positions = new Positions();
  public final Failures failures;
  public final Values values = new Values(this);
  public final Monitors monitors = new Monitors(this);
  public final AtomicCollections collections = new AtomicCollections(this);
  final PlainCollections plainCollections = new PlainCollections(this);
  public final Variables variables = new Variables(this);
  public final ThreadModel threadModel = new ThreadModel(this);
  public final ThreadNames threadNames = new ThreadNames(this);
  public final Initialisers initialisers = new Initialisers(this);
  public final Hangs hangs = new Hangs(this);
  public final Patience patience = new Patience(this);
  public final Rounds rounds = new Rounds(this);
  public final ShortSleeps shortSleeps = new ShortSleeps(this);
  public final Exits exits = new Exits(this);
  public final Spins spinning = new Spins(this);
  public final Explorations explorations = new Explorations();
  public final Invariants invariants = new Invariants(this);
  public final Crowds crowds = new Crowds(this);
  public final Likeness likeness = new Likeness(this);
  private final StateLook state = new StateLook(this);
  private final Chooser chooser = new Chooser(threads);
  private final Labels labels = new Labels();
  public final Details details;
  private final Turns turns;
  public final RaceDetector races;
  public final Shadows shadows;

  /** What must not be collected while the execution lasts. */
  private final List<Object> kept = new ArrayList<>();

  /** The classes that class loaders of the program defined, so far. */
  private final Set<String> foreignClasses = new ConcurrentSkipListSet<>();

  private final Set<String> uncontrolledClasses = new ConcurrentSkipListSet<>();

  /** What loads the classes of the program. */
  private @Nullable ClassLoader programLoader;

  /** Where it is written down what happens, for the case that the JVM dies; null if nowhere. */
  private @Nullable Journal journal;

  /** What knows what threads may still do, null if nobody asks. */
  private @Nullable Foresight foresight;

  /** The number of this execution, from 1. */
  public long number;

  /** The thread that has the turn. */
  public ProgramThread current = threads.get(MAIN);

  private Schedule schedule = new Schedule();

  /** Who decides at each state after the plan how to go on, null if nobody does. */
  private @Nullable Guide guide;

  private Trace trace = new Trace();
  private int common;
  private int planned;
  private int done;
  private int limit;
  private int label;

  /** The next of the {@linkplain Schedule#turns turns} that the schedule wants. */
  private int wantedTurn;

  /** After how many events that is due. */
  private int turnDue;

  /** The event for which the trace knows what else could have happened. */
  private int announced;

  private boolean recordsDetails;
  private boolean recordsEnabled;

  /** After how many events nothing is to happen any more, -1 for never. */
  private int stop;

  private Ending ending = Ending.COMPLETED;
  private @Nullable RuntimeException problem;

  /**
   * An execution on the best turns that this virtual machine can do.
   *
   * @param onPlatformThreads for programs that need them, see {@link PinnedThread}
   */
  public static Execution create(boolean onPlatformThreads) {
    return new Execution(Turns.create(onPlatformThreads));
  }

  private Execution(Turns turns) {
    this.turns = turns;
    this.races = new RaceDetector(objects, trace, likeness, initialisers.order);
    this.shadows = new Shadows(this);
    this.failures = new Failures(this);
    this.details = new Details(this);
    threads.watch(spinning);
    threads.watch(likeness);
  }

  // --- for the explorer

  /** Executes the program; main is what its first thread does. */
  public void run(Schedule newSchedule, Trace newTrace, Thread mainThread, Runnable main) {
    begin(newSchedule, newTrace);
    programLoader = mainThread.getContextClassLoader();
    ThreadFields.numberMain(mainThread);
    ProgramThread first = threads.add(MAIN, mainThread, false);
    prepare(first, main);
    exits.prepareNaturalEnd();
    Hooks.execution = this;
    try {
      if (stop != 0) {
        turns.run(MAIN);
      }
    } finally {
      Hooks.running = null;
      Hooks.execution = null;
      if (journal != null) {
        journal.turn(Turns.EXPLORER);
      }
      Globals.endExecution();
    }
    RuntimeException failed = problem;
    if (failed != null) {
      problem = null;
      turns.abandon();
      throw failed;
    }
    if (recordsDetails) {
      details.finish();
    }
    if (ending != Ending.SLEEP_BLOCKED && crowds.exceedsLimit()) {
      ending = Ending.SLEEP_BLOCKED; // it could not have come so far
    }
    if (ending == Ending.DEADLOCK) {
      locateBlocked();
    }
    trace.finish(ending);
    threads.addPending(trace.pending(), positions);
    turns.abandon();
    if (failures.wereExhausted()) {
      kept.clear();
      shadows.begin();
      plainCollections.forget();
    }
  }

  /** Finds out where the blocked threads stand that did not say so. */
  private void locateBlocked() {
    for (int t = 0; t < threads.end(); t++) {
      ProgramThread thread = threads.find(t);
      if (thread != null && thread.phase == ProgramThread.STANDING && thread.site < 0) {
        thread.site = Positions.innermost(turns.stack(t));
      }
    }
  }

  private void begin(Schedule newSchedule, Trace newTrace) {
    number++;
    Hooks.turn = number << 12;
    Globals.reset();
    ClassInitialisation.startExecution();
    schedule = newSchedule;
    trace = newTrace;
    common = schedule.common();
    planned = schedule.length();
    guide = schedule.guide();
    limit = schedule.stepLimit();
    recordsDetails = schedule.recordsDetails();
    recordsEnabled = schedule.recordsEnabled();
    done = 0;
    wantedTurn = 0;
    turnDue = nextTurnDue();
    kept.clear();
    plainCollections.forget();
    ending = Ending.COMPLETED;
    likeness.begin(trace, common);
    trace.restart(common);
    threads.begin(number);
    clocks.begin(number);
    time.begin();
    races.begin(number, trace, guide != null);
    state.begin();
    shadows.begin();
    objects.begin(recordsDetails);
    failures.defaultHandler = null;
    initialisers.begin();
    explorations.begin();
    exits.begin();
    threadNames.begin();
    invariants.begin();
    crowds.begin();
    announced = -1;
    stop = recordsDetails && schedule.stopsAfterSteps() ? schedule.length() : -1;
    if (journal != null) {
      journal.begin(number, trace, common);
    }
    details.begin(trace);
    chooser.begin(schedule, trace);
    Foresight asked = foresight;
    if (asked != null) {
      asked.beginExecution();
    }
  }

  /** Asks, from the next execution on, what threads may still do; and notes plain accesses. */
  public void foresee(Foresight newForesight, PlainAccesses accesses) {
    foresight = newForesight;
    races.noteAll(accesses);
  }

  /** The thread that has the turn begins with a method of the program. */
  void begun() {
    Foresight asked = foresight;
    if (asked != null && schedule.recordsProspects()) {
      Hooks.running = null;
      IdentityHashes.suspend(current);
      asked.begun(current);
      IdentityHashes.resume(current);
      Hooks.leave(this);
    }
  }

  private void foresee(
      Foresight asked, int i, ProgramThread thread, OpKind kind, int object, int modes) {
    IdentityHashes.suspend(current);
    boolean isDone = Dependence.first(modes) != Dependence.READ;
    trace.addProspect(i, asked.after(thread, kind, object, isDone));
    IdentityHashes.resume(current);
  }

  /** Makes a thread that begins with the given code when it first gets the turn. */
  public void prepare(ProgramThread thread, Runnable code) {
    Thread identity = thread.identity;
    if (identity == null) {
      throw new IllegalStateException("thread " + thread.number + " does not live");
    }
    turns.prepare(thread.number, identity, () -> runThread(thread, identity, code));
  }

  private int runThread(ProgramThread thread, Thread identity, Runnable code) {
    thread.runner = Thread.currentThread();
    ThreadFields.Mask mask = ThreadFields.mask(identity);
    try {
      ThreadFields.seed(thread);
      IdentityHashes.begin(thread);
      return runCode(thread, code);
    } finally {
      if (mask != null) {
        mask.end();
      }
    }
  }

  /** The name of the method that runs the code of a thread. */
  static final String BEGIN_OF_THREAD = "runCode";

  private int runCode(ProgramThread thread, Runnable code) {
    resume(thread);
    boolean wasControlled = true;
    try {
      code.run();
      wasControlled = Hooks.running == thread.runner && !thread.isBusy;
    } catch (Turns.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      checkNotOver();
      Hooks.running = null;
      if (failures.isExhaustion(thread, e)) {
        // Others may depend on what was broken off: nothing can be said about what they would do.
        threads.breakOff();
        return Turns.EXPLORER;
      }
      failures.uncaught(thread, e);
    }
    checkNotOver();
    Hooks.running = null;
    if (!wasControlled) {
      problem = brokenOff(thread);
      return Turns.EXPLORER;
    }
    end(thread);
    return decide();
  }

  private BeyondControl brokenOff(ProgramThread thread) {
    return new BeyondControl(
        "the stack or the memory ran out in the middle of an operation of the thread "
            + threads.name(thread.number)
            + ", which caught the error and went on.\n  What the operation has done is not known,"
            + " so the program cannot be checked: do not catch that error.");
  }

  /** A thread that is being unwound does nothing more. */
  private void checkNotOver() {
    if (Hooks.execution != this) {
      throw new Turns.Abandoned();
    }
  }

  private void end(ProgramThread thread) {
    if (!invariants.isEmpty()) {
      invariants.look(thread);
    }
    if (objects.isLivenessVisible(thread.number)) {
      int liveness = objects.liveness(thread.number);
      stand(thread, OpKind.END, liveness, null, -1);
      clocks.release(thread, liveness);
      record(thread, OpKind.END, liveness, END);
      Hooks.running = null;
    }
    likeness.ended(thread);
    IdentityHashes.leave(thread);
    threads.end(thread);
  }

  /** Gives control back to the program: from here on the hooks of this thread are heard. */
  public void resume(ProgramThread thread) {
    current = thread;
    Hooks.turn = (number << 12) | thread.number;
    if (journal != null) {
      journal.turn(thread.number);
    }
    Hooks.running = thread.runner;
  }

  /** Writes down what happens from now on, for the case that the JVM dies. */
  public void keepJournal(Journal newJournal) {
    journal = newJournal;
    threads.keepJournal(newJournal);
    objects.keepJournal(newJournal);
  }

  // --- for who watches from another thread

  /** A number that changes as long as the program goes on; 0 while no execution is under way. */
  public long progress() {
    return Hooks.execution == this ? (number << 32) ^ Hooks.steps ^ Long.MIN_VALUE : 0;
  }

  /** What runs the thread that has the turn. */
  public Thread runner() {
    return turns.runner();
  }

  /** Ends what executions need; nothing is left running. */
  public void close() {
    turns.close();
  }

  // --- for the models

  /**
   * Stands at an operation until it is to be done.
   *
   * @param object what the operation accesses first, -1 if nothing
   * @param gate whether it can be done; null if always
   * @param site where the program does it, -1 if that must be looked up
   */
  public void stand(ProgramThread self, OpKind kind, int object, @Nullable Gate gate, int site) {
    checkNotOver();
    if (self.isBusy) {
      fail(brokenOff(self), self);
    }
    if (self.computation != null) {
      checkComputation(self);
    }
    self.isBusy = true;
    self.isAtFence = false;
    self.kind = kind;
    self.object = object;
    self.gate = gate;
    self.site = site;
    self.phase = ProgramThread.STANDING;
    if (recordsDetails) {
      details.standing(self);
    }
    if (!invariants.isEmpty()) {
      invariants.look(self);
    }
    int next = decide();
    if (next != self.number) {
      IdentityHashes.leave(self);
      if (!turns.pass(next)) {
        throw unwound(self);
      }
      current = self;
      Hooks.turn = (number << 12) | self.number;
      if (journal != null) {
        journal.turn(self.number);
      }
      IdentityHashes.enter(self);
    }
    self.phase = ProgramThread.LOCAL;
    self.gate = null;
    self.alternatives = null;
  }

  /**
   * A function that computes what a collection will hold comes to an operation: others may see that
   * it is under way. As long as this is not known, the execution means nothing.
   */
  private void checkComputation(ProgramThread self) {
    if (!objects.isVisible(Matter.COMPUTATIONS)) {
      trace.reveal(objects.of(Matter.COMPUTATIONS));
      dismiss(self);
    }
  }

  /** Stands at an operation that may give up after a time when nothing else can run. */
  public boolean standTimed(
      ProgramThread self, OpKind kind, int object, @Nullable Gate gate, int site, long nanos) {
    return standUntil(self, kind, object, gate, site, time.deadline(self, nanos));
  }

  /** The same, at an operation that may give up at a time of the clock. */
  boolean standUntil(
      ProgramThread self, OpKind kind, int object, @Nullable Gate gate, int site, long deadline) {
    self.isTimed = true;
    self.gaveUp = false;
    self.deadline = deadline;
    threads.timedOperationSeen();
    shortSleeps.waits(self, deadline);
    stand(self, kind, object, gate, site);
    self.isTimed = false;
    return !self.gaveUp;
  }

  /** The program may look at identity hash codes: from now on they belong to its state. */
  void noteHashes() {
    if (guide != null && state.countHashes()) {
      trace.startAgain();
    }
  }

  /** Keeps an object from being collected until the execution is over. */
  public void keep(Object object) {
    kept.add(object);
  }

  /** The alternative that the operation stood at last is to take, negative if any. */
  public int label() {
    return label;
  }

  /**
   * Whether a thread that comes round without a change goes on nevertheless: a guide that knows the
   * states sees that nothing changed, and the schedule of what it found may say so.
   */
  boolean isToGoRound(ProgramThread thread) {
    if (guide != null) {
      return state.isKnown();
    }
    for (int i = done; recordsDetails && i < planned; i++) {
      if (schedule.thread(i) == CLOCK) {
        return false; // it stops, and looks again when time has passed
      }
      if (schedule.thread(i) == thread.number) {
        return true;
      }
    }
    return false;
  }

  /** The index of the event that is recorded next. */
  public int events() {
    return done;
  }

  /** Whether values and positions are wanted. */
  public boolean recordsDetails() {
    return recordsDetails;
  }

  /** Records an operation that has nothing but an object. */
  public int record(ProgramThread thread, OpKind kind, int object, int modes) {
    return record(thread, kind, object, -1, modes, -1, 0, 0, 0, -1, -1);
  }

  /** Records an access to a variable that had this value before. */
  public int recordAccess(
      ProgramThread thread, OpKind kind, int object, int modes, int before, int expected) {
    return record(thread, kind, object, -1, modes, -1, before, expected, 0, -1, -1);
  }

  /** Records an operation; the columns are those of a {@link Trace}. */
  public int record(
      ProgramThread thread,
      OpKind kind,
      int object,
      int other,
      int modes,
      int newLabel,
      int before,
      int expected,
      int amount,
      int link,
      int target) {
    int i = done;
    thread.isBusy = true;
    thread.effects += Spins.effect(kind, object, modes);
    if (i < common) {
      if (!confirms(i, thread.number, kind, object, modes)) {
        giveUpExecution(thread);
      }
    } else {
      trace.append(
          thread.number,
          kind,
          object,
          other,
          modes,
          newLabel,
          before,
          expected,
          amount,
          link,
          target);
      chooser.observe(thread.number, kind, object, other, modes);
      Foresight asked = foresight;
      if (asked != null && schedule.recordsProspects()) {
        foresee(asked, i, thread, kind, object, modes);
      }
    }
    likeness.observe(i, thread, kind, target);
    if (journal != null) {
      journal.step(i, thread.number, newLabel);
    }
    done = i + 1;
    Hooks.steps++;
    thread.isBusy = false;
    if (recordsDetails) {
      details.finish();
      details.recorded(i, thread, kind, object);
      if (done == stop) {
        details.stop(i, thread, kind, before);
        ending = Ending.STEP_LIMIT;
        giveUpExecution(thread);
      }
    }
    return i;
  }

  private boolean confirms(int i, int thread, OpKind kind, int object, int modes) {
    try {
      trace.confirm(i, thread, kind, object, modes);
      return true;
    } catch (ReplayDivergence e) {
      problem = e;
      return false;
    }
  }

  /** Ends the execution because something is wrong with it; does not come back. */
  public void fail(RuntimeException newProblem, ProgramThread thread) {
    problem = newProblem;
    giveUpExecution(thread);
  }

  private void giveUpExecution(ProgramThread thread) {
    thread.phase = ProgramThread.ENDED;
    if (!turns.pass(Turns.EXPLORER)) {
      throw unwound(thread);
    }
    throw new IllegalStateException("the execution is over");
  }

  /**
   * What unwinds a thread that cannot be put aside where it is. The execution ends here, and means
   * nothing: the program must be executed on other turns.
   */
  private Turns.Abandoned unwound(ProgramThread thread) {
    if (problem == null) {
      int site =
          thread.site >= 0 ? thread.site : Positions.innermost(new Throwable().getStackTrace());
      problem = new PinnedThread(threads.name(thread.number), BeyondControl.place(site));
    }
    Hooks.execution = null;
    Hooks.running = Thread.currentThread(); // whatever it does on its way out unwinds it again
    return new Turns.Abandoned();
  }

  /** Ends the execution for all threads wherever they are; does not come back. */
  public void breakOff(ProgramThread thread) {
    ending = Ending.COMPLETED;
    threads.breakOff();
    giveUpExecution(thread);
  }

  /**
   * Ends the execution because it cannot be one of the program, or the search starts again; does
   * not come back.
   */
  public void dismiss(ProgramThread thread) {
    ending = Ending.SLEEP_BLOCKED;
    giveUpExecution(thread);
  }

  /** Ends the execution because a thread computes without end; does not come back. */
  public void hang(ProgramThread thread) {
    ending = Ending.STEP_LIMIT;
    giveUpExecution(thread);
  }

  public Trace trace() {
    return trace;
  }

  /** What loads the classes of the program, null if nobody said. */
  public @Nullable ClassLoader programLoader() {
    return programLoader;
  }

  /** A class loader of the program defines a class: its code has no hooks. */
  public void noteForeignClass(String name) {
    foreignClasses.add(name);
  }

  /** The classes of which this was said. */
  public Set<String> foreignClasses() {
    return foreignClasses;
  }

  /** The JDK calls methods of this class of the program outside control. */
  void noteUncontrolledClass(String name) {
    uncontrolledClasses.add(name);
  }

  /** The classes of which this was said. */
  public Set<String> uncontrolledClasses() {
    return uncontrolledClasses;
  }

  // --- who goes on

  /** The thread that goes on, or {@link Turns#EXPLORER}; lets time pass where it must. */
  private int decide() {
    while (problem == null) {
      if (done >= turnDue) {
        int wanted = wantedTurn();
        if (wanted >= 0) {
          return runOn(wanted);
        }
      }
      if (recordsEnabled) {
        int local = threads.anyLocal();
        if (local >= 0) {
          return runOn(local);
        }
      }
      int next = done < planned ? plannedThread() : freeThread();
      if (next != CLOCK) {
        return next;
      }
      passTime();
    }
    return Turns.EXPLORER;
  }

  /** A thread runs on to where it stands. */
  private int runOn(int thread) {
    trace.addTurn(done, thread);
    return thread;
  }

  /** The thread that is to run on now as the schedule wants it, -1 if there is none. */
  private int wantedTurn() {
    LocalTurns turns = schedule.turns();
    int wanted = -1;
    while (wanted < 0 && done >= turnDue) {
      ProgramThread thread = threads.find(turns.thread(wantedTurn));
      wantedTurn++;
      turnDue = nextTurnDue();
      wanted = thread != null && thread.phase == ProgramThread.LOCAL ? thread.number : -1;
    }
    return wanted;
  }

  private int nextTurnDue() {
    LocalTurns turns = schedule.turns();
    return wantedTurn < turns.size() ? turns.events(wantedTurn) : Integer.MAX_VALUE;
  }

  private int plannedThread() {
    int i = done;
    if (i >= limit) {
      return over(Ending.STEP_LIMIT);
    }
    int next = schedule.thread(i);
    label = schedule.label(i);
    ProgramThread thread = next == CLOCK ? null : threads.find(next);
    boolean canGoOn = thread != null && threads.isEnabled(thread);
    int local = canGoOn ? -1 : threads.anyLocal();
    if (local >= 0) {
      // It may have no operation left: to come to its end may be what lets others go on.
      return runOn(local);
    }
    if (next == CLOCK) {
      if (label == Schedule.ANY_LABEL) {
        label = chooser.awakeTimeout();
      }
      return CLOCK;
    }
    if (thread == null || !canGoOn || i >= common && likeness.isHeld(thread)) {
      problem = new ReplayDivergence(i, "thread " + threads.key(next) + " cannot go on");
      return Turns.EXPLORER;
    }
    if (thread.phase == ProgramThread.LOCAL) {
      return runOn(next);
    }
    if (label == Schedule.ANY_LABEL) {
      label = chooser.awakeLabel(thread);
    }
    if (i >= common) {
      announce(thread);
    }
    return next;
  }

  private int freeThread() {
    Guide guiding = guide;
    if (guiding != null) {
      return guidedThread(guiding);
    }
    int next = chooser.next(done == 0 ? MAIN : trace.thread(done - 1));
    if (next == Chooser.NOBODY) {
      boolean isBlocked = chooser.sawSleeper();
      ProgramThread held = isBlocked ? null : threads.findHeld();
      if (held != null) {
        likeness.noteStuck(held);
        return over(Ending.SLEEP_BLOCKED);
      }
      return over(isBlocked ? Ending.SLEEP_BLOCKED : maximalEnding());
    }
    ProgramThread thread = threads.find(next);
    if (thread != null && thread.phase == ProgramThread.LOCAL) {
      return runOn(next);
    }
    if (done >= limit) {
      int local = threads.anyLocal();
      return local >= 0 ? runOn(local) : over(Ending.STEP_LIMIT);
    }
    label = chooser.label();
    if (thread != null) {
      announce(thread);
    }
    return next;
  }

  /** The thread that a guide wants to go on; all threads stand. */
  private int guidedThread(Guide guiding) {
    boolean isAnyEnabled = threads.offerThoseWhoCanGoOn(trace, labels);
    // Neither the look nor the engine may take identity hash codes that are the program's.
    IdentityHashes.suspend(current);
    state.look();
    if (threads.mayEnd()) {
      guiding.mayEnd();
    }
    int next = guiding.next(trace, state.high(), state.low());
    IdentityHashes.resume(current);
    if (next == Guide.STOP) {
      return over(isAnyEnabled ? Ending.KNOWN_STATE : maximalEnding());
    }
    if (done >= limit) {
      return over(Ending.STEP_LIMIT);
    }
    label = guiding.label();
    if (next == CLOCK) {
      label = label == Schedule.ANY_LABEL ? chooser.awakeTimeout() : label;
      return CLOCK;
    }
    ProgramThread thread = threads.get(next);
    label = label == Schedule.ANY_LABEL ? chooser.awakeLabel(thread) : label;
    announce(thread);
    return next;
  }

  /** How an execution ends in which nobody can go on. */
  private Ending maximalEnding() {
    if (threads.mayEnd()) {
      rounds.revealStopped();
      return Ending.COMPLETED;
    }
    if (threads.areSpinning() && isCutShort()) {
      return Ending.COMPLETED; // as far as it is to be explored
    }
    if (!threads.areWorkersIdle()) {
      return Ending.DEADLOCK;
    }
    threads.noteLeak();
    return Ending.COMPLETED;
  }

  /** Whether threads that go round would go on, or what they looked at was no operation. */
  private boolean isCutShort() {
    return !trace.races().isEmpty()
        || trace.revealed().size() > 0
        || threads.wouldGoOn(spinning) && !spinning.goRoundTogether(threads);
  }

  private int over(Ending newEnding) {
    ending = newEnding;
    return Turns.EXPLORER;
  }

  /** Records what could happen instead of the next event of a thread. */
  private void announce(ProgramThread thread) {
    if (announced == done) {
      return;
    }
    announced = done;
    if (recordsEnabled && guide == null) {
      threads.offerEnabled(trace);
    }
    Alternatives alternatives = thread.alternatives;
    if (alternatives != null) {
      labels.clear();
      alternatives.addTo(labels);
      offerLabels();
    }
  }

  private void offerLabels() {
    for (int k = 0; labels.size() > 1 && k < labels.size(); k++) {
      trace.offerOption(labels.get(k));
    }
  }

  /** Time passes: the operation of a blocked thread gives up. */
  private void passTime() {
    threads.addTimeouts(labels);
    if (labels.size() == 0 || label >= 0 && !labels.contains(label)) {
      String who = label >= 0 ? "thread " + threads.key(label) : "a thread";
      problem = new ReplayDivergence(done, who + " cannot give up an operation here");
      return;
    }
    if (done >= common) {
      if (recordsEnabled && guide == null) {
        trace.offerEnabled(CLOCK);
      }
      offerLabels();
    }
    ProgramThread first = threads.get(label >= 0 ? label : labels.get(0));
    first.gaveUpInterrupted = first.heedsInterrupts && first.isInterrupted;
    if (!first.gaveUpInterrupted) {
      time.moveTo(first.deadline, threads);
    }
    time.notePassed(done);
    giveUp(first);
    threads.addThoseWhoWake(labels, time.now());
    noteWhoGoesOn(first);
    giveUpAll(false);
    threads.addThoseWhoLookAgain(labels, objects);
    giveUpAll(true);
  }

  /**
   * Notes for those who go on because time passed whether nobody else does who could change
   * something: they are alone, or all of them only look, and did so in vain.
   */
  private void noteWhoGoesOn(ProgramThread first) {
    boolean isAlone = labels.size() == 0 || spinning.looksOnly(first);
    for (int k = 0; isAlone && k < labels.size(); k++) {
      isAlone = spinning.looksOnly(threads.get(labels.get(k)));
    }
    int passed = isAlone ? time.passed() : Trace.NONE;
    first.passedAlone = passed;
    for (int k = 0; k < labels.size(); k++) {
      threads.get(labels.get(k)).passedAlone = passed;
    }
  }

  /** The operations of the threads in the list give up, one right after the other. */
  private void giveUpAll(boolean lookAgain) {
    for (int k = 0; k < labels.size(); k++) {
      ProgramThread thread = threads.get(labels.get(k));
      thread.looksAgain = lookAgain;
      if (recordsEnabled && done >= common) {
        trace.offerEnabled(CLOCK);
      }
      giveUp(thread);
    }
  }

  /** The operation of a blocked thread gives up; the thread finds out why and what to do. */
  private void giveUp(ProgramThread thread) {
    threads.noteRest(thread);
    boolean isWait = thread.kind == OpKind.REACQUIRE;
    OpKind kind = isWait ? OpKind.WAIT : thread.kind;
    boolean hasObject =
        switch (kind) {
          case LOCK, ACQUIRE, READ_LOCK, WRITE_LOCK -> true;
          default -> false;
        };
    ProgramThread clock = threads.get(CLOCK);
    WaitSet set = thread.waitsIn;
    if (set != null) {
      set.remove(thread, done, false);
    }
    thread.gaveUp = true;
    thread.isBusy = false;
    thread.isSpinning = false;
    if (!thread.gaveUpInterrupted && !thread.looksAgain) {
      time.isDue(thread);
    }
    if (!isWait) {
      thread.phase = ProgramThread.LOCAL;
    }
    record(
        clock,
        OpKind.TIMEOUT,
        -1,
        -1,
        TIMEOUT,
        thread.number,
        kind.code(),
        hasObject ? thread.object : -1,
        thread.amount,
        -1,
        thread.number);
  }
}
