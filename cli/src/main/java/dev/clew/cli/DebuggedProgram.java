package dev.clew.cli;

import dev.clew.trace.Names;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;

/**
 * A program that waits for a debugger before it is executed: classes are loaded by then, and what
 * only the first execution does in a JVM is done.
 */
final class DebuggedProgram implements Program {
  /**
   * Thrown and caught at once. {@code ./clew} starts the JVM so that it listens for a debugger, and
   * stands still, when it sees this.
   */
  static final class DebuggerWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Program program;

  DebuggedProgram(Program program) {
    this.program = program;
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    Schedule any = new Schedule();
    any.setStepLimit(schedule.stepLimit());
    program.run(any, new Trace());
    try {
      throw new DebuggerWanted();
    } catch (DebuggerWanted e) {
      program.run(schedule, trace);
    }
  }

  @Override
  public int threadCount() {
    return program.threadCount();
  }

  @Override
  public int objectCount() {
    return program.objectCount();
  }

  @Override
  public boolean isPlain(int object) {
    return program.isPlain(object);
  }

  @Override
  public int interruptStatus(int thread) {
    return program.interruptStatus(thread);
  }

  @Override
  public void makeVisible(int object) {
    program.makeVisible(object);
  }

  @Override
  public Names names() {
    return program.names();
  }

  @Override
  public int threadOf(String key) {
    return program.threadOf(key);
  }

  @Override
  public int objectOf(String key) {
    return program.objectOf(key);
  }
}
