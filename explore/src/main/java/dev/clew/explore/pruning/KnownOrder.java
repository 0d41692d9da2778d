package dev.clew.explore.pruning;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What each thread knows of the others at a state of an execution, by the orders that every race
 * detector acknowledges: program order, start, join, and mutexes.
 *
 * <p>There are more such orders (volatile variables, semaphores); to leave them out means to find
 * fewer states race-free, never too many.
 */
final class KnownOrder {
  /** In the place of a number of events: all, also what follows the last one. */
  static final int ALL = Integer.MAX_VALUE;

  private static final int[] NOTHING = new int[0];

  private final Trace trace;
  private final int[][] clock;
  private final int[][] held;
  private final int[] last;
  private final boolean[] started;
  private final boolean[] joined;
  private final Map<Integer, int[]> released = new HashMap<>();

  /** The order of an execution of which nothing was taken in yet. */
  KnownOrder(Trace trace, int threads) {
    this.trace = trace;
    this.clock = new int[threads][threads];
    this.held = new int[threads][];
    this.last = new int[threads];
    this.started = new boolean[threads];
    this.joined = new boolean[threads];
    Arrays.fill(held, NOTHING);
    Arrays.fill(last, -1);
  }

  /** Takes in event i. */
  void append(int i) {
    int thread = trace.thread(i);
    int[] mine = clock[thread];
    mine[thread]++;
    last[thread] = i;
    switch (OpKind.of(trace.kind(i))) {
      case LOCK, REACQUIRE, TRY_LOCK -> take(i, thread);
      case UNLOCK, WAIT -> {
        released.put(trace.object(i), mine.clone());
        held[thread] = without(held[thread], trace.object(i));
      }
      case START -> {
        started[trace.target(i)] = true;
        join(clock[trace.target(i)], mine);
      }
      case JOIN -> {
        joined[trace.target(i)] = true;
        joinThread(mine, trace.target(i));
      }
      default -> {}
    }
  }

  private void take(int i, int thread) {
    int mutex = trace.object(i);
    boolean succeeds = mutex >= 0 && Dependence.first(trace.modes(i)) == Dependence.WRITE;
    if (succeeds) {
      int[] before = held[thread];
      int[] now = Arrays.copyOf(before, before.length + 1);
      now[before.length] = mutex;
      held[thread] = now;
      joinMutex(clock[thread], mutex);
    }
  }

  private static int[] without(int[] set, int member) {
    for (int k = 0; k < set.length; k++) {
      if (set[k] == member) {
        int[] rest = Arrays.copyOf(set, set.length - 1);
        System.arraycopy(set, k + 1, rest, k, rest.length - k);
        return rest;
      }
    }
    return set;
  }

  /** Whether the thread was started by an event. */
  boolean isStarted(int thread) {
    return started[thread];
  }

  /** Whether the thread has ended, as another one knows. */
  boolean isJoined(int thread) {
    return joined[thread];
  }

  /** The number of events of a thread. */
  int count(int thread) {
    return clock[thread][thread];
  }

  /** The last event of a thread, -1 if none. */
  int last(int thread) {
    return last[thread];
  }

  /** The number of events of each thread that a thread comes after; not to be changed. */
  int[] clock(int thread) {
    return clock[thread];
  }

  /** The mutexes a thread holds; not changed later. */
  int[] held(int thread) {
    return held[thread];
  }

  /** Raises a clock to what who takes a mutex comes after. */
  void joinMutex(int[] target, int mutex) {
    int @Nullable [] release = released.get(mutex);
    if (release != null) {
      join(target, release);
    }
  }

  /** Raises a clock to what who joins a thread comes after. */
  void joinThread(int[] target, int thread) {
    join(target, clock[thread]);
    target[thread] = ALL;
  }

  private static void join(int[] target, int[] source) {
    for (int t = 0; t < target.length; t++) {
      target[t] = Math.max(target[t], source[t]);
    }
  }
}
