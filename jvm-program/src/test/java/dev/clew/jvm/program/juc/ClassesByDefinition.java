package dev.clew.jvm.program.juc;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.jvm.program.Harness;
import dev.clew.trace.Dependence;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The trace classes that a search of a program goes through, by their definition: the events of
 * each thread, and the order of every two that depend on each other. Nothing here asks the clocks
 * of the search.
 */
final class ClassesByDefinition implements Observer {
  private static final int STEPS = 10_000;

  /**
   * What a search found.
   *
   * @param isComplete false if there are more interleavings than were wanted
   */
  record Found(Set<String> classes, Set<String> findings, boolean isComplete) {}

  private final Set<String> classes = new HashSet<>();
  private final Set<Integer> visible = new HashSet<>();

  private ClassesByDefinition() {}

  /**
   * Requires that all strategies find the classes that all interleavings have, the optimal one each
   * of them once; returns their number, or -1 if there are more interleavings than that.
   */
  static int compared(long interleavings, Class<?> main, String... arguments) {
    return compared(interleavings, 0, main, arguments);
  }

  /**
   * The same, if each thread gives up timed operations early, and wakes up for no reason, up to so
   * many times.
   */
  static int compared(long interleavings, int impatience, Class<?> main, String... arguments) {
    Harness harness =
        Harness.program(main, arguments)
            .with(program -> program.execution().patience.set(impatience, impatience));
    Found all = find(StrategyKind.NAIVE, interleavings, harness);
    if (!all.isComplete) {
      return -1;
    }
    for (StrategyKind strategy :
        List.of(StrategyKind.OPTIMAL, StrategyKind.SOURCE, StrategyKind.DPOR)) {
      Found found = find(strategy, Long.MAX_VALUE, harness);
      check(
          found.classes.equals(all.classes),
          strategy + ": " + found.classes.size() + " classes of " + all.classes.size());
      check(found.findings.equals(all.findings), strategy + ": " + found.findings);
    }
    return all.classes.size();
  }

  /**
   * Requires that all searches of what needs at most so many preemptions find the same classes, the
   * optimal one and cb-por each of them once; returns their number, or -1 if there are more
   * interleavings than that.
   */
  static int comparedWithFewPreemptions(
      int preemptions, long interleavings, Class<?> main, String... arguments) {
    Harness harness = Harness.program(main, arguments);
    PreemptionBound bound = new PreemptionBound(preemptions, false);
    Found all = find(StrategyKind.CB_DFS, interleavings, bound, harness);
    if (!all.isComplete) {
      return -1;
    }
    for (StrategyKind strategy : List.of(StrategyKind.CB_POR, StrategyKind.OPTIMAL)) {
      Found found = find(strategy, Long.MAX_VALUE, bound, harness);
      check(
          found.classes.equals(all.classes),
          strategy + ": " + found.classes.size() + " classes of " + all.classes.size());
    }
    return all.classes.size();
  }

  private static Found find(StrategyKind strategy, long executions, Harness harness) {
    return find(strategy, executions, PreemptionBound.NONE, harness);
  }

  private static Found find(
      StrategyKind strategy, long executions, PreemptionBound bound, Harness harness) {
    return harness.use(program -> find(strategy, executions, bound, program));
  }

  private static Found find(
      StrategyKind strategy, long executions, PreemptionBound bound, Program program) {
    ClassesByDefinition seen = new ClassesByDefinition();
    List<Observer> observers = new ArrayList<>(Observers.standard(program));
    observers.add(seen);
    SearchOptions options =
        new SearchOptions(
                strategy,
                new Budget(executions, null, STEPS),
                true,
                true,
                0,
                SearchOptions.DEFAULT_PLAN_CAP)
            .within(bound);
    Outcome outcome = new Exploration(program, options, observers, progress -> true).explore();
    if (strategy == StrategyKind.OPTIMAL || strategy == StrategyKind.CB_POR) {
      check(outcome.blocked() == 0, outcome.blocked() + " blocked executions");
      long covered = outcome.executions() - outcome.coverage().beyond();
      check(
          covered == seen.classes.size(),
          covered + " executions of " + seen.classes.size() + " classes");
    }
    Set<String> findings = new TreeSet<>();
    for (Finding finding : outcome.findings()) {
      // which of several cycles a deadlock is told by depends on the interleaving
      boolean isDeadlock = finding.kind() == FindingKind.DEADLOCK;
      findings.add(isDeadlock ? "deadlock" : finding.code() + " " + finding.positions());
    }
    boolean isComplete =
        outcome.end() == Outcome.End.EXHAUSTED || outcome.end() == Outcome.End.BOUNDED;
    return new Found(seen.classes, findings, isComplete);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** The search starts again after an execution that makes something visible. */
  @Override
  public void observe(Trace trace, Consumer<Finding> sink) {
    boolean startsAgain = false;
    for (int i = 0; i < trace.revealed().size(); i++) {
      startsAgain |= visible.add(trace.revealed().object(i));
    }
    for (var race : trace.races()) {
      startsAgain |= visible.add(race.location());
    }
    if (startsAgain) {
      classes.clear();
    } else {
      classes.add(nameOf(trace));
    }
  }

  @Override
  public void observeBeyond(Trace trace, Consumer<Finding> sink) {
    for (int i = 0; i < trace.revealed().size(); i++) {
      if (visible.add(trace.revealed().object(i))) {
        classes.clear();
      }
    }
  }

  private static String nameOf(Trace trace) {
    List<Integer> byThread = new ArrayList<>();
    int left = trace.size();
    for (int t = 0; left > 0; t++) {
      for (int i = 0; i < trace.size(); i++) {
        if (trace.thread(i) == t) {
          byThread.add(i);
          left--;
        }
      }
    }
    StringBuilder name = new StringBuilder(trace.ending().name());
    for (int i : byThread) {
      name.append('\n').append(trace.thread(i)).append(' ').append(trace.kind(i));
      name.append(' ').append(trace.label(i)).append(" before");
      for (int place = 0; place < byThread.size(); place++) {
        int j = byThread.get(place);
        if (i < j && trace.thread(i) != trace.thread(j) && areDependent(trace, i, j)) {
          name.append(' ').append(place);
        }
      }
    }
    return name.toString();
  }

  private static boolean areDependent(Trace trace, int i, int j) {
    return Dependence.conflict(
        trace.object(i),
        trace.other(i),
        trace.modes(i),
        trace.object(j),
        trace.other(j),
        trace.modes(j));
  }
}
