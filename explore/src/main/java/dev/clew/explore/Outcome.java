package dev.clew.explore;

import dev.clew.explore.bounded.Coverage;
import dev.clew.trace.Steps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search found out.
 *
 * @param end why it ended
 * @param strategy the name of the strategy
 * @param jobs how many workers searched
 * @param reductions what the verdict relies on
 * @param executions all runs of the final search, blocked ones included
 * @param blocked redundant runs that were cut short
 * @param deadlocks runs that ended in a deadlock
 * @param warmup runs spent before the last location became visible
 * @param transitions events executed in these runs
 * @param seconds time spent
 * @param estimate the estimated number of executions of the whole search, as a number that may be a
 *     fraction
 * @param findings what is wrong with the program
 * @param coverage the bounds of the search
 * @param samples what was sampled
 * @param bounds what was searched with few preemptions besides
 * @param audit the executions at random that confirm it
 * @param endless what is known of executions that do not end
 */
public record Outcome(
    End end,
    String strategy,
    int jobs,
    List<String> reductions,
    long executions,
    long blocked,
    long deadlocks,
    long warmup,
    long transitions,
    double seconds,
    double estimate,
    List<Finding> findings,
    Coverage coverage,
    Samples samples,
    Bounds bounds,
    Audit audit,
    Endless endless) {

  /**
   * What was sampled.
   *
   * @param besides executions at random beside those of the strategy
   * @param guarantee what is known about faults that executions at random find; empty if nothing
   */
  public record Samples(long besides, String guarantee) {
    /** Nothing. */
    public static final Samples NONE = new Samples(0, "");
  }

  /**
   * What was searched with few preemptions, besides.
   *
   * @param executions how many
   * @param exhausted the largest number of preemptions with which nothing is left, -1 if none
   */
  public record Bounds(long executions, int exhausted) {
    /** Nothing. */
    public static final Bounds NONE = new Bounds(0, -1);
  }

  /**
   * The executions at random that confirm that a search left nothing out.
   *
   * @param executions how many
   * @param compared how many of them could be compared with those of the search
   * @param ofClasses whether their classes were, not only what they show
   * @param classes how many classes of the search are kept to be compared
   * @param oneOf one of how many is kept
   * @param missed the first one that the search ought to have explored and did not, null if none
   */
  public record Audit(
      long executions,
      long compared,
      boolean ofClasses,
      long classes,
      long oneOf,
      @Nullable Missed missed) {
    /** None. */
    public static final Audit NONE = new Audit(0, 0, false, 0, 1, null);
  }

  /**
   * An execution that a search ought to have explored: the search is wrong.
   *
   * @param steps the execution
   * @param nearest the one of the search that has most in common with it, null if not known
   * @param visible the objects that were visible in both
   * @param shows what is wrong with the program in it, empty if nothing
   */
  public record Missed(Steps steps, @Nullable Steps nearest, List<Integer> visible, String shows) {}

  /**
   * Executions that do not end, or would not.
   *
   * @param cut where executions were cut short by an assumption, in words; empty if nowhere
   * @param paths executions beyond the limit of steps, one for each set of threads that go on
   * @param count how many executions were beyond it
   * @param depth the steps of executions that were searched after the first of these, 0 if none
   */
  public record Endless(String cut, List<Finding> paths, long count, int depth) {
    /** Nothing. */
    public static final Endless NONE = new Endless("", List.of(), 0, 0);
  }

  /** The outcome of a search about all executions that took no samples. */
  public Outcome(
      End end,
      String strategy,
      int jobs,
      List<String> reductions,
      long executions,
      long blocked,
      long deadlocks,
      long warmup,
      long transitions,
      double seconds,
      double estimate,
      List<Finding> findings) {
    this(
        end,
        strategy,
        jobs,
        reductions,
        executions,
        blocked,
        deadlocks,
        warmup,
        transitions,
        seconds,
        estimate,
        findings,
        Coverage.ALL,
        Samples.NONE,
        Bounds.NONE,
        Audit.NONE,
        Endless.NONE);
  }

  /** Executions that were not cut short, and not beyond a bound. */
  public long covered() {
    return executions - blocked - coverage.beyond();
  }

  /** Why a search ended. */
  public enum End {
    /** Nothing was left to explore. */
    EXHAUSTED,
    /** Nothing was left to explore, but executions were cut short by an assumption. */
    CUT_SHORT,
    /** Nothing was left to explore within a bound; there are executions beyond it. */
    BOUNDED,
    /** The strategy takes samples, and took as many as it should. */
    SAMPLED,
    /** A violation was found, and the user wanted the first one only. */
    VIOLATION,
    /** The limit of executions was reached. */
    EXECUTION_LIMIT,
    /** The time was over. */
    TIME_LIMIT,
    /** One execution did not end within the step limit. */
    STEP_LIMIT,
    /** The user stopped the search. */
    STOPPED,
    /** The program took the search down with it. */
    DIED
  }

  /** The verdicts of the contract. */
  public enum Verdict {
    /** The whole space was explored and nothing violates. */
    VERIFIED,
    /** Something is wrong with the program. */
    VIOLATION,
    /** The search ended before it could tell. */
    INCONCLUSIVE,
    /** The search left something out: nothing that it says can be relied on. */
    DEFECT
  }

  /** How much of the space the verdict speaks of. */
  public enum Scope {
    /** All of it. */
    EXHAUSTED,
    /** All of it within a bound. */
    BOUNDED,
    /** A sample. */
    SAMPLED,
    /** What was explored until the search was stopped. */
    STOPPED
  }

  /** The verdict. */
  public Verdict verdict() {
    if (audit.missed() != null) {
      return Verdict.DEFECT;
    }
    if (!findings.isEmpty()) {
      return Verdict.VIOLATION;
    }
    return end == End.EXHAUSTED ? Verdict.VERIFIED : Verdict.INCONCLUSIVE;
  }

  /** The scope of the verdict. */
  public Scope scope() {
    return switch (end) {
      case EXHAUSTED -> Scope.EXHAUSTED;
      case BOUNDED, CUT_SHORT -> Scope.BOUNDED;
      case SAMPLED -> Scope.SAMPLED;
      case VIOLATION, EXECUTION_LIMIT, TIME_LIMIT, STEP_LIMIT, STOPPED, DIED -> Scope.STOPPED;
    };
  }
}
