package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.trace.ForwardingProgram;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;

/**
 * A program that waits for a debugger before it is executed: classes are loaded by then, and what
 * only the first execution does in a JVM is done.
 */
final class DebuggedProgram extends ForwardingProgram {
  /**
   * Thrown and caught at once. {@code ./clew} starts the JVM so that it listens for a debugger, and
   * stands still, when it sees this.
   */
  static final class DebuggerWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Program program;

  DebuggedProgram(Program program) {
    super(program);
    this.program = program;
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    Schedule any = new Schedule();
    any.setStepLimit(Math.max(schedule.stepLimit(), Budget.DEFAULT_STEPS)); // as in a search
    program.run(any, new Trace());
    try {
      throw new DebuggerWanted();
    } catch (DebuggerWanted e) {
      program.run(schedule, trace);
    }
  }
}
