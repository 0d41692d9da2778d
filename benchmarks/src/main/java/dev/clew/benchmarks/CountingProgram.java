package dev.clew.benchmarks;

import dev.clew.trace.ForwardingProgram;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;

/** A program that counts the events that were not in the trace before. */
final class CountingProgram extends ForwardingProgram {
  private final Program program;
  private long newEvents;

  CountingProgram(Program program) {
    super(program);
    this.program = program;
  }

  long newEvents() {
    return newEvents;
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    program.run(schedule, trace);
    newEvents += trace.size() - schedule.common();
  }
}
