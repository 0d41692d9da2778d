package dev.clew.explore;

import dev.clew.explore.naive.NaiveStrategy;
import dev.clew.trace.Ending;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds an execution with as few context switches as possible that still shows a finding.
 *
 * <p>First blocks of steps of one thread are joined as long as the finding still shows. Then all
 * executions with 0, 1, 2, ... switches are tried, fewer than the best has, until one shows it: if
 * the budget lasts, no execution has fewer.
 */
public final class Shortener {
  private static final int EXECUTIONS = 50_000;
  private static final long NANOS = 3_000_000_000L;
  private static final long NANOS_FOR_ALL = 10_000_000_000L;

  private final Supplier<? extends Program> programs;
  private final ObserverFactory observers;
  private final int stepLimit;

  private int executions;
  private long deadline;
  private long nanosLeft = NANOS_FOR_ALL;

  /** Makes the observers of a program. */
  @FunctionalInterface
  public interface ObserverFactory {
    /** The observers that judge executions of this program. */
    List<Observer> observe(Program program);
  }

  /**
   * A shortener for findings about the program that the supplier makes anew. Numbers mean the same
   * in all these programs as in the one the findings are of.
   */
  public Shortener(Supplier<? extends Program> programs, ObserverFactory observers, int stepLimit) {
    this.programs = programs;
    this.observers = observers;
    this.stepLimit = stepLimit;
  }

  /**
   * The same finding, with the fewest context switches found; all calls together take about ten
   * seconds at most.
   */
  public Finding shorten(Finding finding) {
    if (finding.code().equals(Finding.ROUNDS)) {
      return finding; // the steps are what it is about
    }
    executions = 0;
    long start = System.nanoTime();
    deadline = start + Math.min(NANOS, nanosLeft);
    Finding best = joinBlocks(finding);
    for (int switches = 0; switches < best.steps().switches(); switches++) {
      best = searchUpTo(switches, best);
      if (isSpent()) {
        break;
      }
    }
    nanosLeft -= System.nanoTime() - start;
    return best.equals(finding) || isShownAgain(best) ? best : finding;
  }

  /**
   * Whether the steps alone show a finding. They may not if it depends on plain accesses that race:
   * in which order these come the steps do not say.
   */
  private boolean isShownAgain(Finding finding) {
    Attempt attempt = new Attempt(finding);
    attempt.schedule.setStepLimit(finding.steps().steps().size());
    Finding shown = attempt.run(finding.steps());
    return shown != null && shown.steps().equals(finding.steps());
  }

  private boolean isSpent() {
    return executions >= EXECUTIONS || System.nanoTime() - deadline > 0;
  }

  /**
   * Moves a later block of a thread right behind an earlier one of it, wherever the finding still
   * shows.
   */
  private Finding joinBlocks(Finding finding) {
    Attempt attempt = new Attempt(finding);
    Finding best = finding;
    boolean improved = true;
    while (improved && !isSpent()) {
      improved = false;
      List<List<Steps.Step>> blocks = blocks(best.steps());
      for (int i = 0; i < blocks.size() && !improved && !isSpent(); i++) {
        int j = nextOfSameThread(blocks, i);
        if (j >= 0) {
          Finding shown = attempt.run(moved(blocks, j, i + 1));
          if (shown != null && shown.steps().switches() < best.steps().switches()) {
            best = shown;
            improved = true;
          }
        }
      }
    }
    return best;
  }

  private Finding searchUpTo(int switches, Finding best) {
    Attempt attempt = new Attempt(best);
    attempt.schedule.recordEnabled(true);
    NaiveStrategy strategy = NaiveStrategy.withSwitches(attempt.trace, switches);
    while (strategy.next(attempt.schedule) && !isSpent()) {
      Finding shown = attempt.execute();
      if (shown != null && shown.steps().switches() < best.steps().switches()) {
        best = shown;
        if (shown.steps().switches() <= switches) {
          return best;
        }
      }
      strategy.learn(attempt.schedule);
    }
    return best;
  }

  private static List<List<Steps.Step>> blocks(Steps steps) {
    List<List<Steps.Step>> blocks = new ArrayList<>();
    int thread = -1;
    for (Steps.Step step : steps.steps()) {
      if (blocks.isEmpty() || step.thread() != thread) {
        blocks.add(new ArrayList<>());
        thread = step.thread();
      }
      blocks.get(blocks.size() - 1).add(step);
    }
    return blocks;
  }

  private static int nextOfSameThread(List<List<Steps.Step>> blocks, int i) {
    int thread = blocks.get(i).get(0).thread();
    for (int j = i + 1; j < blocks.size(); j++) {
      if (blocks.get(j).get(0).thread() == thread) {
        return j;
      }
    }
    return -1;
  }

  private static Steps moved(List<List<Steps.Step>> blocks, int from, int to) {
    List<List<Steps.Step>> order = new ArrayList<>(blocks);
    order.add(to, order.remove(from));
    List<Steps.Step> steps = new ArrayList<>();
    order.forEach(steps::addAll);
    return new Steps(steps);
  }

  /**
   * Executions that may show the finding, of a program that is as it was when the finding was made.
   */
  private final class Attempt {
    private final Finding wanted;
    private final Program program = programs.get();
    private final Trace trace = new Trace();
    private final Schedule schedule = new Schedule();
    private final List<Observer> judges;

    Attempt(Finding wanted) {
      this.wanted = wanted;
      wanted.visible().forEach(program::makeVisible);
      judges = observers.observe(program);
      schedule.setStepLimit(stepLimit);
    }

    @Nullable Finding run(Steps steps) {
      steps.putInto(schedule);
      try {
        return execute();
      } catch (ReplayDivergence impossible) {
        // not an execution of the program: the order of the blocks matters
        return null;
      }
    }

    @Nullable Finding execute() {
      executions++;
      program.run(schedule, trace);
      if (trace.ending() == Ending.SLEEP_BLOCKED) {
        return null;
      }
      List<Finding> shown = new ArrayList<>();
      for (Observer judge : judges) {
        judge.observe(trace, found -> shown.add(found.withVisible(wanted.visible())));
      }
      for (Finding found : shown) {
        if (found.isSameAs(wanted)) {
          return found;
        }
      }
      return null;
    }
  }
}
