package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.MethodCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method, in all executions of it that begin alike. Who called it goes on wherever it
 * may end; so a method that calls itself is read once.
 */
final class Call {
  /**
   * How a call may end.
   *
   * @param result what it returns, null if nothing or if it throws
   */
  record End(
      boolean throwsUp,
      @Nullable Value result,
      Holds holds,
      boolean isNear,
      Set<Integer> escaped) {}

  final MethodCode method;

  /** What it holds while it runs, null if it is not synchronized. */
  final @Nullable Value monitor;

  /** The places after which it was called, with the arguments taken off the stack. */
  final List<Place> callers = new ArrayList<>();

  final Set<End> ends = new HashSet<>();

  Call(MethodCode method, @Nullable Value monitor) {
    this.method = method;
    this.monitor = monitor;
  }
}
