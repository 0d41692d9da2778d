package dev.clew.cli;

import dev.clew.explore.Budget;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.run.PinnedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The check of a Java program, again in another way where the first one does not do: by states or
 * with fairness if executions do not end, on platform threads if they cannot be left where they
 * are. For a thread with a {@linkplain LargeStack large stack}.
 */
final class JavaCheck {
  private final CheckOptions options;
  private final Console console;

  JavaCheck(CheckOptions options, Console console) {
    this.options = options;
    this.console = console;
  }

  /** Searches, reports, and returns the exit code. */
  int run(JavaOptions java) throws IOException {
    Instant start = Instant.now();
    try {
      return check(java, options);
    } catch (PinnedThread e) {
      if (options.jobs().count() > 1) {
        throw new UsageProblem(refusal(e));
      }
      Duration used = Duration.between(start, Instant.now());
      return check(java.onPlatformThreads(e), without(used));
    }
  }

  /** What to tell the user if nobody can start the program again. */
  static String refusal(PinnedThread pinned) {
    return String.valueOf(pinned.getMessage())
        + ": the JVM or native code has called code of the program there.\n  Check it without"
        + " --jobs, or with CLEW_JAVA_OPTS=-Dclew.platformThreads=true.";
  }

  /** The options with the time that is left, a little at least. */
  private CheckOptions without(Duration used) {
    SearchOptions search = options.search();
    Budget budget = search.budget();
    Duration time = budget.time();
    if (time == null) {
      return options;
    }
    Duration left = time.minus(used);
    Duration least = time.dividedBy(10);
    return options.with(
        search.within(
            new Budget(
                budget.executions(), left.compareTo(least) < 0 ? least : left, budget.steps())));
  }

  private int check(JavaOptions java, CheckOptions wanted) throws IOException {
    Optional<PostMortem> death = PostMortem.toTell();
    if (death.isPresent()) {
      JavaOptions fair = death.get().wasFair() ? java.fair(Endless.ROUNDS) : java;
      JavaOptions same = death.get().wasTimely() ? fair.timely() : fair;
      try (JavaTarget opened = JavaTarget.open(same, console)) {
        return death.get().ofCheck(opened, wanted, console).number();
      }
    }
    Path saved = wanted.checkpoint();
    if (saved != null) {
      Checkpoint.prepare(saved, Version.current());
    }
    int limit = wanted.search().budget().steps();
    Outcome outcome;
    try (JavaTarget opened = JavaTarget.open(java, console);
        Supervision supervision = opened.supervised(limit, console, wanted.json())) {
      if (!Endless.canBeFair(java, wanted)) {
        return searchOrWork(opened, wanted, console);
      }
      CheckOptions impatient = Endless.soon(wanted);
      outcome = new Check(opened, impatient, console).run(end -> Endless.isReached(end, wanted));
      if (!Endless.isReached(outcome, wanted)) {
        return ExitCode.of(outcome.verdict()).number();
      }
    }
    CheckOptions rest = Endless.afterwards(wanted, outcome);
    if (Endless.canTellStates(java)) {
      outcome = checkByStates(java.searchedBy(StrategyKind.STATEFUL), Endless.byStates(rest));
      if (!Endless.isUndecided(outcome)) {
        return ExitCode.of(outcome.verdict()).number();
      }
      rest = Endless.afterwards(rest, outcome);
    }
    return checkFairly(java.fair(Endless.ROUNDS), rest);
  }

  private Outcome checkByStates(JavaOptions java, CheckOptions wanted) throws IOException {
    int limit = wanted.search().budget().steps();
    try (JavaTarget opened = JavaTarget.open(java, console);
        Supervision supervision = opened.supervised(limit, console, wanted.json())) {
      return new Check(opened, wanted, console).run(Endless::isUndecided);
    }
  }

  private int checkFairly(JavaOptions java, CheckOptions wanted) throws IOException {
    int limit = wanted.search().budget().steps();
    try (JavaTarget opened = JavaTarget.open(java, console);
        Supervision supervision = opened.supervised(limit, console, wanted.json())) {
      if (supervision != null) {
        supervision.noteFairness();
      }
      return new Check(opened, wanted, console).run().number();
    }
  }

  /** Checks a program, or works for another process that does. */
  static int searchOrWork(Target opened, CheckOptions options, Console console) throws IOException {
    String worker = options.jobs().worker();
    if (worker.isEmpty()) {
      return new Check(opened, options, console).run().number();
    }
    new WorkerMain(worker).run(opened.program(), options.search(), console);
    return ExitCode.VERIFIED.number();
  }
}
