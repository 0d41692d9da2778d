package dev.clew.testkit.toy;

import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a toy program along a schedule written in thread names, and tells what happened in words.
 */
final class ToyExecution {
  final ToyProgram program;
  final Trace trace = new Trace();
  final Schedule schedule = new Schedule();

  private ToyExecution(String text) {
    program = ToyProgram.parse("test.toy", text);
  }

  /** A program that has not run yet. */
  static ToyExecution of(String... lines) {
    return new ToyExecution(String.join("\n", lines));
  }

  /** Runs the steps, then freely; a step is a thread, or a thread, a colon and a label. */
  ToyExecution run(String... steps) {
    schedule.keep(0);
    for (String step : steps) {
      addStep(step);
    }
    schedule.recordDetails(true);
    program.run(schedule, trace);
    return this;
  }

  /** Makes the schedule begin with what the first events of the trace did. */
  void keep(int events) {
    for (int i = 0; i < events; i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
    }
    schedule.keep(events);
  }

  /** Adds a step to the schedule. */
  void addStep(String step) {
    String[] parts = step.split(":");
    int label = parts.length == 1 ? Trace.NO_LABEL : Integer.parseInt(parts[1]);
    schedule.add(thread(parts[0]), label);
  }

  /** The number of a thread. */
  int thread(String name) {
    for (int t = 0; t < program.threadCount(); t++) {
      if (program.names().thread(t).equals(name)) {
        return t;
      }
    }
    throw new IllegalArgumentException("no thread " + name);
  }

  /** Every event: thread, kind, objects, label, link and target where there are any. */
  List<String> events() {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      events.add(event(i));
    }
    return events;
  }

  /** One event, as in {@link #events}. */
  String event(int i) {
    Names names = program.names();
    StringBuilder text = new StringBuilder();
    text.append(names.thread(trace.thread(i))).append(' ').append(OpKind.of(trace.kind(i)));
    for (int object : new int[] {trace.object(i), trace.other(i)}) {
      text.append(object < 0 ? "" : " " + names.object(object));
    }
    text.append(trace.label(i) < 0 ? "" : " label " + trace.label(i));
    text.append(trace.link(i) < 0 ? "" : " link " + trace.link(i));
    text.append(trace.target(i) < 0 ? "" : " target " + names.thread(trace.target(i)));
    return text.toString();
  }

  /** What the threads are blocked on: thread, kind, object, link and target. */
  List<String> pending() {
    Names names = program.names();
    PendingOperations pending = trace.pending();
    List<String> blocked = new ArrayList<>();
    for (int i = 0; i < pending.size(); i++) {
      int object = pending.object(i);
      int target = pending.target(i);
      boolean joins = pending.kind(i) == OpKind.JOIN.code();
      String at = target < 0 ? "" : joins ? names.thread(target) : names.object(target);
      blocked.add(
          names.thread(pending.thread(i))
              + " "
              + OpKind.of(pending.kind(i))
              + (object < 0 ? "" : " " + names.object(object))
              + (pending.amount(i) == 0 ? "" : " amount " + pending.amount(i))
              + (pending.link(i) < 0 ? "" : " link " + pending.link(i))
              + (at.isEmpty() ? "" : " target " + at));
    }
    return blocked;
  }

  /** The failures: thread, kind and message. */
  List<String> failures() {
    return trace.failures().stream()
        .map(f -> program.names().thread(f.thread()) + " " + f.kind() + ": " + f.message())
        .toList();
  }

  /** The number of the last event of a kind. */
  int last(OpKind kind) {
    for (int i = trace.size() - 1; i >= 0; i--) {
      if (trace.kind(i) == kind.code()) {
        return i;
      }
    }
    throw new IllegalStateException("no " + kind + " in " + events());
  }
}
