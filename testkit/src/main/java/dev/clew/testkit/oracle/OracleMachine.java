package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.Access.Mode;
import dev.clew.testkit.oracle.Instruction.Operation;
import dev.clew.testkit.oracle.State.Phase;
import dev.clew.testkit.toy.Toy;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The toy language as a transition system: which steps a state allows, and where each leads.
 *
 * <p>Written from {@code docs/toy-language.md}, independently of the front end, so that a mistake
 * in one of the two shows as a disagreement.
 */
public final class OracleMachine {
  private final World world;
  private final LocalCode localCode;
  private final Effects effects;
  private final Timetable timetable;

  /** How many yields of a thread that can be left are free. */
  static final int ROUNDS = 2;

  /** Any number of yields is free. */
  static final int ENDLESS = Integer.MAX_VALUE;

  private final int rounds;
  private boolean isCut;

  private OracleMachine(World world, boolean[] visible, int rounds) {
    this.rounds = rounds;
    this.world = world;
    this.localCode = new LocalCode(world, visible);
    this.effects = new Effects(world, localCode, rounds);
    this.timetable = new Timetable(world, effects);
  }

  /** The machine of a program in which every access to a plain variable is an operation. */
  public static OracleMachine seeingAll(Toy program) {
    return seeing(program, name -> true);
  }

  /** The same machine, but threads that can be left may go round for ever. */
  public static OracleMachine endless(Toy program) {
    return seeing(program, name -> true, ENDLESS);
  }

  Key noticeablePart(Key state) {
    return State.noticeablePart(world, state);
  }

  /** The machine of a program in which the plain variables of these names are visible. */
  public static OracleMachine seeing(Toy program, Predicate<String> plainVariables) {
    return seeing(program, plainVariables, ROUNDS);
  }

  private static OracleMachine seeing(Toy program, Predicate<String> plainVariables, int rounds) {
    World world = new World(program);
    boolean[] visible = new boolean[world.globalCount()];
    for (int o = 0; o < visible.length; o++) {
      visible[o] = !world.isPlain(o) || plainVariables.test(world.thing(o).name());
    }
    return new OracleMachine(world, visible, rounds);
  }

  /** The names of all plain variables, elements of arrays as {@code name[i]}. */
  public Set<String> plainVariables() {
    Set<String> names = new LinkedHashSet<>();
    for (int o = 0; o < world.globalCount(); o++) {
      if (world.isPlain(o)) {
        names.add(world.thing(o).name());
      }
    }
    return names;
  }

  /** The names of objects, in alphabetical order. */
  Set<String> names(Set<Integer> objects) {
    Set<String> names = new TreeSet<>();
    for (int object : objects) {
      names.add(world.thing(object).name());
    }
    return names;
  }

  World world() {
    return world;
  }

  /** The state before the first event. */
  public State initial() {
    State state = State.before(world);
    for (int t = 0; t < world.threadCount(); t++) {
      if (!world.actor(t).startedByOther()) {
        localCode.run(state, t);
      }
    }
    return state;
  }

  /** Whether a thread has ended by then. */
  boolean hasEndedAtStart() {
    State state = initial();
    return IntStream.range(0, world.threadCount()).anyMatch(t -> state.phase(t) == Phase.ENDED);
  }

  /** All steps that are possible, by thread and label; none if the execution is at its end. */
  public List<Step> choices(State state) {
    List<Step> steps = new ArrayList<>();
    List<Integer> sleepers = timetable.toBeWoken(state);
    if (!sleepers.isEmpty()) {
      return List.of(new Step(world.clock(), sleepers.get(0)));
    }
    for (int t = 0; t < world.threadCount(); t++) {
      addChoices(state, t, steps);
    }
    if (steps.isEmpty() && world.isTimed() && !mayEnd(state)) {
      List<Integer> waiting = new ArrayList<>();
      for (int t = 0; t < world.threadCount(); t++) {
        if (timetable.canGiveUp(state, t)) {
          waiting.add(t);
        }
      }
      timetable.next(state, waiting).forEach(t -> steps.add(new Step(world.clock(), t)));
    }
    return steps;
  }

  private void addChoices(State state, int thread, List<Step> steps) {
    boolean possible =
        switch (state.phase(thread)) {
          case UNSTARTED, ENDED, HALTED -> false;
          case ENDING -> true;
          case AT_OPERATION -> addOperation(state, thread, steps);
          case IN_WAIT_SET -> state.isInterrupted(thread);
          case REACQUIRING -> state.owner(object(state, thread)) < 0;
          case AT_BARRIER ->
              state.generation(object(state, thread)) > state.arrivedGeneration(thread);
        };
    if (possible) {
      steps.add(new Step(thread, Step.NO_LABEL));
    }
  }

  /** Adds the labelled steps of a thread; returns whether there is one without a label instead. */
  private boolean addOperation(State state, int thread, List<Step> steps) {
    Operation operation = effects.operation(state, thread);
    int object = object(state, thread);
    return switch (operation.kind()) {
      case CHOICE -> {
        for (int i = 0; i < state.value(thread, operation.value()); i++) {
          steps.add(new Step(thread, i));
        }
        yield false;
      }
      case NOTIFY -> {
        List<Integer> waiters = effects.waiters(state, object);
        for (int waiter : waiters) {
          if (!operation.inOrder() || state.placeInLine(waiter) == 1) {
            steps.add(new Step(thread, waiter));
          }
        }
        yield waiters.isEmpty();
      }
      case LOCK -> state.owner(object) < 0;
      case ACQUIRE ->
          Effects.isClosed(state, object)
              || state.number(object) >= state.value(thread, operation.value());
      case READ_LOCK -> state.owner(object) < 0 || state.owner(object) == thread;
      case WRITE_LOCK -> state.owner(object) < 0 && !state.hasReaders(object);
      case JOIN -> state.phase(object) == Phase.ENDED;
      case PARK ->
          state.hasPermit(thread)
              || (world.actor(thread).interruptible() && state.isInterrupted(thread));
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET, UNLOCK, TRY_LOCK, WAIT -> true;
      case YIELD ->
          operation.isSleep() ? !timetable.isAsleep(state, thread) : isFree(state, thread);
      case NOTIFY_ALL, UNPARK, INTERRUPT, TEST_INTERRUPT, START, IS_ALIVE -> true;
      case TRY_ACQUIRE, RELEASE, TRY_READ_LOCK, READ_UNLOCK, TRY_WRITE_LOCK -> true;
      case WRITE_UNLOCK, ARRIVE -> true;
      case REACQUIRE, CANCEL_WAIT, END, TIMEOUT, PASS ->
          throw new IllegalStateException("no statement begins with " + operation.kind());
    };
  }

  private boolean isFree(State state, int thread) {
    boolean isFree = !world.actor(thread).canBeLeft() || state.rounds(thread) < rounds;
    isCut |= !isFree;
    return isFree;
  }

  /** Whether a thread ever stood at a yield that was not free. */
  boolean isCut() {
    return isCut;
  }

  /**
   * Whether the program may end: somebody ended it, or all have ended that keep it going and
   * nothing is to be done after that.
   */
  public boolean mayEnd(State state) {
    boolean keepsGoing = world.hasHooks();
    for (int t = 0; t < world.threadCount(); t++) {
      Phase phase = state.phase(t);
      if (phase == Phase.HALTED) {
        return true;
      }
      boolean isAlive = phase != Phase.UNSTARTED && phase != Phase.ENDED;
      keepsGoing |= world.actor(t).keepsAlive() && isAlive;
    }
    return !keepsGoing;
  }

  private int object(State state, int thread) {
    return state.resolve(thread, effects.operation(state, thread).object());
  }

  /** Does one of the {@link #choices} of a state, which it changes, and says what happened. */
  public OracleEvent step(State state, Step step) {
    int thread = step.thread();
    if (thread == world.clock()) {
      return timeOut(state, step.label());
    }
    return switch (state.phase(thread)) {
      case AT_OPERATION -> effects.operate(state, thread, step.label());
      case IN_WAIT_SET -> cancelWait(state, thread);
      case REACQUIRING -> reacquire(state, thread);
      case AT_BARRIER -> pass(state, thread);
      case ENDING -> {
        state.setPhase(thread, Phase.ENDED);
        yield OracleEvent.of(thread, OpKind.END, new Access(world.livenessOf(thread), Mode.WRITE));
      }
      case UNSTARTED, ENDED, HALTED -> throw new IllegalStateException("no choice: " + step);
    };
  }

  private OracleEvent timeOut(State state, int thread) {
    state.setClock(Math.max(state.clock(), state.due(thread)));
    if (state.phase(thread) == Phase.IN_WAIT_SET) {
      effects.leaveWaitSet(state, thread, 0);
    } else {
      effects.finish(state, thread, 0);
    }
    return OracleEvent.of(world.clock(), OpKind.TIMEOUT).withLabel(thread);
  }

  private OracleEvent cancelWait(State state, int thread) {
    int condition = state.resolve(thread, effects.operation(state, thread).condition());
    state.setInterrupted(thread, false);
    effects.leaveWaitSet(state, thread, 2);
    return OracleEvent.of(
        thread,
        OpKind.CANCEL_WAIT,
        new Access(condition, Mode.WRITE),
        new Access(world.interruptStatusOf(thread), Mode.WRITE));
  }

  private OracleEvent reacquire(State state, int thread) {
    int lock = object(state, thread);
    state.setOwner(lock, thread, state.savedHolds(thread));
    state.setSavedHolds(thread, 0);
    int result = state.waitResult(thread);
    state.setWaitResult(thread, 0);
    effects.finish(state, thread, result);
    return OracleEvent.of(thread, OpKind.REACQUIRE, new Access(lock, Mode.WRITE));
  }

  private OracleEvent pass(State state, int thread) {
    state.setArrivedGeneration(thread, 0);
    state.setPc(thread, state.pc(thread) + 1);
    localCode.run(state, thread);
    return OracleEvent.of(thread, OpKind.PASS);
  }

  /** Whether a state without choices is one in which the program is stuck. */
  public boolean isDeadlock(State end) {
    return !mayEnd(end);
  }

  /** What failed on the way to a state. */
  public Set<OracleFailure> failures(State state) {
    Set<OracleFailure> failures = new LinkedHashSet<>();
    for (int t = 0; t < world.threadCount(); t++) {
      if (state.hasFailed(t)) {
        Instruction failed = world.actor(t).code().get(state.pc(t));
        boolean assertion =
            failed instanceof Instruction.Check && state.fault(t) == Fault.Reason.ASSERTION;
        String message = assertion ? ((Instruction.Check) failed).message() : state.fault(t).words;
        failures.add(new OracleFailure(t, assertion, failed.line(), message));
      } else if (state.status(t) != 0) {
        int line = world.actor(t).code().get(state.pc(t)).line();
        failures.add(new OracleFailure(t, false, line, "exit with status " + state.status(t)));
      }
    }
    return failures;
  }

  /**
   * Executes a complete schedule. Those who wake together may do so in any order, which depends on
   * the numbers of threads.
   *
   * @throws ImpossibleSchedule if a step is not possible, or if more could be done at the end
   */
  Execution replay(int[] threads, int[] labels, int length) {
    State state = initial();
    List<OracleEvent> events = new ArrayList<>();
    int[] inOrder = labels.clone();
    for (int i = 0; i < length; i++) {
      List<Step> choices = choices(state);
      if (threads[i] == world.clock()) {
        bringForward(choices, state, threads, inOrder, i, length);
      }
      Step step = new Step(threads[i], inOrder[i]);
      if (!choices.contains(step)) {
        throw new ImpossibleSchedule(
            "step " + i + " is " + step + ", possible are " + choices + ", after " + events);
      }
      events.add(step(state, step));
    }
    List<Step> left = choices(state);
    if (!left.isEmpty()) {
      throw new ImpossibleSchedule(
          "the schedule ends after " + length + " steps, but possible are " + left);
    }
    return new Execution(state, events);
  }

  /** Has the one wake first who does so here, if another one does in a schedule. */
  private void bringForward(
      List<Step> choices, State state, int[] threads, int[] labels, int at, int length) {
    for (Step choice : choices) {
      int first = choice.label();
      if (choice.thread() == world.clock() && timetable.wakeTogether(state, first, labels[at])) {
        for (int i = at + 1; i < length && threads[i] == world.clock(); i++) {
          if (labels[i] == first) {
            labels[i] = labels[at];
            labels[at] = first;
            return;
          }
        }
      }
    }
  }

  /** A complete execution: its last state and its events. */
  record Execution(State end, List<OracleEvent> events) {}
}
