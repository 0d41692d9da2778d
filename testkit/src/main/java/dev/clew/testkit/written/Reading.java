package dev.clew.testkit.written;

import dev.clew.testkit.oracle.OracleFailure;
import dev.clew.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the traces of a program as executions of the toy program that it was written from. */
public interface Reading {
  /**
   * The steps of an execution of the toy program.
   *
   * @param threads of each step, the clock after all others
   * @param labels the alternative of each step, -1 where there is none
   */
  record Steps(int[] threads, int[] labels) {
    /** The same, of lists. */
    public static Steps of(List<Integer> threads, List<Integer> labels) {
      return new Steps(numbers(threads), numbers(labels));
    }

    private static int[] numbers(List<Integer> list) {
      return list.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** What the toy program does in a trace. */
  Steps steps(Trace trace);

  /** The name that the toy has for an object. */
  String object(int object);

  /** What fails, as far as both languages tell it: thread, whether it is an assertion, line. */
  Set<List<Object>> failures(Trace trace);

  /**
   * Whether the main thread leaves before the others: it waits then for all of them at once, which
   * the trace tells as joins, so that what the search takes for a preemption may be none.
   */
  default boolean mainLeaves() {
    return false;
  }

  /**
   * Whether the program does something besides, in any order, that the toy does not have: what is
   * several classes of the program may be one of the toy, and may order accesses.
   */
  default boolean doesMore() {
    return false;
  }

  /**
   * Whether threads do something at first that the toy does not have: one that does nothing else
   * has ended later than in the toy, and who joins it may be blocked until then.
   */
  default boolean beginLate() {
    return false;
  }

  /** Whether a thread that fails ends the program: what waits for it then is no deadlock. */
  default boolean failuresEndAll() {
    return false;
  }

  /** Whether all events have values of this execution, which can be compared with another. */
  default boolean tellsValues() {
    return true;
  }

  /** What an oracle says that fails, told in the same way. */
  static Set<List<Object>> failures(Set<OracleFailure> failures) {
    Set<List<Object>> places = new HashSet<>();
    for (OracleFailure failure : failures) {
      places.add(List.of(failure.thread(), failure.assertion(), failure.line()));
    }
    return places;
  }
}
