package dev.clew.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Threads that differ in nothing but their number take every step in the order of their numbers, as
 * long as nothing tells them apart: of the executions that are the same up to a renaming of alike
 * threads only one is left.
 *
 * <p>A thread q that is alike to an earlier one p is <em>tied</em> to it while the two have the
 * same past: as many steps, each of the same kind on the same object, and none of p before the one
 * of q that corresponds to it. Then the program could as well have been executed with the two names
 * swapped, and q is <em>held</em> until p has done its next step. The first step that tells them
 * apart unties them for the rest of the execution.
 *
 * <p>Whether two threads are tied follows from the happens-before order of the program alone, and
 * only a step of p ends that q is held. So to be held is like not being started yet: an execution
 * of the search is one of an ordinary program with a few orders more, {@link Trace#behind}, that
 * cannot be reversed. No strategy needs to know more than that.
 */
public final class AlikeThreads {
  /** Stands for a step of an alike thread that has not come yet. */
  public static final int HELD = -2;

  private static final int TIMEOUT = OpKind.TIMEOUT.code();
  private static final int NEVER = Integer.MAX_VALUE;

  /** Knows the objects that each thread has for itself. */
  @FunctionalInterface
  public interface OwnObjects {
    /** Whether an object is to a thread what another object is to another thread. */
    boolean correspond(int object, int thread, int otherObject, int otherThread);
  }

  private final Trace trace;
  private final OwnObjects ownObjects;
  private final HappensBefore order;

  /** The thread to which each may be tied, -1 if there is none. */
  private int[] ahead = new int[0];

  private int[] timeouts = new int[4];
  private int timeoutCount;

  /** The event that tied each thread, -1 if it always is. */
  private int[] tiedBy = new int[0];

  /** The event that untied each thread. */
  private int[] untiedBy = new int[0];

  /** Alike threads, of which none are known yet, in the executions of a trace. */
  public AlikeThreads(Trace trace, OwnObjects ownObjects) {
    this.trace = trace;
    this.ownObjects = ownObjects;
    this.order = new HappensBefore(trace, 1, 0, false);
  }

  /**
   * What a verdict has to say.
   *
   * @param ahead for each thread the latest one before it that is alike, -1 if there is none
   */
  public static String reduction(int[] ahead) {
    int[] size = new int[ahead.length];
    List<String> groups = new ArrayList<>();
    for (int last = ahead.length - 1; last >= 0; last--) {
      size[last]++;
      if (ahead[last] >= 0) {
        size[ahead[last]] = size[last];
      } else if (size[last] > 1) {
        groups.add(0, Integer.toString(size[last]));
      }
    }
    return groups.isEmpty()
        ? "symmetry: no threads are alike"
        : "symmetry: modulo permutation of " + String.join(" and ", groups) + " alike threads";
  }

  /** Says that a thread is alike to an earlier one, from the next execution on. */
  public void add(int thread, int earlier) {
    tie(thread, earlier, -1);
  }

  /**
   * Says that a thread is alike to an earlier one in this execution, from the event on that starts
   * it.
   */
  public void tie(int thread, int earlier, int start) {
    ensure(thread);
    ahead[thread] = earlier;
    tiedBy[thread] = start;
  }

  /**
   * Prepares for an execution that begins with the first {@code common} events of the trace; the
   * trace must still hold the others.
   */
  public void begin(int common) {
    order.truncate(Math.min(common, order.size()));
    while (timeoutCount > 0 && timeouts[timeoutCount - 1] >= order.size()) {
      timeoutCount--;
    }
    for (int t = 0; t < untiedBy.length; t++) {
      if (untiedBy[t] >= common) {
        untiedBy[t] = NEVER;
      }
      if (tiedBy[t] >= common) {
        ahead[t] = Trace.NONE;
      }
    }
  }

  /** Whether a thread has to wait for the next step of an alike one. */
  public boolean isHeld(int thread) {
    return behind(thread) == HELD;
  }

  /**
   * What the next step of a thread has to wait for: that of an alike thread, or a timeout in its
   * place. {@link #HELD} if neither has come yet, {@link Trace#NONE} if there is nothing to wait
   * for.
   */
  public int behind(int thread) {
    if (!isTied(thread)) {
      return Trace.NONE;
    }
    int first = ahead[thread];
    int timeout = timeoutAfter(first, order.count(thread));
    if (timeout >= 0) {
      return timeout;
    }
    int next = order.count(thread) + 1;
    return order.count(first) < next ? HELD : order.eventOf(first, next);
  }

  /** Takes in the next event of the trace, unless it is one of those that it shares. */
  public void observe(int i) {
    if (i < order.size()) {
      return;
    }
    int thread = trace.thread(i);
    boolean isTimeout = trace.kind(i) == TIMEOUT;
    int waiting = isTimeout ? trace.target(i) : thread;
    boolean isTied = isTied(waiting);
    int behind = behind(waiting);
    if (behind == HELD && !isTimeout) {
      throw new IllegalStateException("thread " + thread + " did not wait for its turn");
    }
    trace.setBehind(i, behind);
    order.append();
    if (isTimeout) {
      addTimeout(i);
    }
    if (isTied && (isTimeout || tellsApart(behind, i))) {
      untiedBy[waiting] = i;
    }
  }

  private boolean isTied(int thread) {
    return thread < ahead.length && ahead[thread] >= 0 && untiedBy[thread] == NEVER;
  }

  /** The first timeout of a thread after so many steps of it, -1 if there is none. */
  private int timeoutAfter(int thread, int steps) {
    for (int k = 0; k < timeoutCount; k++) {
      int event = timeouts[k];
      if (trace.target(event) == thread && order.countBefore(event, thread) == steps) {
        return event;
      }
    }
    return Trace.NONE;
  }

  private void addTimeout(int event) {
    if (timeoutCount == timeouts.length) {
      timeouts = Arrays.copyOf(timeouts, 2 * timeoutCount);
    }
    timeouts[timeoutCount++] = event;
  }

  /** Whether the corresponding steps of two tied threads make a difference between the threads. */
  private boolean tellsApart(int first, int second) {
    return trace.kind(first) != trace.kind(second)
        || trace.modes(first) != trace.modes(second)
        || trace.label(first) != trace.label(second)
        || order.isBefore(first, second)
        || !correspond(trace.object(first), first, trace.object(second), second)
        || !correspond(trace.other(first), first, trace.other(second), second);
  }

  private boolean correspond(int object, int first, int otherObject, int second) {
    return object == otherObject
        || ownObjects.correspond(object, trace.thread(first), otherObject, trace.thread(second));
  }

  private void ensure(int thread) {
    int have = ahead.length;
    if (thread >= have) {
      ahead = Arrays.copyOf(ahead, Math.max(2 * have, thread + 1));
      tiedBy = Arrays.copyOf(tiedBy, ahead.length);
      untiedBy = Arrays.copyOf(untiedBy, ahead.length);
      Arrays.fill(ahead, have, ahead.length, Trace.NONE);
      Arrays.fill(untiedBy, have, ahead.length, NEVER);
    }
  }
}
