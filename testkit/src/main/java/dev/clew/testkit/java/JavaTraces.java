package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.written.Reading;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the traces of a Java program as executions of the toy program that it was written from.
 *
 * <p>Threads are known by their names. What the main thread does, which starts the others, is
 * nothing in the toy; nor is to pass the gate, and to initialise classes.
 */
final class JavaTraces implements Reading {
  private static final int NOT_IN_TOY = -1;
  private static final String INITIALISATION = "the initialisation of ";
  private static final String HOOKS = "the shutdown hooks";
  private static final Pattern PLACE = Pattern.compile("toy ([a-z0 ]*):(\\d+)");

  private final JavaSource source;
  private final Names names;
  private final Map<String, Integer> threadsByName = new HashMap<>();
  private final Set<Integer> gated = new HashSet<>();
  private final Map<Integer, Integer> threads = new HashMap<>();
  private final Map<Integer, Boolean> unknown = new HashMap<>();

  JavaTraces(JavaSource source, Names names) {
    this.source = source;
    this.names = names;
    for (ThreadCode thread : source.toy().threads()) {
      for (int i = 0; i < JavaSource.size(thread); i++) {
        if (source.hasGate(thread.name())) {
          gated.add(threadsByName.size());
        }
        threadsByName.put(thread.name() + "_" + i, threadsByName.size());
      }
    }
    if (source.toy().threads().stream().anyMatch(thread -> thread.role() == Role.HOOK)) {
      threadsByName.put("DestroyJavaVM", threadsByName.size());
    }
  }

  @Override
  public Steps steps(Trace trace) {
    List<Integer> stepThreads = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    Set<Integer> atGate = new HashSet<>(gated);
    for (int i = 0; i < trace.size(); i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      boolean isTimeout = kind == OpKind.TIMEOUT;
      int thread = isTimeout ? threadsByName.size() : thread(trace.thread(i));
      boolean isJoinOfMain =
          kind == OpKind.JOIN && trace.target(i) >= 0 && thread(trace.target(i)) == NOT_IN_TOY;
      if (thread == NOT_IN_TOY
          || isJoinOfMain
          || isUnknownToToy(trace.object(i))
          || atGate.remove(thread)) {
        continue;
      }
      int label = trace.label(i);
      stepThreads.add(thread);
      labels.add(label >= 0 && (isTimeout || kind == OpKind.NOTIFY) ? thread(label) : label);
      if (kind == OpKind.ARRIVE && opens(trace, i)) {
        // who opens a barrier goes on at once, which is a step of its own in the toy
        stepThreads.add(thread);
        labels.add(Trace.NO_LABEL);
      }
    }
    return Steps.of(stepThreads, labels);
  }

  private boolean isUnknownToToy(int object) {
    return object >= 0
        && unknown.computeIfAbsent(
            object,
            each ->
                names.object(each).startsWith(INITIALISATION) || names.object(each).equals(HOOKS));
  }

  /** Whether others go on because of an arrival. */
  private static boolean opens(Trace trace, int arrival) {
    for (int i = arrival + 1; i < trace.size(); i++) {
      if (trace.kind(i) == OpKind.PASS.code() && trace.link(i) == arrival) {
        return true;
      }
    }
    return false;
  }

  private int thread(int thread) {
    return threads.computeIfAbsent(thread, this::threadNamedAs);
  }

  private int threadNamedAs(int thread) {
    String name = names.thread(thread);
    if (name.equals("main")) {
      return NOT_IN_TOY;
    }
    Integer known = threadsByName.get(name);
    if (known == null) {
      throw new IllegalStateException("unknown thread " + name);
    }
    return known;
  }

  @Override
  public String object(int object) {
    String name = names.object(object);
    String field = name.substring(name.lastIndexOf('.') + 1);
    for (Global global : source.toy().globals()) {
      for (int i = 0; i < Math.max(1, global.size()); i++) {
        if (global.kind() == GlobalKind.SHARED && field.equals(JavaSource.plainField(global, i))) {
          return global.size() < 0 ? global.name() : global.name() + "[" + i + "]";
        }
      }
    }
    return name;
  }

  @Override
  public Set<List<Object>> failures(Trace trace) {
    Set<List<Object>> places = new HashSet<>();
    for (Failure failure : trace.failures()) {
      Matcher matcher = PLACE.matcher(failure.message());
      int thread = thread(failure.thread());
      if (matcher.find()) {
        boolean isAssertion = matcher.group(1).equals("assertion");
        places.add(List.of(thread, isAssertion, Integer.parseInt(matcher.group(2))));
      } else {
        places.add(List.of(thread, false, source.toyLine(names.line(failure.position()))));
      }
    }
    return places;
  }

  @Override
  public boolean tellsValues() {
    return false;
  }

  @Override
  public boolean beginLate() {
    return !gated.isEmpty();
  }

  @Override
  public boolean doesMore() {
    return source.initialisesLate();
  }
}
