package dev.clew.jvm.run;

import dev.clew.trace.Trace;
import java.time.Instant;

/**
 * The time as a program sees it: one clock for an execution, and how far threads are ahead of it.
 *
 * <p>The clock moves only when nobody can go on, to the time at which the first operation is due. A
 * short sleep may end before that: the thread is then ahead of the clock, by less than the {@link
 * #setPatience patience}. So is one that looks at the clock again and again until some time has
 * passed: a look takes a nanosecond, and every thousand take a microsecond and more, twice as long
 * each time.
 *
 * <p>The clock shows microseconds. What is below that tells one look of a thread from the next, and
 * makes no difference between things that are due.
 */
public final class VirtualClock {
  /** The time of day, in milliseconds since 1970, at which every execution begins. */
  public static final long START_MILLIS = 1_735_689_600_000L;

  /** How far a thread may get ahead of the clock by sleeping, if nobody says otherwise. */
  public static final long PATIENCE = 1_000_000_000;

  /** How long an operation takes that may give up at any time. */
  public static final long ANY_TIME = -1;

  /** No time comes after this one: a sum of two must not run over. */
  static final long LATEST = Long.MAX_VALUE / 4000 * 1000;

  /** What {@code System.nanoTime} is when an execution begins. */
  private static final long START_NANOS = 1_000_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long TICK = 1_000;

  /** A thousand looks never take longer than about a second. */
  private static final int MOST_DOUBLINGS = 20;

  private final Execution execution;
  private long now;

  /** The event with which time passed last. */
  private int passed;

  private long patience = PATIENCE;

  VirtualClock(Execution execution) {
    this.execution = execution;
  }

  /** An execution begins. */
  void begin() {
    now = 0;
    passed = Trace.NONE;
  }

  /**
   * Sets how far a thread may get ahead of the clock by sleeping.
   *
   * @param nanos 0 for not at all: time is exact, a sleep ends only when nothing else can run, and
   *     together with all that is due at the same time
   */
  public void setPatience(long nanos) {
    patience = nanos;
    execution.threads.setExact(nanos == 0);
  }

  public long patience() {
    return patience;
  }

  // --- what passes

  /** When something is due that takes so long for a thread, {@link #ANY_TIME} if at any time. */
  long deadline(ProgramThread thread, long nanos) {
    return nanos < 0 ? ANY_TIME : Math.min(LATEST, exact(thread) + Math.min(nanos, LATEST));
  }

  /** What the clock shows when something is due: nothing below a microsecond. */
  static long tick(long time) {
    return time == ANY_TIME ? ANY_TIME : time - time % TICK;
  }

  private static long exact(ProgramThread thread) {
    return thread.time + thread.fineTime;
  }

  /** For a thread it is not earlier than this. */
  private static void raise(ProgramThread thread, long exact) {
    long now = Math.max(exact(thread), exact);
    thread.time = tick(now);
    thread.fineTime = (int) (now % TICK);
  }

  /** Whether a sleep of a thread may end while others can go on. */
  boolean mayEndEarly(ProgramThread thread, long nanos) {
    return nanos == 0 || tick(deadline(thread, nanos)) - now < patience;
  }

  /** Time passes for one thread only. */
  void pass(ProgramThread thread, long nanos) {
    raise(thread, deadline(thread, nanos));
  }

  /** Time lets a thread go on that waited for it. */
  void isDue(ProgramThread thread) {
    if (thread.isTimed && thread.deadline != ANY_TIME && tick(thread.deadline) <= now) {
      raise(thread, thread.deadline);
    }
  }

  /** It is not earlier than another thread for one that started it, or saw it end. */
  static void follow(ProgramThread thread, ProgramThread other) {
    raise(thread, exact(other));
  }

  /** The clock moves on: it is not earlier than this for anybody. */
  void moveTo(long time, ProgramThreads threads) {
    now = Math.max(now, tick(time));
    for (int t = 0; t < threads.end(); t++) {
      ProgramThread thread = threads.find(t);
      if (thread != null && thread.time < now) {
        thread.time = now;
      }
    }
  }

  /** The first of the events with which time passed last, {@link Trace#NONE} if it never did. */
  int passed() {
    return passed;
  }

  /** Time passes with this event, and those right after it. */
  void notePassed(int event) {
    passed = event;
  }

  /** The time of the clock itself. */
  long now() {
    return now;
  }

  // --- who looks

  /** The running thread looks at {@code System.nanoTime}. */
  public long lookAtNanos() {
    return START_NANOS + look();
  }

  /** The running thread looks at the time of day, in milliseconds since 1970. */
  public long lookAtMillis() {
    return START_MILLIS + look() / NANOS_PER_MILLI;
  }

  /** The running thread looks at the time of day. */
  public Instant lookAtInstant() {
    return Instant.ofEpochMilli(START_MILLIS).plusNanos(look());
  }

  private long look() {
    ProgramThread self = execution.current;
    self.looksAtClock++;
    if (++self.fineTime == TICK) {
      self.fineTime = 0;
      int doublings = Math.min(self.looksAtClock / (int) TICK, MOST_DOUBLINGS);
      execution.threadModel.takeTime(TICK << doublings);
    }
    return exact(self);
  }

  /** What {@code System.nanoTime} is for a thread that does not look. */
  public static long nanos(ProgramThread thread) {
    return START_NANOS + exact(thread);
  }

  /** Lets so much time pass for a thread that it is not earlier than another one. */
  public static void catchUp(ProgramThread thread, long nanos) {
    raise(thread, Math.max(nanos, START_NANOS) - START_NANOS);
  }

  /** The time of day of a thread, in milliseconds since 1970. */
  public static long millis(ProgramThread thread) {
    return START_MILLIS + thread.time / NANOS_PER_MILLI;
  }

  /** How many nanoseconds a thread may wait until a time of day, 0 if that is over. */
  public static long nanosUntil(ProgramThread thread, long millis) {
    long left = millis - START_MILLIS;
    if (left > LATEST / NANOS_PER_MILLI) {
      return Long.MAX_VALUE;
    }
    return Math.max(0, left * NANOS_PER_MILLI - exact(thread));
  }
}
