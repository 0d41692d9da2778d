package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the threads of a program that differ in nothing but their name.
 *
 * <p>Two threads are alike if their {@linkplain ToyResidual residual code} is the same and nobody
 * else can tell them apart. Whoever unparks or interrupts a thread, asks whether it is alive or
 * joins it for some time only, can. To start or to join threads tells those apart that are not
 * started, or joined, one right after the other: between the two another thread, or the one that
 * joins, could do something, and the same holds if one that is not alike comes in between.
 */
final class ToyAlikeThreads {
  private static final TreeSet<String> NONE = new TreeSet<>();

  private final ToyLayout layout;

  /** What could tell each thread apart from others; threads with the same text cannot be. */
  private final StringBuilder[] marks;

  /** How many statements start each thread. */
  private final int[] starts;

  /** The threads that are started, or joined, one right after the other. */
  private final List<List<Integer>> blocks = new ArrayList<>();

  private List<Integer> block = new ArrayList<>();

  private ToyAlikeThreads(ToyLayout layout) {
    this.layout = layout;
    this.marks = new StringBuilder[layout.threads()];
    this.starts = new int[layout.threads()];
    Arrays.setAll(marks, t -> new StringBuilder());
  }

  /** For each thread the latest one before it that is alike, -1 if there is none. */
  static int[] find(Toy toy, ToyLayout layout) {
    ToyAlikeThreads search = new ToyAlikeThreads(layout);
    List<List<Statement>> bodies = new ArrayList<>();
    for (ThreadCode code : toy.threads()) {
      for (int self = 0; self < Math.abs(code.size()); self++) {
        StringBuilder mark = search.marks[bodies.size()];
        mark.append(code.role()).append(layout.isStarted(code) ? " started" : "");
        if (code.role() == Role.HOOK || wakes(code.body(), toy.patience() == 0)) {
          mark.append(" only ").append(bodies.size());
        }
        bodies.add(ToyResidual.of(code.body(), self));
      }
    }
    bodies.forEach(search::countStarts);
    for (List<Statement> body : bodies) {
      search.survey(body);
      search.endBlock();
    }
    if (layout.ender() >= 0) {
      search.blocks.add(search.joinedAtTheEnd(toy));
    }
    List<String> texts = bodies.stream().map(ToyPrinter::print).toList();
    while (search.markInterrupted(texts)) {}
    int[] ahead = new int[layout.threads()];
    Arrays.fill(ahead, -1);
    Map<String, Integer> last = new HashMap<>();
    for (int t = 0; t < texts.size(); t++) {
      Integer earlier = last.put(search.key(t, texts), t);
      ahead[t] = earlier == null ? -1 : earlier;
    }
    return ahead;
  }

  private String key(int thread, List<String> texts) {
    return marks[thread] + "\n" + texts.get(thread);
  }

  private List<Integer> joinedAtTheEnd(Toy toy) {
    List<Integer> joined = new ArrayList<>();
    for (ThreadCode code : ToyEnder.joined(toy.threads())) {
      ToyLayout.Range range = layout.range(code.name());
      for (int t = range.first(); t < range.first() + range.size(); t++) {
        joined.add(t);
      }
    }
    return joined;
  }

  /**
   * Tells those apart between which a thread is started, or joined, that is not alike; whether
   * there were any. Where time passes it shows whether that one was joined before or after.
   */
  private boolean markInterrupted(List<String> texts) {
    boolean isAny = false;
    for (List<Integer> threads : blocks) {
      Map<Integer, String> runs = runs(threads, texts);
      Map<String, TreeSet<String>> alike = new HashMap<>();
      runs.forEach(
          (thread, run) ->
              alike.computeIfAbsent(key(thread, texts), key -> new TreeSet<>()).add(run));
      List<Integer> interrupted =
          runs.keySet().stream()
              .filter(t -> alike.getOrDefault(key(t, texts), NONE).size() > 1)
              .toList();
      interrupted.forEach(thread -> marks[thread].append(" in").append(runs.get(thread)));
      isAny |= !interrupted.isEmpty();
    }
    return isAny;
  }

  /** For each thread of a block in which of its parts it is; in one all threads seem alike. */
  private Map<Integer, String> runs(List<Integer> threads, List<String> texts) {
    Map<Integer, String> runs = new TreeMap<>();
    String previous = "";
    int run = 0;
    for (int thread : threads) {
      String key = key(thread, texts);
      run += key.equals(previous) ? 0 : 1;
      runs.merge(thread, " " + run, (all, one) -> all.endsWith(one) ? all : all + one);
      previous = key;
    }
    return runs;
  }

  /**
   * Whether a thread may sleep, or wait for a time that is exact: those who wake at the same time
   * do so in order.
   */
  private static boolean wakes(List<Statement> body, boolean isExact) {
    return body.stream()
        .anyMatch(
            statement ->
                statement instanceof Act act && act.verb() == Verb.SLEEP
                    || isExact && mayGiveUp(statement)
                    || inner(statement).stream().anyMatch(inner -> wakes(inner, isExact)));
  }

  private static boolean mayGiveUp(Statement statement) {
    return statement instanceof Act act && (act.timed() || act.verb() == Verb.YIELD)
        || statement instanceof Wait wait && wait.timed();
  }

  private void countStarts(List<Statement> body) {
    for (Statement statement : body) {
      if (statement instanceof Act act && act.verb() == Verb.START && act.object() != null) {
        int number = number(act.object());
        if (number >= 0) {
          starts[number]++;
        }
      }
      inner(statement).forEach(this::countStarts);
    }
  }

  private static List<List<Statement>> inner(Statement statement) {
    if (statement instanceof If branch) {
      return List.of(branch.then(), branch.otherwise());
    }
    if (statement instanceof While loop) {
      return List.of(loop.body());
    }
    return statement instanceof Repeat loop ? List.of(loop.body()) : List.of();
  }

  private void survey(List<Statement> body) {
    Verb verbOfBlock = Verb.YIELD;
    for (Statement statement : body) {
      Verb verb = statement instanceof Act act && !act.timed() ? act.verb() : Verb.YIELD;
      if (verb != verbOfBlock) {
        endBlock();
        verbOfBlock = verb;
      }
      if (statement instanceof Act act && act.object() != null) {
        surveyTarget(act, act.object());
      }
      for (List<Statement> block : inner(statement)) {
        survey(block);
        endBlock();
      }
    }
  }

  private void surveyTarget(Act act, Ref target) {
    switch (act.verb()) {
      case START, JOIN -> {
        int number = number(target);
        boolean canFail = number < 0 || act.verb() == Verb.START && starts[number] != 1;
        if (canFail || act.timed()) {
          endBlock();
          markAll(target);
          return;
        }
        block.add(number);
      }
      case UNPARK, INTERRUPT, ALIVE -> markAll(target);
      default -> {}
    }
  }

  /** The number of the thread that is meant, -1 if only an execution could tell. */
  private int number(Ref target) {
    ToyLayout.Range range = layout.range(target.name());
    Expr index = target.index();
    if (index != null && !(index instanceof Constant)) {
      return -1;
    }
    int number = range.first() + (index instanceof Constant at ? at.value() : 0);
    return range.contains(number) ? number : -1;
  }

  private void endBlock() {
    if (block.isEmpty()) {
      return;
    }
    blocks.add(block);
    for (int thread : new TreeSet<>(block)) {
      marks[thread].append(' ').append(blocks.size());
    }
    block = new ArrayList<>();
  }

  /** Whoever names these threads can tell them apart from all others. */
  private void markAll(Ref target) {
    ToyLayout.Range range = layout.range(target.name());
    for (int t = range.first(); t < range.first() + range.size(); t++) {
      marks[t].append(" only ").append(t);
    }
  }
}
