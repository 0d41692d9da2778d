package dev.clew.junit;

import dev.clew.junit.worker.Answer;
import dev.clew.junit.worker.ReplayHere;
import dev.clew.junit.worker.Request;
import dev.clew.junit.worker.SharedWorker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How a scenario is to be explored; made by {@link Clew#exploring}. */
public final class Explorer {
  private final Options options = new Options();
  private @Nullable Strategy strategy;
  private final Map<String, BooleanSupplier> invariants = new LinkedHashMap<>();
  private long seed;
  private boolean mayFail;

  Explorer() {}

  /** How to search. */
  public Explorer strategy(Strategy wanted) {
    strategy = wanted;
    return this;
  }

  /** Takes so many samples; by {@link Strategy#RANDOM} unless a strategy is named that samples. */
  public Explorer sampling(long executions, long newSeed) {
    strategy = strategy != null && strategy.samples() ? strategy : Strategy.RANDOM;
    seed = newSeed;
    return executions(executions);
  }

  /**
   * How many events have to come in a certain order for the faults that {@link Strategy#PCT} looks
   * for.
   */
  public Explorer depth(int events) {
    options.depth(events);
    return this;
  }

  /**
   * Explores only what can be executed with up to so many preemptions: switches away from a thread
   * that could have gone on.
   */
  public Explorer preemptions(int most) {
    options.preemptions(most);
    return this;
  }

  /** Explores what needs no preemption, then one, two, and so on: few come first. */
  public Explorer iterative() {
    options.iterative();
    return this;
  }

  /** Ends the search after so many executions. */
  public Explorer executions(long most) {
    options.executions(most);
    return this;
  }

  /** Ends the search after this time, such as {@code 500ms}, {@code 30s}, {@code 2m}. */
  public Explorer time(String time) {
    options.time(time);
    return this;
  }

  /** The most operations of one execution. */
  public Explorer steps(int most) {
    options.steps(most);
    return this;
  }

  /** Data races are no violations. */
  public Explorer ignoringRaces() {
    options.ignoreRaces();
    return this;
  }

  /** Looks for all violations, not only for the first. */
  public Explorer keepingGoing() {
    options.keepGoing();
    return this;
  }

  /** When timed operations give up: {@code last}, {@code any} or {@code any:N}. */
  public Explorer timeouts(String when) {
    options.timeouts(when);
    return this;
  }

  /** How far sleeping may take a thread ahead of others that can run, such as {@code 1s}. */
  public Explorer patience(String time) {
    options.patience(time);
    return this;
  }

  /** How often waits may end for no reason, in each thread. */
  public Explorer spuriousWakeups(int most) {
    options.spuriousWakeups(most);
    return this;
  }

  /** After so many rounds in a row that change nothing a thread lets all others go first. */
  public Explorer fair(int rounds) {
    options.fair(rounds);
    return this;
  }

  /** How long a thread may compute without an operation, such as {@code 10s}. */
  public Explorer hang(String time) {
    options.hang(time);
    return this;
  }

  /** The report shows also the steps that have nothing to do with a violation. */
  public Explorer verbose() {
    options.verbose();
    return this;
  }

  /** A violation is a result, which the test looks at, and no failure of the test. */
  public Explorer expectingViolations() {
    mayFail = true;
    return this;
  }

  /**
   * A condition that has to hold as long as the scenario runs, after each operation, see {@link
   * Clew#invariant}. Unless another strategy is asked for, every interleaving is explored, not one
   * of each class: keep the scenario small.
   */
  public Explorer invariant(String text, BooleanSupplier condition) {
    invariants.put(text, condition);
    return this;
  }

  /**
   * Explores a scenario, see {@link Clew#explore}.
   *
   * @throws InterleavingFailure if an execution fails, unless violations are expected
   * @throws UncheckableTest if the scenario could not be checked, or not to the end that was asked
   *     for
   */
  public Exploration explore(Clew.Scenario scenario) {
    if (Inside.isThere()) {
      return Control.explore(
          () -> {
            invariants.forEach(Control::watch);
            scenario.run();
          });
    }
    Strategy byDefault = invariants.isEmpty() ? Strategy.OPTIMAL : Strategy.NAIVE;
    options.strategy(strategy == null ? byDefault : strategy, seed);
    CallingTest test = CallingTest.find();
    Optional<String> replay = test.replay(Calls.results().size() + 1);
    if (replay.isPresent()) {
      return result(ReplayHere.replay(replay.get()), test);
    }
    Request request =
        new Request(
            test.type().getName(),
            test.method() + "[" + (Calls.results().size() + 1) + "]",
            options.words(),
            Calls.results());
    return result(SharedWorker.ask(request), test);
  }

  private Exploration result(Answer answer, CallingTest test) {
    if (answer.verdict() != Answer.Verdict.VIOLATION || !mayFail) {
      Verdicts.check(answer, test.type(), test.method(), options.isLimited());
    }
    Exploration result = new Exploration(answer);
    Calls.add(result.words());
    return result;
  }
}
