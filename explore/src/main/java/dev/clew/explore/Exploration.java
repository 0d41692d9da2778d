package dev.clew.explore;

import dev.clew.explore.bounded.Coverage;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Ending;
import dev.clew.trace.ExecutionCutOff;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop: next schedule, run, observe, learn; until nothing is left, something is found, or a
 * limit is reached.
 *
 * <p>When an observer finds a data race, the location becomes visible and the search starts again:
 * until then its accesses were not operations of the search. So does it when the program reveals an
 * object, which is no fault. What was spent so far is the warm-up.
 */
public final class Exploration implements Progress {
  private final Program program;
  private final SearchOptions options;
  private final Judge judge;
  private final Pace pace;
  private final Limits limits;
  private final Trace trace = new Trace();
  private final Schedule schedule = new Schedule();
  private final PreemptionBound preemptions;

  /** The largest number of preemptions of the search under way. */
  private int bound;

  /** Executions of searches with a lower bound. */
  private long earlier;

  private final EndlessPaths endless;

  /** Takes samples now and then if the search would take long. */
  private final SamplesInBetween samples;

  /** Searches what needs few preemptions if the search may not end in time. */
  private final BoundsInBetween bounds;

  /** Confirms that nothing was left out. */
  private final Audit audit;

  private Strategy strategy;
  private long executions;
  private long blocked;
  private long beyond;
  private long deadlocks;
  private long warmup;
  private long transitions;

  /** Whether the last execution has no end. */
  private boolean isCutOff;

  /** A search that has not begun; {@code pace} can watch and stop it. */
  public Exploration(Program program, SearchOptions options, List<Observer> observers, Pace pace) {
    this.program = program;
    this.options = options;
    this.judge = new Judge(program, options, observers);
    this.pace = pace;
    this.limits = new Limits(options);
    this.endless = new EndlessPaths(options);
    this.samples = new SamplesInBetween(options);
    this.bounds = new BoundsInBetween(options, limits);
    this.audit = new Audit(options);
    this.preemptions = options.preemptions();
    this.bound = preemptions.first();
    this.strategy = newStrategy();
    schedule.setStepLimit(options.budget().steps());
    schedule.recordEnabled(strategy.needsEnabledThreads());
    schedule.recordProspects(strategy.needsProspects());
  }

  /** Searches to the end; to be called once. */
  public Outcome explore() {
    Outcome.End end = searchUnlessCutOff();
    while (Audit.isWanted(options, end, judge.findings().isEmpty(), program) && !confirm()) {
      startAgain();
      end = searchUnlessCutOff();
    }
    return outcome(end);
  }

  private Outcome.End searchUnlessCutOff() {
    try {
      return search();
    } catch (ExecutionCutOff e) {
      isCutOff = true;
      Outcome.End end = limits.timeIsOver();
      return end == null ? Outcome.End.STOPPED : end;
    }
  }

  /** Whether it stands between two executions, so that it can be saved. */
  public boolean isBetweenExecutions() {
    return !isCutOff;
  }

  private Outcome.End search() {
    Outcome.End end = limitReached();
    while (end == null) {
      if (!strategy.next(schedule)) {
        if (endless.deepen()) {
          searchNearer();
          continue;
        }
        if (!canDeepen()) {
          return exhausted();
        }
        deepen();
        continue;
      }
      program.run(schedule, trace);
      end = observe();
      if (end == null) {
        learn();
        end = limitReached();
      }
      if (end == null) {
        end = besides(samples);
      }
      if (end == null) {
        end = besides(bounds);
      }
    }
    return end;
  }

  /**
   * Confirms at random that nothing was left out. False if the program revealed an object: the
   * search has to start again.
   */
  private boolean confirm() {
    audit.begin(executions, limits.seconds(), strategy.isPartial() ? bound : Integer.MAX_VALUE);
    try {
      return audit.confirm(
          program, judge, limits::seconds, () -> !isTimeToAsk() || pace.goOn(this));
    } catch (ExecutionCutOff e) {
      return true; // as if there had been no time for it
    }
  }

  private boolean isTimeToAsk() {
    return limits.isTimeToLook(allExecutions() + audit.executions());
  }

  /** Whether a larger bound is to be searched next. */
  private boolean canDeepen() {
    return preemptions.isIterative() && bound < preemptions.most() && strategy.isPartial();
  }

  private void deepen() {
    bound++;
    earlier += executions;
    clearCounts();
    strategy = newStrategy();
  }

  private Strategy newStrategy() {
    return options.strategy().create(program, trace, options.within(preemptions.at(bound)));
  }

  private Outcome.End exhausted() {
    if (endless.isAny()) {
      return options.strategy().samples() ? Outcome.End.SAMPLED : Outcome.End.STEP_LIMIT;
    }
    if (strategy.isPartial()) {
      return Outcome.End.BOUNDED;
    }
    return program.cutShort().isEmpty() ? Outcome.End.EXHAUSTED : Outcome.End.CUT_SHORT;
  }

  /** Begins again with executions that have few steps, as there are some without end. */
  private void searchNearer() {
    schedule.setStepLimit(endless.limit());
    samples.shorten();
    trace.restart(0);
    strategy = newStrategy();
  }

  private void learn() {
    if (judge.becameVisible()) {
      startAgain();
    } else if (trace.ending() == Ending.STEP_LIMIT && endless.cut(trace, judge.visibleAtStart())) {
      searchNearer();
    } else if (!endless.isOver()) {
      strategy.learn(schedule);
    }
  }

  /** Does executions besides if it is time to; says whether that ends the search. */
  private Outcome.@Nullable End besides(SideSearch side) {
    Outcome.End end = null;
    while (end == null && side.isTime(this)) {
      judge.judge(side.execute(program));
      if (judge.isOver()) {
        end = Outcome.End.VIOLATION;
      } else if (judge.becameVisible()) {
        startAgain();
      } else {
        side.learn();
        end = limitReached();
      }
    }
    return end;
  }

  /** Whether a limit ends the search; one that is reached when nothing is left does not count. */
  private Outcome.@Nullable End limitReached() {
    Outcome.End end = limits.reached(earlier + executions);
    if (end == null && endless.isOver()) {
      end = options.strategy().samples() ? Outcome.End.SAMPLED : Outcome.End.STEP_LIMIT;
    }
    if (end == null && limits.isTimeToLook(allExecutions())) {
      end = look();
    }
    boolean isAnyLeft = strategy.hasNext() || canDeepen() || endless.canDeepen();
    return end != null && !isAnyLeft ? exhausted() : end;
  }

  private long allExecutions() {
    return warmup + earlier + executions + samples.executions() + bounds.executions();
  }

  /** Counts the execution and has it judged; says whether that ends the search. */
  private Outcome.@Nullable End observe() {
    executions++;
    transitions += trace.size();
    audit.note(schedule, trace);
    endless.count(trace.size());
    Ending ending = trace.ending();
    if (ending == Ending.SLEEP_BLOCKED) {
      blocked++;
      if (!strategy.judgesCutRuns()) {
        judge.showRevealed(trace);
        return null;
      }
    }
    if (!strategy.covers(schedule)) {
      beyond++;
      judge.judgeBeyond(trace);
      return brokenOff();
    }
    if (ending == Ending.DEADLOCK) {
      deadlocks++;
    } else if (ending == Ending.KNOWN_STATE) {
      blocked++;
    }
    judge.judge(trace);
    if (strategy.goesRound()) {
      judge.judgeRounds(trace);
    }
    if (judge.isOver()) {
      return Outcome.End.VIOLATION;
    }
    return brokenOff();
  }

  /** A search ends with an execution that ended for want of an answer, such as a hang. */
  private Outcome.@Nullable End brokenOff() {
    boolean isBroken =
        trace.ending() == Ending.STEP_LIMIT
            && trace.size() < schedule.stepLimit()
            && !trace.failures().isEmpty();
    return isBroken ? Outcome.End.STEP_LIMIT : null;
  }

  private void startAgain() {
    judge.startAgain();
    warmup += earlier + executions;
    earlier = 0;
    bound = preemptions.first();
    clearCounts();
    strategy = newStrategy();
    samples.startAgain(limits.seconds());
    bounds.startAgain(limits.seconds());
    audit.startAgain();
  }

  private void clearCounts() {
    executions = 0;
    blocked = 0;
    beyond = 0;
    deadlocks = 0;
    transitions = 0;
    trace.restart(0);
  }

  private Outcome.@Nullable End look() {
    Outcome.End end = limits.timeIsOver();
    if (end == null && endless.isInVain(!program.cutShort().isEmpty(), transitions)) {
      end = Outcome.End.STEP_LIMIT;
    }
    return pace.goOn(this) || end != null ? end : Outcome.End.STOPPED;
  }

  @Override
  public long executions() {
    return executions;
  }

  /** The events of these executions. */
  long transitions() {
    return transitions;
  }

  /** Whether something is left to explore. */
  boolean hasNext() {
    return strategy.hasNext();
  }

  @Override
  public double explored() {
    return strategy.explored();
  }

  @Override
  public boolean knowsStates() {
    return strategy.knowsStates();
  }

  @Override
  public boolean isEndless() {
    return endless.isAny();
  }

  @Override
  public double seconds() {
    return limits.seconds();
  }

  private Outcome outcome(Outcome.End end) {
    boolean exhausted =
        end == Outcome.End.EXHAUSTED || end == Outcome.End.BOUNDED || end == Outcome.End.CUT_SHORT;
    Coverage coverage = coverage(exhausted, judge.addFoundBeyond());
    double explored = exhausted ? 1 : strategy.explored();
    List<String> reductions = new ArrayList<>(options.strategy().reductions());
    if (options.strategy() == StrategyKind.OPTIMAL && !strategy.isOptimal()) {
      reductions.add("memory limit reached: source sets from there on");
    }
    reductions.addAll(strategy.notes());
    reductions.addAll(program.reductions());
    return new Outcome(
        end,
        options.strategy().id(),
        1,
        reductions,
        executions,
        blocked,
        deadlocks,
        warmup,
        transitions,
        limits.seconds(),
        explored > 0 ? executions / explored : Double.NaN,
        judge.findings(),
        coverage,
        new Outcome.Samples(samples.executions(), strategy.guarantee()),
        new Outcome.Bounds(bounds.executions(), bounds.exhausted()),
        audit.result(),
        endless.outcome(program.cutShort()));
  }

  private Coverage coverage(boolean exhausted, int added) {
    if (!preemptions.isBound()) {
      return Coverage.ALL;
    }
    int below = preemptions.isIterative() ? bound - 1 : -1;
    int last = exhausted ? bound : below;
    return new Coverage(bound, last, beyond, strategy.unsure(), earlier, added);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    program.saveNumbers(out);
    out.writeLong(executions);
    out.writeLong(blocked);
    out.writeLong(deadlocks);
    out.writeLong(warmup);
    out.writeLong(transitions);
    out.writeDouble(limits.seconds());
    judge.save(out);
    samples.save(out);
    audit.save(out);
    endless.save(out);
    strategy.save(out);
  }

  /** Brings a search that has not begun to where a saved one stood. */
  public void restore(DataInput in) throws IOException {
    program.restoreNumbers(in);
    executions = in.readLong();
    blocked = in.readLong();
    deadlocks = in.readLong();
    warmup = in.readLong();
    transitions = in.readLong();
    limits.spent(in.readDouble());
    judge.restore(in);
    samples.restore(in);
    audit.restore(in);
    endless.restore(in);
    schedule.setStepLimit(endless.limit());
    bounds.startAgain(limits.seconds());
    strategy.restore(in, schedule, () -> program.run(schedule, trace));
  }
}
