package dev.clew.explore.strategy;

import dev.clew.trace.Schedule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Plans which schedule to execute next; learns from what happened.
 *
 * <p>The trace of every execution is the same object, given to the strategy when it is made; when
 * {@link #next} is called it still holds the previous execution.
 */
public interface Strategy {
  /** Sets the next schedule to execute; false if nothing is left to explore. */
  boolean next(Schedule schedule);

  /** Takes in what happened under the schedule. */
  void learn(Schedule schedule);

  /**
   * Whether something is left to explore; to be asked between {@link #learn} and {@link #next}
   * only.
   */
  boolean hasNext();

  /**
   * Whether the last execution, which is not learnt yet, is one of those that the search is about.
   */
  default boolean covers(Schedule schedule) {
    return true;
  }

  /** How many executions count as covered as to tell would have taken too long. */
  default long unsure() {
    return 0;
  }

  /** Whether the search left executions out that it is not about, or came across some. */
  default boolean isPartial() {
    return false;
  }

  /** An estimate of the part of the search space that has been explored, from 0 to 1. */
  double explored();

  /** Whether each trace class has been, so far, explored at most once and no run cut short. */
  default boolean isOptimal() {
    return false;
  }

  /** What the search so far has to say about itself, for the verdict. */
  default List<String> notes() {
    return List.of();
  }

  /** What is known about the faults that the executions so far would have found, in words. */
  default String guarantee() {
    return "";
  }

  /**
   * Whether the last execution ends with twice the same steps, which lead from a state back to it
   * and leave no thread out that can go on: the program need not end.
   */
  default boolean goesRound() {
    return false;
  }

  /** Whether the program can tell most states, if the strategy asks for them. */
  default boolean knowsStates() {
    return true;
  }

  /** Whether the strategy wants to know the enabled threads before each event. */
  boolean needsEnabledThreads();

  /** Whether the strategy wants to know what threads may still do after each event. */
  default boolean needsProspects() {
    return false;
  }

  /** Whether also executions that were cut short are to be judged. */
  default boolean judgesCutRuns() {
    return false;
  }

  /** Writes where the search stands; to be called between {@link #learn} and {@link #next} only. */
  void save(DataOutput out) throws IOException;

  /**
   * Brings a new strategy to where a saved one stood.
   *
   * @param schedule to be set to the last execution of the saved search
   * @param execute executes that schedule, so that the trace holds the execution again
   */
  void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException;
}
