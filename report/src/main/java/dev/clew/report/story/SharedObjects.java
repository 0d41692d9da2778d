package dev.clew.report.story;

import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The objects of an execution through which its threads have to do with each other: more than one
 * used them while there were several, and not only to read; or a thread is blocked on them.
 */
final class SharedObjects {
  private final Trace trace;
  private final int begin;
  private final Map<Integer, Integer> firstUser = new HashMap<>();
  private final Set<Integer> usedByTwo = new HashSet<>();
  private final Set<Integer> changed = new HashSet<>();
  private final Set<Integer> blocking = new HashSet<>();

  private SharedObjects(Trace trace) {
    this.trace = trace;
    this.begin = firstStart(trace);
  }

  static SharedObjects of(Trace trace) {
    SharedObjects objects = new SharedObjects(trace);
    for (int i = objects.begin; i < trace.size(); i++) {
      boolean changes = OpKind.of(trace.kind(i)) != OpKind.READ;
      objects.add(trace.object(i), trace.thread(i), changes);
      objects.add(trace.other(i), trace.thread(i), changes);
    }
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      objects.blocking.add(pending.object(p));
      if (Relevance.isInWaitSet(pending, p)) {
        objects.blocking.add(pending.target(p));
      }
    }
    return objects;
  }

  /** Where one thread starts the first other one: before that there is nobody to share with. */
  private static int firstStart(Trace trace) {
    for (int i = 0; i < trace.size() && trace.thread(i) == trace.thread(0); i++) {
      if (OpKind.of(trace.kind(i)) == OpKind.START) {
        return i;
      }
    }
    return 0;
  }

  private void add(int object, int thread, boolean changes) {
    Integer first = firstUser.putIfAbsent(object, thread);
    if (first != null && first != thread) {
      usedByTwo.add(object);
    }
    if (changes) {
      changed.add(object);
    }
  }

  /** Whether an event has to do with such an object, or with no object but with threads. */
  boolean isTouchedBy(int event) {
    if (event < begin) {
      return false;
    }
    int object = trace.object(event);
    int other = trace.other(event);
    return (object < 0 && other < 0) || isShared(object) || isShared(other);
  }

  private boolean isShared(int object) {
    return object >= 0
        && (blocking.contains(object) || (usedByTwo.contains(object) && changed.contains(object)));
  }
}
