package dev.clew.trace;

import java.util.Arrays;

/**
 * The happens-before order of a trace, by vector clocks, kept up to date as the trace grows and
 * shrinks.
 *
 * <p>Event a happens before event b if b is reachable from a over: program order, start to first
 * event, last event to join, the link of a re-acquire or pass, a timeout and everything around it,
 * the step of an alike thread that b had to wait for, and the order of dependent operations as
 * {@link Dependence} defines it. Rows are computed once per event by {@link #append} and dropped by
 * {@link #truncate}; the rows of a prefix that two executions share are never computed again.
 *
 * <p>Invariant: {@code clock[i * stride + t]} is the number of events of thread t that happen
 * before event i, or are i.
 */
public final class HappensBefore {
  private static final int LOCK = OpKind.LOCK.code();
  private static final int REACQUIRE = OpKind.REACQUIRE.code();
  private static final int START = OpKind.START.code();
  private static final int JOIN = OpKind.JOIN.code();
  private static final int TIMEOUT = OpKind.TIMEOUT.code();
  private static final int PASS = OpKind.PASS.code();

  private final Trace trace;
  private final boolean isOfSearch;
  private final AccessLists accesses;
  private int size;
  private int stride;

  private int[] clock = new int[0];
  private int[] countBefore = new int[0];
  private int[] index = new int[0];
  private int[] predecessor = new int[0];
  private int[] latestCause = new int[0];
  private int[] previousRelease = new int[0];

  private int[] count = new int[0];
  private int[] releasedBy = new int[0];
  private int[][] eventsOf = new int[0][];

  private int[] adjacent = new int[16];
  private int adjacentCount;

  /** The order of the given trace, which is empty or whose events are still to be appended. */
  public HappensBefore(Trace trace, int threads, int objects) {
    this(trace, threads, objects, true);
  }

  /**
   * The order of the given trace.
   *
   * @param isOfSearch whether it includes that alike threads take turns, which is an order that the
   *     search makes and the program does not
   */
  HappensBefore(Trace trace, int threads, int objects, boolean isOfSearch) {
    this.trace = trace;
    this.isOfSearch = isOfSearch;
    this.accesses = new AccessLists(trace);
    growEvents(16);
    ensureThreads(Math.max(1, threads));
    accesses.ensureObjects(objects);
  }

  /** Takes event {@code size()} of the trace into the order. */
  public void append() {
    int i = size;
    int thread = trace.thread(i);
    if (i + 1 >= index.length) {
      growEvents(2 * index.length);
    }
    ensureThreads(1 + Math.max(thread, trace.target(i)));
    int first = trace.object(i);
    int second = trace.other(i);
    accesses.ensureObjects(1 + Math.max(first, second));

    int row = i * stride;
    System.arraycopy(count, 0, countBefore, row, stride);
    int kind = trace.kind(i);
    latestCause[i] = startRow(i, thread, kind);
    adjacentCount = 0;
    if (first >= 0) {
      if (kind == LOCK || kind == REACQUIRE) {
        joinAcquire(i, row, first);
      } else if (second < 0) {
        joinAccesses(i, row, first, Dependence.first(trace.modes(i)));
      } else {
        joinAccessesOfBoth(i, row, first, second, trace.modes(i));
      }
    }
    int n = ++count[thread];
    index[i] = n;
    clock[row + thread] = n;
    int[] own = eventsOf[thread];
    if (n > own.length) {
      own = eventsOf[thread] = Arrays.copyOf(own, 2 * n);
    }
    own[n - 1] = i;
    accesses.enter(i, kind, first, second);
    if (kind == START || kind == TIMEOUT) {
      int target = trace.target(i);
      previousRelease[i] = releasedBy[target];
      releasedBy[target] = i;
    }
    size = i + 1;
  }

  /**
   * Drops the last events, so that {@code newSize} remain; the trace must still hold the dropped
   * ones.
   */
  public void truncate(int newSize) {
    while (size > newSize) {
      int i = --size;
      int kind = trace.kind(i);
      if (kind == START || kind == TIMEOUT) {
        releasedBy[trace.target(i)] = previousRelease[i];
      }
      count[trace.thread(i)]--;
      accesses.leave(i);
    }
  }

  /** The number of events taken in. */
  public int size() {
    return size;
  }

  /** The number of threads a clock has room for. */
  public int threads() {
    return stride;
  }

  /** Whether event a happens before event b, or is b. */
  public boolean isBefore(int a, int b) {
    return clock[b * stride + trace.thread(a)] >= index[a];
  }

  /** The number of events of a thread that happen before event i, or are i. */
  public int clock(int i, int thread) {
    return clock[i * stride + thread];
  }

  /** The number of events of a thread that come before event i in the trace. */
  public int countBefore(int i, int thread) {
    return countBefore[i * stride + thread];
  }

  /** Event i is the n-th of its thread, from 1. */
  public int index(int i) {
    return index[i];
  }

  /** The number of events of a thread. */
  public int count(int thread) {
    return thread < stride ? count[thread] : 0;
  }

  /** The n-th event of a thread, from 1. */
  public int eventOf(int thread, int n) {
    return eventsOf[thread][n - 1];
  }

  /**
   * What event i follows in its thread: the previous event, its start or its timeout; -1 if
   * nothing.
   */
  public int predecessor(int i) {
    return predecessor[i];
  }

  /** What the next event of a thread would follow, see {@link #predecessor}. */
  public int nextPredecessor(int thread) {
    int last = count[thread] > 0 ? eventsOf[thread][count[thread] - 1] : -1;
    return Math.max(last, releasedBy[thread]);
  }

  /**
   * What the operation that gave up in timeout {@code i} follows in its thread, see {@link
   * #predecessor}.
   */
  public int predecessorOfGivenUp(int i) {
    int thread = trace.target(i);
    int events = countBefore(i, thread);
    int last = events > 0 ? eventsOf[thread][events - 1] : -1;
    return Math.max(last, previousRelease[i]);
  }

  /** The latest event in the trace that happens before event i, -1 if none. */
  public int latestCause(int i) {
    return latestCause[i];
  }

  /**
   * The number of earlier events that event {@code size()-1} could race with: dependent ones that
   * no other event orders before it. For the acquisition of a mutex it is the previous acquisition,
   * not the release in between.
   */
  public int adjacentCount() {
    return adjacentCount;
  }

  /** The k-th of these events, latest first. */
  public int adjacent(int k) {
    return adjacent[k];
  }

  /**
   * Finds the events that the next event could race with, were it one with these accesses; {@link
   * #adjacentCount} and {@link #adjacent} tell the answer.
   *
   * @param follows what it follows in its thread, -1 if nothing
   * @param behind the step of an alike thread it follows, negative if none
   */
  public void probe(int follows, int behind, int object, int mode) {
    int row = size * stride;
    if (follows >= 0) {
      System.arraycopy(clock, follows * stride, clock, row, stride);
    } else {
      Arrays.fill(clock, row, row + stride, 0);
    }
    if (behind >= 0) {
      join(row, behind);
    }
    adjacentCount = 0;
    if (accesses.count(object) > 0) {
      joinAccesses(size, row, object, mode);
    }
  }

  /** The latest acquisition of a mutex, -1 if none. */
  public int lastAcquire(int object) {
    return accesses.lastAcquire(object);
  }

  /** The number of events that access an object. */
  public int accessCount(int object) {
    return accesses.count(object);
  }

  /** The p-th event that accesses an object, from 0. */
  public int access(int object, int p) {
    return accesses.event(object, p);
  }

  /** How event i accesses an object that is one of its two. */
  public int modeOf(int i, int object) {
    int modes = trace.modes(i);
    return trace.object(i) == object ? Dependence.first(modes) : Dependence.second(modes);
  }

  /**
   * The place of the first access of an object after event {@code i} of the trace; {@code
   * accessCount} if there is none.
   */
  public int firstAccessAfter(int object, int i) {
    return accesses.firstAfter(object, i);
  }

  /** Raises each entry of a clock to that of event i. */
  public void joinInto(int[] target, int i) {
    int row = i * stride;
    for (int t = 0; t < stride; t++) {
      int value = clock[row + t];
      if (value > target[t]) {
        target[t] = value;
      }
    }
  }

  /**
   * Fills the row with program order and the other orders that cannot be reversed; returns the
   * latest cause.
   */
  private int startRow(int i, int thread, int kind) {
    int row = i * stride;
    int cause = nextPredecessor(thread);
    predecessor[i] = cause;
    if (cause >= 0) {
      System.arraycopy(clock, cause * stride, clock, row, stride);
    } else {
      Arrays.fill(clock, row, row + stride, 0);
    }
    if (kind == JOIN) {
      int end = nextPredecessor(trace.target(i));
      if (end >= 0) {
        join(row, end);
        cause = Math.max(cause, end);
      }
    } else if (kind == TIMEOUT) {
      for (int t = 0; t < stride; t++) {
        clock[row + t] = count[t];
      }
      cause = i - 1;
    } else if (kind == REACQUIRE || kind == PASS) {
      int ended = trace.link(i);
      join(row, ended);
      cause = Math.max(cause, ended);
    }
    int behind = isOfSearch ? trace.behind(i) : Trace.NONE;
    if (behind >= 0) {
      join(row, behind);
      cause = Math.max(cause, behind);
    }
    return cause;
  }

  private void joinAcquire(int i, int row, int object) {
    int acquire = accesses.lastAcquire(object);
    if (acquire >= 0 && clock[row + trace.thread(acquire)] < index[acquire]) {
      addAdjacent(acquire);
    }
    int release = accesses.lastWrite(object);
    joinLooks(i, row, object, release);
    if (release >= 0) {
      join(row, release);
      latestCause[i] = Math.max(latestCause[i], release);
    }
  }

  /** What only looked at a mutex after its release found it free. */
  private void joinLooks(int i, int row, int object, int release) {
    for (int p = accesses.count(object) - 1; p >= 0; p--) {
      int look = accesses.event(object, p);
      if (look == release) {
        return;
      }
      joinAccess(i, row, look);
    }
  }

  private void joinAccesses(int i, int row, int object, int mode) {
    int write = accesses.lastWrite(object);
    if (mode == Dependence.READ && !accesses.isShared(object)) {
      if (write >= 0) {
        joinAccess(i, row, write);
      }
      return;
    }
    for (int p = accesses.count(object) - 1; p >= 0; p--) {
      int access = accesses.event(object, p);
      if (Dependence.conflict(modeOf(access, object), mode)) {
        joinAccess(i, row, access);
      }
      if (access == write) {
        return;
      }
    }
  }

  /** As {@link #joinAccesses} for two objects: their accesses, merged, the latest first. */
  private void joinAccessesOfBoth(int i, int row, int first, int second, int modes) {
    int p = accesses.count(first) - 1;
    int q = accesses.count(second) - 1;
    while (p >= 0 || q >= 0) {
      int a = p >= 0 ? accesses.event(first, p) : -1;
      int b = q >= 0 ? accesses.event(second, q) : -1;
      int access = Math.max(a, b);
      boolean conflicts = false;
      if (a == access) {
        conflicts = Dependence.conflict(modeOf(a, first), Dependence.first(modes));
        p = a == accesses.lastWrite(first) ? -1 : p - 1;
      }
      if (b == access) {
        conflicts |= Dependence.conflict(modeOf(b, second), Dependence.second(modes));
        q = b == accesses.lastWrite(second) ? -1 : q - 1;
      }
      if (conflicts) {
        joinAccess(i, row, access);
      }
    }
  }

  private void joinAccess(int i, int row, int access) {
    if (access > latestCause[i]) {
      latestCause[i] = access;
    }
    if (clock[row + trace.thread(access)] < index[access]) {
      addAdjacent(access);
      join(row, access);
    }
  }

  private void join(int row, int event) {
    int[] c = clock;
    int from = event * stride;
    for (int t = 0; t < stride; t++) {
      int value = c[from + t];
      if (value > c[row + t]) {
        c[row + t] = value;
      }
    }
  }

  private void addAdjacent(int event) {
    if (adjacentCount == adjacent.length) {
      adjacent = Arrays.copyOf(adjacent, 2 * adjacentCount);
    }
    adjacent[adjacentCount++] = event;
  }

  private void growEvents(int capacity) {
    clock = Arrays.copyOf(clock, capacity * stride);
    countBefore = Arrays.copyOf(countBefore, capacity * stride);
    index = Arrays.copyOf(index, capacity);
    predecessor = Arrays.copyOf(predecessor, capacity);
    latestCause = Arrays.copyOf(latestCause, capacity);
    accesses.growEvents(capacity);
    previousRelease = Arrays.copyOf(previousRelease, capacity);
  }

  private void ensureThreads(int threads) {
    if (threads <= stride) {
      return;
    }
    int wider = stride == 0 ? threads : Math.max(threads, 2 * stride);
    clock = widen(clock, wider);
    countBefore = widen(countBefore, wider);
    count = Arrays.copyOf(count, wider);
    releasedBy = Arrays.copyOf(releasedBy, wider);
    eventsOf = Arrays.copyOf(eventsOf, wider);
    for (int t = stride; t < wider; t++) {
      releasedBy[t] = -1;
      eventsOf[t] = new int[8];
    }
    stride = wider;
  }

  private int[] widen(int[] rows, int wider) {
    int[] result = new int[index.length * wider];
    for (int i = 0; i < size; i++) {
      System.arraycopy(rows, i * stride, result, i * wider, stride);
    }
    return result;
  }
}
