package dev.clew.cli;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.ProcessorTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Watches from a thread of its own that a program goes on: where no hook of ours is called (in the
 * JDK, in native code) nobody else can tell.
 *
 * <p>It counts how often it woke up while nothing happened, not the time: a process that is stopped
 * for a while and goes on later did not hang. Then the thread must have computed all that time, or
 * not at all: one that gets no processor, or for which classes are loaded, is left alone. The work
 * of the engine between executions does not count. Loops in code of the program are noticed by the
 * program itself, a little earlier.
 */
final class Watchdog implements Runnable, AutoCloseable {
  private static final long LONGEST_TICK = 250;
  private static final int TICKS = 20;
  private static final int SAMPLES = 5;
  private static final long SAMPLE_MILLIS = 20;

  /** Who computes less than one part in so many waits. */
  private static final int PARTS = 100;

  private final Execution execution;
  private final Duration patience;
  private final Path directory;
  private final Console console;
  private final @Nullable Path json;

  /** Who waits for this process, null if nobody does; its number alone may come to mean another. */
  private final @Nullable ProcessHandle supervisor;

  private final long tick;
  private final long ticksToHang;
  private final Thread thread;
  private long seen;
  private long ticks;

  /** What the thread that does not come back has computed; null if all come back. */
  private @Nullable ProcessorTime computed;

  /** How much that was when it was last looked at. */
  private long computedBefore;

  private volatile boolean isOver;

  Watchdog(
      Execution execution,
      Duration patience,
      Path directory,
      Console console,
      @Nullable Path json,
      long supervisor) {
    this.json = json;
    this.execution = execution;
    this.patience = patience;
    this.directory = directory;
    this.console = console;
    this.supervisor = supervisor > 0 ? ProcessHandle.of(supervisor).orElse(null) : null;
    long limit = patience.plus(patience.dividedBy(4)).plusMillis(500).toMillis();
    this.tick = Math.max(1, Math.min(LONGEST_TICK, limit / TICKS));
    this.ticksToHang = limit / tick;
    this.thread = new Thread(this, "clew-watchdog");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void run() {
    while (!isOver) {
      try {
        Thread.sleep(tick);
        watch();
      } catch (OutOfMemoryError e) {
        ticks = 0; // the program has it all, and will hear of it
      } catch (InterruptedException e) {
        isOver = true;
      }
    }
  }

  private void watch() throws InterruptedException {
    endWithSupervisor();
    long progress = execution.progress();
    boolean isStill = progress == seen && progress != 0;
    ticks = isStill ? ticks + 1 : 0;
    seen = progress;
    if (!isStill) {
      computed = null;
    } else if (computed == null || computed.thread() != execution.runner()) {
      computed = new ProcessorTime(execution.runner());
      computedBefore = 0;
      ticks = 1;
    } else if (ticks >= ticksToHang) {
      ticks = 0;
      look(progress, computed.nanos());
    }
  }

  /** Nobody would be there to tell what came of it: nothing is left running. */
  private void endWithSupervisor() {
    if (supervisor != null && !supervisor.isAlive()) {
      Standstill.removeAll(directory);
      Runtime.getRuntime().halt(ExitCode.INCONCLUSIVE.number());
    }
  }

  /** Ends the process if the program hangs, with what is known about it. */
  private void look(long progress, long nanos) throws InterruptedException {
    long sinceLastLook = nanos - computedBefore;
    computedBefore = nanos;
    boolean waits = sinceLastLook >= 0 && sinceLastLook < ticksToHang * tick * 1_000_000 / PARTS;
    boolean computes = !waits && nanos > patience.toNanos();
    if (!waits && !computes) {
      return; // it goes on, slowly
    }
    Standstill standstill = null;
    for (int sample = 0; sample < SAMPLES; sample++) {
      Thread runner = execution.runner();
      Standstill now =
          new Standstill(
              execution.threads.name(execution.current.number),
              patience,
              computes,
              runner.getState(),
              List.of(runner.getStackTrace()));
      Thread.sleep(SAMPLE_MILLIS);
      if (isOver || execution.progress() != progress) {
        return;
      }
      standstill = standstill == null || now.isAtWork() ? now : standstill;
    }
    if (standstill != null && (computes || !standstill.isAtWork())) {
      end(standstill);
    }
  }

  private void end(Standstill standstill) {
    int code = ExitCode.USAGE.number();
    if (standstill.computes()) {
      try {
        standstill.write(directory);
        code = ExitCode.VIOLATION.number();
      } catch (IOException e) {
        console.err().println("clew: " + standstill.headline() + "; " + Reason.of(e));
        code = ExitCode.DEFECT.number();
      }
    } else {
      Standstill.removeAll(directory);
      console.err().println(standstill.complaint());
      if (json != null) {
        FailedResult.write(json, ExitCode.USAGE, standstill.complaint());
      }
      code = ExitCode.announced(code);
    }
    console.err().flush();
    console.out().flush();
    Runtime.getRuntime().halt(code);
  }

  /** Whether the program, not a signal or this tool, makes the JVM end: by a call we do not see. */
  boolean isProgramExiting() {
    if (execution.progress() == 0) {
      return false;
    }
    for (StackTraceElement frame : execution.runner().getStackTrace()) {
      if (frame.getClassName().equals("java.lang.Shutdown")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    isOver = true;
    thread.interrupt();
  }
}
