package dev.clew.testkit.search;

import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.StableIds;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A toy program that behaves as one whose threads and objects appear while it runs: it knows only
 * of those that it has seen, and reveals its plain locations instead of having them raced on.
 */
final class LateProgram implements Program {
  private final ToyProgram program;
  private final Predicate<Trace> reveals;
  private final Set<Integer> visible = new HashSet<>();
  private final StableIds numbers = new StableIds();
  private int threads = 1;
  private int objects;

  /** A program that reveals a location it accessed in an execution of which the predicate holds. */
  LateProgram(String text, Predicate<Trace> reveals) {
    this.program = Programs.parse(text);
    this.reveals = reveals;
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    program.run(schedule, trace);
    for (int i = 0; i < trace.size(); i++) {
      threads = Math.max(threads, 1 + Math.max(trace.thread(i), trace.target(i)));
      objects = Math.max(objects, 1 + Math.max(trace.object(i), trace.other(i)));
    }
    for (int a = 0; reveals.test(trace) && a < trace.watched().size(); a++) {
      trace.reveal(trace.watched().object(a));
    }
    numbers.of(StableIds.ROOT, trace.size());
  }

  Set<Integer> visible() {
    return visible;
  }

  StableIds numbers() {
    return numbers;
  }

  @Override
  public int threadCount() {
    return threads;
  }

  @Override
  public int objectCount() {
    return objects;
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
    visible.add(object);
    program.makeVisible(object);
  }

  @Override
  public Names names() {
    return program.names();
  }

  @Override
  public void saveNumbers(DataOutput out) throws IOException {
    numbers.save(out);
  }

  @Override
  public void restoreNumbers(DataInput in) throws IOException {
    numbers.restore(in);
  }
}
