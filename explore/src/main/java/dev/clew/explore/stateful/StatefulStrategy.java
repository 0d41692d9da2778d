package dev.clew.explore.stateful;

import dev.clew.explore.strategy.Strategy;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.Guide;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Stateful dynamic partial-order reduction (thesis, chapter 4) on an explicit graph of states.
 *
 * <p>Each execution is guided from state to state: along known steps to the first plan, over new
 * states freely, and where it comes to a known state on to the next plan nearby. It ends where
 * there is none. Then the {@link Expansion} learns from what was new.
 *
 * <p>Every known step that is executed again is compared with what it did before, and the state it
 * leads to with the one it led to: a fingerprint that takes different states for one is likely to
 * show here.
 */
public final class StatefulStrategy implements Strategy, Guide {
  /** How many states are looked at for a plan near a known state. */
  private static final int NEAR = 256;

  /** So many states that the program cannot tell are no sign that it cannot tell others. */
  private static final int FEW_UNKNOWN = 100;

  private final Trace trace;
  private final Program program;
  private final InternedSets sets = new InternedSets();
  private final Operations operations = new Operations();
  private final StateGraph graph = new StateGraph();
  private final Obstacles obstacles;
  private final Expansion expansion;
  private final Route route;
  private final Holds holds;

  /** States in which every blocked thread is to be seen. */
  private final Deque<Integer> visits = new ArrayDeque<>();

  private boolean[] isSurveyed = new boolean[64];
  private boolean hasCycles;

  /** Steps that lead to a cycle on which executions never end, and around it; null if none. */
  private int @Nullable [] rounds;

  private boolean wereRoundsSought;
  private boolean isEndlessByDesign;
  private boolean goesRound;

  /** States that are like no other, as the program cannot tell them. */
  private int unknown;

  // --- the execution under way
  private int[] stateAt = new int[64];
  private int[] stepAt = new int[64];
  private int depth;
  private int known;
  private boolean mayEnd;
  private int label;
  private boolean stopsAtEndOfRoute;

  /** A search of the given program, whose executions are recorded in the given trace. */
  public StatefulStrategy(Program program, Trace trace) {
    this.program = program;
    this.trace = trace;
    this.obstacles = new Obstacles(program);
    this.expansion = new Expansion(graph, operations, obstacles, sets);
    this.route = new Route(graph, NEAR);
    this.holds = new Holds(operations.locks);
  }

  @Override
  public boolean needsEnabledThreads() {
    return true;
  }

  // --- which execution

  @Override
  public boolean next(Schedule schedule) {
    schedule.keep(0);
    schedule.setGuide(this);
    depth = -1;
    holds.clear();
    known = graph.states();
    goesRound = false;
    if (known == 0) {
      return true;
    }
    int plan = graph.firstPlan();
    stopsAtEndOfRoute = plan < 0;
    if (plan >= 0) {
      route.leadTo(plan);
      return true;
    }
    if (!visits.isEmpty()) {
      route.leadToState(visits.remove());
      return true;
    }
    if (rounds == null) {
      return false;
    }
    goesRound = true;
    route.leadAlong(rounds);
    rounds = null;
    return true;
  }

  @Override
  public boolean goesRound() {
    return goesRound;
  }

  @Override
  public boolean knowsStates() {
    return unknown <= FEW_UNKNOWN || 2 * unknown < graph.states();
  }

  @Override
  public boolean hasNext() {
    return graph.states() == 0 || graph.firstPlan() >= 0 || !visits.isEmpty() || rounds != null;
  }

  // --- guiding it

  @Override
  public void mayEnd() {
    mayEnd = true;
  }

  @Override
  public int next(Trace sameTrace, long high, long low) {
    goOn(high, low, true);
    if (mayEnd) {
      graph.setMayEnd(stateAt[depth]);
      mayEnd = false;
    }
    if (stepAt[depth] >= 0) {
      return graph.thread(stepAt[depth]); // asked again before anything happened
    }
    int state = stateAt[depth];
    int step = route.nextFrom(state); // on its way it may come to states that are new here
    if (step < 0) {
      step = state < known ? stepFromKnown(state) : stepFromNew(state);
    }
    if (step < 0) {
      return STOP;
    }
    stepAt[depth] = step;
    label = graph.label(step);
    return graph.thread(step);
  }

  @Override
  public int label() {
    return label;
  }

  private int stepFromKnown(int state) {
    if (stopsAtEndOfRoute) {
      return StateGraph.NONE;
    }
    route.leadOnFrom(state);
    return route.nextFrom(state);
  }

  private int stepFromNew(int state) {
    if (graph.firstOut(state) >= 0) {
      return graph.planAt(state); // the state was found, and met again, in this execution
    }
    int thread = depth > 0 ? trace.thread(depth - 1) : 0;
    int enabled = graph.enabled(state);
    if (!sets.contains(enabled, thread)) {
      thread = sets.next(enabled, 0);
    }
    return thread < 0 ? StateGraph.NONE : graph.plan(state, thread, Schedule.ANY_LABEL);
  }

  /** Takes in the events since the guide was asked last, and the state after them. */
  private void goOn(long high, long low, boolean isUnderWay) {
    int size = trace.size();
    ensureRoom(size);
    if (depth < 0) {
      stateAt[0] = arriveAt(StateGraph.NONE, high, low);
      stepAt[0] = StateGraph.NONE;
      depth = 0;
      noteEnabled(size == 0, isUnderWay);
    }
    while (depth < size) {
      boolean isLast = depth + 1 == size;
      goOver(depth, isLast ? high : UNKNOWN, isLast ? low : UNKNOWN);
      depth++;
      noteEnabled(isLast, isUnderWay);
    }
  }

  private void noteEnabled(boolean isHere, boolean isUnderWay) {
    int state = stateAt[depth];
    if (state < known || graph.firstOut(state) >= 0) {
      return;
    }
    int threads = InternedSets.EMPTY;
    if (isHere) {
      for (int k = 0; isUnderWay && k < trace.nextEnabledCount(); k++) {
        threads = sets.with(threads, trace.nextEnabled(k));
      }
    } else {
      threads = sets.with(threads, trace.thread(depth));
    }
    graph.setEnabled(state, threads);
  }

  /** Goes over event i, which leads to a state with this fingerprint. */
  private void goOver(int i, long high, long low) {
    int state = stateAt[i];
    int step = stepAt[i];
    if (step < 0 || graph.source(step) != state || graph.thread(step) != trace.thread(i)) {
      step = graph.step(state, trace.thread(i), trace.label(i)); // nobody asked before this event
      if (step < 0) {
        step = graph.plan(state, trace.thread(i), trace.label(i));
      }
      stepAt[i] = step;
    }
    if (graph.target(step) < 0) {
      describe(i, step);
      holds.append(trace, i);
      stateAt[i + 1] = arriveAt(step, high, low);
    } else {
      confirm(i, step, high, low);
      holds.append(trace, i);
      stateAt[i + 1] = graph.target(step);
    }
    stepAt[i + 1] = StateGraph.NONE;
  }

  private int arriveAt(int step, long high, long low) {
    if (step < 0 && graph.states() > 0) {
      checkState(0, high, low);
      return 0;
    }
    unknown += high == UNKNOWN && low == UNKNOWN ? 1 : 0;
    int found = graph.find(high, low);
    int state = found >= 0 ? found : graph.add(high, low);
    if (step >= 0) {
      graph.lead(step, state);
    }
    return state;
  }

  private void describe(int i, int step) {
    int thread = trace.thread(i);
    OpKind kind = OpKind.of(trace.kind(i));
    int started = kind == OpKind.START ? trace.target(i) : -1;
    int operation =
        operations.of(
            thread,
            kind,
            trace.object(i),
            trace.other(i),
            trace.modes(i),
            holds.of(thread),
            started);
    int second = StateGraph.NONE;
    if (kind == OpKind.REACQUIRE) {
      second = cancelling(thread, holds.condition(thread));
    } else if (kind == OpKind.TIMEOUT && trace.expected(i) >= 0) {
      OpKind givenUp = OpKind.of(trace.before(i));
      int loser = trace.target(i);
      second = operations.of(loser, givenUp, trace.expected(i), -1, 0, holds.of(loser), -1);
    }
    graph.describe(step, trace.label(i), operation, second);
    graph.noteChange(step, isChange(kind, trace.modes(i)));
    for (int k = 0; k < trace.optionCount(i); k++) {
      if (graph.step(graph.source(step), thread, trace.option(i, k)) < 0) {
        graph.plan(graph.source(step), thread, trace.option(i, k));
      }
    }
  }

  private static boolean isChange(OpKind kind, int modes) {
    return switch (kind) {
      case LOCK, UNLOCK, READ_LOCK, READ_UNLOCK, WRITE_LOCK, WRITE_UNLOCK -> false;
      default -> (modes & (Dependence.SHARE | Dependence.SHARE << 2)) != 0;
    };
  }

  /** That a thread leaves a wait because of an interrupt, -1 if it cannot. */
  private int cancelling(int thread, int condition) {
    int status = program.interruptStatus(thread);
    if (status < 0 || condition < 0) {
      return StateGraph.NONE;
    }
    return operations.of(thread, OpKind.CANCEL_WAIT, condition, status, 0, holds.of(thread), -1);
  }

  private void confirm(int i, int step, long high, long low) {
    Operations.Operation before = operations.get(graph.operation(step));
    if (before.thread() != trace.thread(i)
        || before.kind().code() != trace.kind(i)
        || before.object() != trace.object(i)
        || graph.label(step) != trace.label(i)) {
      throw new ToolDefect(
          "in a state that seemed known, thread "
              + trace.thread(i)
              + " did "
              + OpKind.of(trace.kind(i))
              + " instead of "
              + before.kind());
    }
    checkState(graph.target(step), high, low);
  }

  private void checkState(int state, long high, long low) {
    if (!graph.looksLike(state, high, low)) {
      throw new ToolDefect("the same steps from a known state led to another state");
    }
  }

  private void ensureRoom(int size) {
    if (size + 2 > stateAt.length) {
      stateAt = Arrays.copyOf(stateAt, 2 * size + 2);
      stepAt = Arrays.copyOf(stepAt, 2 * size + 2);
    }
  }

  // --- learning from it

  @Override
  public void learn(Schedule schedule) {
    if (depth < trace.size()) {
      goOn(UNKNOWN, UNKNOWN, false);
    }
    for (int i = 0; i < trace.size(); i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
    }
    if (trace.ending() != Ending.SLEEP_BLOCKED) {
      addBlocked();
    }
    findObstacles();
    for (int i = 0; i < depth; i++) {
      expansion.change(stateAt[i]);
    }
    expansion.settle();
    if (graph.firstPlan() < 0 && visits.isEmpty()) {
      expandCycles();
    }
    if (hasCycles && !hasNext() && !wereRoundsSought) {
      seekRounds();
    }
  }

  /** What is blocked at the end of the execution counts as an operation that can come. */
  private void addBlocked() {
    int state = stateAt[depth];
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      int thread = pending.thread(p);
      OpKind kind = OpKind.of(pending.kind(p));
      int other = kind == OpKind.PARK ? program.interruptStatus(thread) : -1;
      expansion.addTo(
          state, operations.of(thread, kind, pending.object(p), other, 0, holds.of(thread), -1));
      int condition = pending.target(p) >= 0 ? pending.target(p) : holds.condition(thread);
      int cancelling = kind == OpKind.REACQUIRE ? cancelling(thread, condition) : StateGraph.NONE;
      if (cancelling >= 0) {
        expansion.addTo(state, cancelling);
      }
    }
    if (state >= isSurveyed.length) {
      isSurveyed = Arrays.copyOf(isSurveyed, Math.max(2 * isSurveyed.length, state + 1));
    }
    isSurveyed[state] = true;
  }

  private void findObstacles() {
    obstacles.begin(trace.pending());
    for (int i = depth; i >= 0; i--) {
      if (i < depth) {
        obstacles.goBack(trace, i);
        holds.takeBack(trace, i);
      }
      if (stateAt[i] >= known) {
        obstacles.keep(stateAt[i], sets, graph.enabled(stateAt[i]), holds);
      }
    }
  }

  /**
   * Nothing may be put off for ever on a cycle: all threads are explored from all its states, and
   * of each cycle it is found out who is blocked there.
   */
  private void expandCycles() {
    for (int[] cycle : Cycles.of(graph)) {
      hasCycles = true;
      boolean isKnown = false;
      for (int state : cycle) {
        expansion.exploreAll(state);
        isKnown |= state < isSurveyed.length && isSurveyed[state];
      }
      if (!isKnown) {
        visits.add(cycle[0]);
      }
    }
  }

  /** Everything is explored: looks for executions that never end. */
  private void seekRounds() {
    wereRoundsSought = true;
    FairCycles cycles = new FairCycles(graph, sets);
    rounds = cycles.findFault();
    isEndlessByDesign = cycles.isAnyByDesign();
  }

  // --- what to tell

  @Override
  public List<String> notes() {
    String size =
        String.format(Locale.ROOT, "%,d states, %,d steps", graph.states(), graph.steps());
    if (isEndlessByDesign) {
      return List.of(
          size,
          "some executions never end, and nothing can end them from there on: taken for intended");
    }
    boolean isJudged = hasCycles && wereRoundsSought;
    return isJudged ? List.of(size, "endless executions judged by fair cycles") : List.of(size);
  }

  @Override
  public double explored() {
    int steps = graph.steps();
    return steps == 0 ? 0 : (double) (steps - graph.planCount()) / steps;
  }

  @Override
  public void save(DataOutput out) {
    throw new UnsupportedOperationException("a stateful search cannot be saved");
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) {
    throw new UnsupportedOperationException("a stateful search cannot be resumed");
  }
}
