package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Global;
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
 * Reads the traces of a C program as executions of the toy program that it was written from.
 *
 * <p>Threads are known by the names of the functions that they begin with. What the main thread
 * does, which creates and joins the others, is nothing in the toy; but from the joins on it is the
 * thread that ends a program with hooks.
 */
final class CTraces implements Reading {
  private static final String MAIN = "main";
  private static final int NOT_IN_TOY = -1;
  private static final Pattern PLACE =
      Pattern.compile(": (.*) \\(" + CSource.FILE + ":(\\d+), " + CSource.FILE + "\\)");

  private final Toy toy;
  private final String prefix;
  private final Names names;
  private final boolean hasHooks;

  /** How many threads the main thread creates before it does anything else. */
  private final int toCreate;

  private final Map<String, Integer> threadsByName = new HashMap<>();
  private final Map<Integer, Integer> threads = new HashMap<>();
  private final Map<Integer, Integer> lines = new HashMap<>();

  /**
   * A reader of traces.
   *
   * @param program the number of the program in its source
   * @param names those of the C program
   */
  CTraces(Toy toy, int program, Names names) {
    this.toy = toy;
    this.prefix = CSource.prefix(program);
    this.names = names;
    this.hasHooks = Ends.of(toy).hasHooks();
    this.toCreate = Creation.of(toy).map(creation -> creation.inOrder().size()).orElse(0);
    for (ThreadCode thread : toy.threads()) {
      for (int i = 0; i < Math.max(1, thread.size()); i++) {
        String name = CThread.beginning(prefix, thread.name(), i);
        threadsByName.put(name, threadsByName.size());
      }
    }
  }

  @Override
  public Steps steps(Trace trace) {
    List<Integer> stepThreads = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    int clock = threadsByName.size() + (hasHooks ? 1 : 0);
    int left = toCreate;
    for (int i = 0; i < trace.size(); i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      boolean isTimeout = kind == OpKind.TIMEOUT;
      int thread = isTimeout ? clock : thread(trace.thread(i));
      if (thread == NOT_IN_TOY && hasHooks && left-- <= 0) {
        thread = threadsByName.size();
      }
      if (thread != NOT_IN_TOY) {
        int label = trace.label(i);
        stepThreads.add(thread);
        labels.add(label >= 0 && (isTimeout || kind == OpKind.NOTIFY) ? thread(label) : label);
      } else if (kind != OpKind.START && kind != OpKind.JOIN && kind != OpKind.LOCK) {
        throw new IllegalStateException("the main thread does " + kind);
      }
    }
    return Steps.of(stepThreads, labels);
  }

  private int thread(int thread) {
    return threads.computeIfAbsent(thread, this::threadNamedAs);
  }

  private int threadNamedAs(int thread) {
    String name = names.thread(thread);
    if (name.equals(MAIN)) {
      return NOT_IN_TOY;
    }
    // whoever ends the program creates the hooks, so one of them may have several numbers
    Integer known = threadsByName.get(hasHooks ? name.replaceFirst(" \\d+$", "") : name);
    if (known == null) {
      throw new IllegalStateException("unknown thread " + name);
    }
    return known;
  }

  @Override
  public String object(int object) {
    String name = names.object(object);
    if (!name.startsWith(prefix)) {
      return name;
    }
    String own = name.substring(prefix.length());
    for (Global global : toy.globals()) {
      if (global.name().equals(own)) {
        return global.size() < 0 ? own : own + "[0]";
      }
    }
    return own;
  }

  @Override
  public Set<List<Object>> failures(Trace trace) {
    Set<List<Object>> places = new HashSet<>();
    for (Failure failure : trace.failures()) {
      Matcher matcher = PLACE.matcher(failure.message());
      int thread = thread(failure.thread());
      if (matcher.find()) {
        boolean isAssertion = matcher.group(1).equals(CThread.ASSERTION);
        places.add(List.of(thread, isAssertion, Integer.parseInt(matcher.group(2))));
      } else {
        places.add(List.of(thread, false, line(failure.position())));
      }
    }
    return places;
  }

  private int line(int position) {
    return lines.computeIfAbsent(position, names::line);
  }

  @Override
  public boolean failuresEndAll() {
    return true;
  }

  @Override
  public boolean mainLeaves() {
    return hasHooks || Creation.of(toy).orElseThrow().leavesThreads();
  }
}
