package dev.clew.benchmarks;

import dev.clew.trace.Names;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;

/** A program that counts the events that were not in the trace before. */
final class CountingProgram implements Program {
  private final Program program;
  private long newEvents;

  CountingProgram(Program program) {
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
}
