package dev.clew.trace;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program under test: schedule in, trace out. The one interface between the engine and its front
 * ends.
 *
 * <p>Two executions of the same schedule yield the same trace. Thread and object ids are small
 * numbers that mean the same thread and object in every execution, whatever the interleaving;
 * {@link StableIds} gives them to what a program makes while it runs.
 */
public interface Program {
  /**
   * Executes the program from its start, exactly as the schedule says.
   *
   * @throws ReplayDivergence if a step of the prefix is not what it was before, or cannot be done
   */
  void run(Schedule schedule, Trace trace);

  /** An upper bound of the thread ids seen so far, plus one. */
  int threadCount();

  /** An upper bound of the object ids seen so far, plus one. */
  int objectCount();

  /** Whether this object is a plain location: accesses to it do not synchronise, and may race. */
  boolean isPlain(int object);

  /** The object that is the interrupt status of a thread, -1 if no thread can interrupt it. */
  int interruptStatus(int thread);

  /**
   * Turns the accesses to a plain location from watched ones into visible operations, from the next
   * execution on; the same for an object that this program revealed, see {@link Trace#reveal}.
   */
  void makeVisible(int object);

  /**
   * Has threads that differ in nothing but their number take turns from the next execution on, as
   * {@link AlikeThreads} describes it.
   */
  default void takeTurns() {
    throw new UnsupportedOperationException("this program cannot tell which threads are alike");
  }

  /** What this program leaves out of its executions, for a verdict; asked after the search. */
  default List<String> reductions() {
    return List.of();
  }

  /**
   * Where executions were cut short though they might have gone on otherwise, in words; empty if
   * nowhere. Asked after the search.
   */
  default String cutShort() {
    return "";
  }

  /**
   * Whether executions judge states that they pass (invariants): a search that leaves orders of
   * independent operations out does not see all of these. Asked after the search.
   */
  default boolean judgesStates() {
    return false;
  }

  /** What threads may still do, null if this program cannot tell. */
  default @Nullable Prospects prospects() {
    return null;
  }

  /** Words for threads, objects and source positions. */
  Names names();

  /**
   * The thread with a {@link Names#threadKey key}, -1 if there can be none. A program that numbers
   * its threads while it runs gives this one a number, the next, if it has none yet.
   */
  default int threadOf(String key) {
    for (int thread = 0; thread < threadCount(); thread++) {
      if (names().threadKey(thread).equals(key)) {
        return thread;
      }
    }
    return -1;
  }

  /**
   * The object with a {@link Names#objectKey key} that {@link #makeVisible} takes, -1 if there can
   * be none; it is given a number if it has none yet, as in {@link #threadOf}.
   */
  default int objectOf(String key) {
    for (int object = 0; object < objectCount(); object++) {
      if (isPlain(object) && names().objectKey(object).equals(key)) {
        return object;
      }
    }
    return -1;
  }

  /**
   * Writes what the numbers of threads, objects and source positions mean, if they were given while
   * the program ran.
   */
  default void saveNumbers(DataOutput out) throws IOException {}

  /** Gives numbers the meaning they had when they were saved; nothing was executed yet. */
  default void restoreNumbers(DataInput in) throws IOException {}

  /** A new exchange with another process that runs this program. */
  default NumberExchange numberExchange() {
    return NumberExchange.NEEDLESS;
  }

  /** What numbers mean, the same in all processes that run this program. */
  default Meanings meanings() {
    return Meanings.NUMBERS;
  }
}
