package dev.clew.explore;

import dev.clew.explore.audit.ClassFingerprint;
import dev.clew.explore.audit.ExecutedClasses;
import dev.clew.explore.audit.SearchedClasses;
import dev.clew.explore.sampling.RandomStrategy;
import dev.clew.explore.sampling.SamplingStrategy;
import dev.clew.explore.strategy.Strategy;
import dev.clew.trace.Meanings;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Executions at random, after a search that found nothing: each must be of a class that the search
 * executed. One that is not shows what no test of a reduction can, an operation that a front end
 * does not tell.
 *
 * <p>The search is about executions with few preemptions, or there are more classes than there is
 * room for: then only some can be compared, and more are done. Searches that do not execute every
 * class, but every state or every data race, are asked only whether the executions at random show
 * something that they did not find.
 *
 * <p>Of a search by several workers the classes are those that any of them executed.
 */
public final class Audit {
  /** As many have to be compared, if it can be. */
  static final long LEAST = 20;

  /** The part of the executions, and of the time, of the search that an audit takes. */
  private static final int PART = 20;

  /** If so many times as many could not be compared there is no hope. */
  private static final long PATIENCE = 50;

  /** Other walks than those of samples that were taken during the search. */
  private static final long OTHER_SEEDS = 0x5DEECE66DL;

  private final SearchOptions options;
  private boolean comparesClasses;
  private final Meanings meanings;
  private final ExecutedClasses classes;
  private final SearchedClasses searched;

  /** The largest number of preemptions, if the search left executions with more out. */
  private int bound = Integer.MAX_VALUE;

  /** What executes at random; most searches end without. */
  private @Nullable Walks walks;

  private long wanted;
  private double end;
  private long executions;
  private long whole;
  private long compared;
  private boolean isOver;
  private Outcome.@Nullable Missed missed;

  /** The audit of a search that has not begun. */
  Audit(SearchOptions options) {
    this(options, Meanings.NUMBERS, new ExecutedClasses());
  }

  /**
   * The audit of a search that is over.
   *
   * @param meanings what the classes are made of
   * @param executed the classes that were executed
   */
  public Audit(SearchOptions options, Meanings meanings, ExecutedClasses executed) {
    this.options = options;
    this.comparesClasses = options.audit().isWanted() && options.strategy().executesAllClasses();
    this.meanings = meanings;
    this.classes = executed;
    this.searched = new SearchedClasses(meanings, executed);
  }

  /** Executions at random, and the class of the last one. */
  private final class Walks {
    private final Schedule schedule = new Schedule();
    private final Trace trace = new Trace();
    private final ClassFingerprint fingerprint = new ClassFingerprint(meanings);
    private final Strategy strategy;

    private Walks() {
      long seed = options.seed() ^ OTHER_SEEDS;
      strategy =
          isBound()
              ? SamplingStrategy.pct(trace, seed, bound + 1)
              : new RandomStrategy(seed); // front ends choose themselves, which costs nothing
      schedule.setStepLimit(options.budget().steps());
      schedule.recordEnabled(isBound());
    }

    private Trace execute(Program program) {
      strategy.next(schedule);
      program.run(schedule, trace);
      return trace;
    }
  }

  // --- the search

  /** Takes in an execution of the search. */
  void note(Schedule next, Trace executed) {
    if (comparesClasses) {
      searched.note(next, executed);
    }
  }

  /** The search starts again. */
  void startAgain() {
    searched.startAgain();
  }

  // --- the audit

  /**
   * Whether a search that ended so is to be confirmed; one that found something, or left out states
   * that the program judges, only if a number of executions is asked for.
   */
  public static boolean isWanted(
      SearchOptions options, Outcome.End ended, boolean foundNothing, Program program) {
    boolean isExhausted = ended == Outcome.End.EXHAUSTED || ended == Outcome.End.BOUNDED;
    boolean leavesJudgedStatesOut =
        program.judgesStates() && !options.strategy().reductions().isEmpty();
    long number = options.audit().executions();
    return isExhausted && (number > 0 || (number < 0 && foundNothing && !leavesJudgedStatesOut));
  }

  /**
   * Begins.
   *
   * @param number the executions of the search
   * @param seconds the time it took
   * @param most the largest number of preemptions, if the search left executions with more out
   */
  public void begin(long number, double seconds, int most) {
    long fixed = options.audit().executions();
    wanted = fixed > 0 ? fixed : Math.max(LEAST, number / PART);
    end = fixed > 0 ? Double.POSITIVE_INFINITY : seconds + seconds / PART;
    bound = most;
    walks = new Walks();
    executions = 0;
    compared = 0;
    whole = 0;
    isOver = false;
  }

  private boolean isBound() {
    return bound < Integer.MAX_VALUE;
  }

  /**
   * Does executions at random until there are enough. False if the program revealed an object: the
   * search has to start again.
   *
   * @param judge has what the search found
   * @param seconds the time that the search takes, this included
   * @param mayGoOn asked before each execution
   */
  public boolean confirm(
      Program program, Judge judge, DoubleSupplier seconds, BooleanSupplier mayGoOn) {
    List<Finding> known = judge.findings();
    Walks random = Objects.requireNonNull(walks, "not begun");
    while (!isEnough(seconds.getAsDouble()) && mayGoOn.getAsBoolean()) {
      executions++;
      judge.judge(random.execute(program));
      List<Finding> found = judge.findings();
      boolean isMore = found.size() > known.size();
      if (isMore && takesIn(found.get(found.size() - 1), known)) {
        continue;
      }
      if (judge.becameVisible()) {
        return false;
      }
      random.strategy.learn(random.schedule);
      compare(random, program, judge.visibleAtStart());
    }
    return true;
  }

  /** Whether there are enough, or it takes too long. */
  private boolean isEnough(double seconds) {
    boolean isInVain = executions >= LEAST && whole == 0; // all were cut short
    if (missed != null || isOver || isInVain || executions >= PATIENCE * wanted) {
      return true;
    }
    Duration time = options.budget().time();
    if (time != null && seconds >= time.toNanos() / 1e9) {
      return true; // it is the time of the check, of which this is a part
    }
    if (options.audit().executions() > 0) {
      return compared >= wanted;
    }
    return compared >= LEAST && (executions >= wanted || seconds >= end);
  }

  /**
   * Takes in what the execution shows, unless the search found something of the kind: in one and
   * the same class a deadlock, for instance, may be told of other threads first. That it ran out of
   * memory says nothing of the search, as that depends on what was executed before: it is a finding
   * like any other, and there is no use in going on. So is what a search does not promise to find.
   */
  private boolean takesIn(Finding finding, List<Finding> known) {
    if (finding.code().equals(Finding.EXHAUSTED)) {
      isOver = true;
      return true;
    }
    boolean isPromised =
        options.strategy() != StrategyKind.PRUNED || finding.kind() == FindingKind.DATA_RACE;
    if (!isPromised || known.stream().anyMatch(each -> each.kind() == finding.kind())) {
      return false;
    }
    missed = new Outcome.Missed(finding.steps(), null, finding.visible(), finding.message());
    return true;
  }

  /**
   * Compares the execution, in which nothing was found, with those of the search.
   *
   * @param random who did the execution
   * @param visible the objects that were visible
   */
  private void compare(Walks random, Program program, List<Integer> visible) {
    Trace trace = random.trace;
    boolean isWhole = SearchedClasses.isWhole(trace);
    whole += isWhole ? 1 : 0;
    if (!isWhole || (isBound() && preemptions(trace) > bound)) {
      return;
    }
    if (!comparesClasses) {
      compared++;
      return;
    }
    ClassFingerprint fingerprint = random.fingerprint;
    fingerprint.keep(0);
    fingerprint.takeIn(trace);
    if (!classes.isKept(fingerprint.high())) {
      return;
    }
    compared++;
    if (!classes.contains(fingerprint.high(), fingerprint.low())) {
      Steps steps = Steps.of(trace, trace.size());
      Steps nearest = new NearestExecution(program, options, trace).find();
      missed = new Outcome.Missed(steps, nearest, visible, "");
    }
  }

  /** How often a thread was left that could have gone on. */
  private static int preemptions(Trace trace) {
    int preemptions = 0;
    for (int i = 1; i < trace.size(); i++) {
      int last = trace.thread(i - 1);
      for (int k = 0; trace.thread(i) != last && k < trace.enabledCount(i); k++) {
        preemptions += trace.enabled(i, k) == last ? 1 : 0;
      }
    }
    return preemptions;
  }

  /** How many there were. */
  long executions() {
    return executions;
  }

  /** What came of it. */
  public Outcome.Audit result() {
    return new Outcome.Audit(
        executions, compared, comparesClasses, classes.size(), classes.share(), missed);
  }

  // --- saving

  void save(DataOutput out) throws IOException {
    out.writeBoolean(comparesClasses);
    if (comparesClasses) {
      classes.save(out);
    }
  }

  /** Knows again what was saved; a search that began without it cannot be compared any more. */
  void restore(DataInput in) throws IOException {
    if (in.readBoolean()) {
      classes.restore(in);
    } else {
      comparesClasses = false;
    }
  }
}
