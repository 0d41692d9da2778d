package dev.clew.jvm.run;

import java.time.Instant;

/**
 * The time as a program sees it: each thread has its own, and waiting makes it pass.
 *
 * <p>So does looking at it: a microsecond at first, and twice as long after every 32 looks, so that
 * a program that looks again and again until some time has passed gets there soon.
 */
public final class VirtualClock {
  /** The time of day, in milliseconds since 1970, at which every execution begins. */
  public static final long START_MILLIS = 1_735_689_600_000L;

  /** What {@code System.nanoTime} is when an execution begins. */
  private static final long START_NANOS = 1_000_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long FIRST_LOOK_NANOS = 1_000;
  private static final int LOOKS_BEFORE_DOUBLING = 32;

  /** No look takes longer than about a second. */
  private static final int MOST_DOUBLINGS = 20;

  /** No time comes after this one: a sum of two must not run over. */
  private static final long LATEST = Long.MAX_VALUE / 4;

  private VirtualClock() {}

  /** Lets time pass for a thread. */
  public static void pass(ProgramThread thread, long nanos) {
    thread.time = Math.min(LATEST, thread.time + Math.min(nanos, LATEST));
  }

  /** A thread looks at {@code System.nanoTime}. */
  public static long lookAtNanos(ProgramThread thread) {
    look(thread);
    return START_NANOS + thread.time;
  }

  /** A thread looks at the time of day, in milliseconds since 1970. */
  public static long lookAtMillis(ProgramThread thread) {
    look(thread);
    return millis(thread);
  }

  /** A thread looks at the time of day. */
  public static Instant lookAtInstant(ProgramThread thread) {
    look(thread);
    return Instant.ofEpochMilli(START_MILLIS).plusNanos(thread.time);
  }

  private static void look(ProgramThread thread) {
    int doublings = Math.min(thread.looksAtClock++ / LOOKS_BEFORE_DOUBLING, MOST_DOUBLINGS);
    thread.time += FIRST_LOOK_NANOS << doublings;
  }

  /** What {@code System.nanoTime} is for a thread that does not look. */
  public static long nanos(ProgramThread thread) {
    return START_NANOS + thread.time;
  }

  /** Lets so much time pass for a thread that it is not earlier than another one. */
  public static void catchUp(ProgramThread thread, long nanos) {
    thread.time = Math.max(thread.time, nanos - START_NANOS);
  }

  /** The time of day of a thread, in milliseconds since 1970. */
  public static long millis(ProgramThread thread) {
    return START_MILLIS + thread.time / NANOS_PER_MILLI;
  }

  /** How many nanoseconds a thread may wait until a time of day, 0 if that is over. */
  public static long nanosUntil(ProgramThread thread, long millis) {
    long left = millis - millis(thread);
    return left <= 0
        ? 0
        : left > Long.MAX_VALUE / NANOS_PER_MILLI ? Long.MAX_VALUE : left * NANOS_PER_MILLI;
  }
}
