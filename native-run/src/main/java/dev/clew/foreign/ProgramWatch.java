package dev.clew.foreign;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Watches a process while it executes a program, from a thread of its own, and kills it if nobody
 * would ever hear of it again: it sleeps, and nothing under control will wake it, or it goes on
 * when the search is to be over.
 *
 * <p>It counts its own looks, so that a machine that stands still does not count, nor one that is
 * busy. What the process computes without end it notices itself (hangs.c).
 */
final class ProgramWatch implements AutoCloseable {
  private static final int TICK_MILLIS = 100;

  /** So long an execution may take when the search is to be over. */
  private static final int GRACE_TICKS = 20;

  /** A slow disk is waited for, however impatient the user is. */
  private static final int LEAST_MILLIS = 2000;

  /** Why the process was killed. */
  enum Cause {
    /** It was not. */
    NONE,
    /** The program waits for something outside. */
    SLEEP,
    /** The search is to be over. */
    CUT_OFF
  }

  private final SharedFile shared;
  private final ProcessHandle process;
  private final BooleanSupplier isOver;
  private final int ticksToSleep;
  private final Thread thread = new Thread(this::watch, "clew-program-watch");

  private volatile Cause cause = Cause.NONE;
  private volatile String call = "";

  /** The hand-over that was under way at the last look. */
  private int seen;

  private int ticksOver;
  private int ticksAsleep;
  private String used = "";

  private ProgramWatch(
      SharedFile shared, ProcessHandle process, BooleanSupplier isOver, Duration patience) {
    this.shared = shared;
    this.process = process;
    this.isOver = isOver;
    long millis = Math.max(patience.toMillis(), LEAST_MILLIS);
    this.ticksToSleep = (int) Math.min(Integer.MAX_VALUE, millis / TICK_MILLIS + 1);
  }

  /**
   * Begins to watch.
   *
   * @param isOver whether nobody waits for executions any more
   * @param patience how long the program may sleep
   */
  static ProgramWatch begin(
      SharedFile shared, ProcessHandle process, BooleanSupplier isOver, Duration patience) {
    ProgramWatch watch = new ProgramWatch(shared, process, isOver, patience);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  private void watch() {
    try {
      while (cause == Cause.NONE) {
        Thread.sleep(TICK_MILLIS);
        look();
      }
    } catch (InterruptedException e) {
      return; // by close
    }
  }

  private void look() {
    int under = shared.getVolatile(Layout.GO);
    if (under != seen || under == shared.getVolatile(Layout.DONE)) {
      seen = under;
      ticksOver = 0;
      ticksAsleep = 0;
      used = "";
      return;
    }
    ticksOver = isOver.getAsBoolean() ? ticksOver + 1 : 0;
    if (ticksOver >= GRACE_TICKS) {
      kill(Cause.CUT_OFF);
      return;
    }
    ProcessLook look = ProcessLook.at(process);
    ticksAsleep = look.sleeps() && look.used().equals(used) ? ticksAsleep + 1 : 0;
    used = look.used();
    if (ticksAsleep >= ticksToSleep) {
      call = ProcessLook.call(process);
      kill(Cause.SLEEP);
    }
  }

  private void kill(Cause why) {
    cause = why;
    process.destroyForcibly();
  }

  /** Why it killed the process. */
  Cause cause() {
    return cause;
  }

  /** How long it slept, in seconds. */
  long secondsAsleep() {
    return (long) ticksToSleep * TICK_MILLIS / 1000;
  }

  /** The system call in which the program slept, empty if that is not known. */
  String call() {
    return call;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
