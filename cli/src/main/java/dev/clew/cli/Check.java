package dev.clew.cli;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.report.AtomicFile;
import dev.clew.report.CheckResult;
import dev.clew.report.JsonReport;
import dev.clew.report.TextReport;
import dev.clew.report.story.Phrases;
import dev.clew.report.story.Printable;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One check, from the program to the report. */
final class Check {
  /** Memory to be able to tell that there is none. */
  private static final int RESERVE = 1 << 20;

  private final CheckOptions options;
  private final Console console;
  private final Target target;
  private final Instant start = Instant.now();
  private final @Nullable Checkpoint checkpoint;

  /** What a first search found out, null if this is no second one. */
  private @Nullable Outcome before;

  /**
   * A check that can be run.
   *
   * @throws UsageProblem if it cannot
   */
  Check(Target target, CheckOptions options, Console console) {
    this.target = target;
    this.options = options;
    this.console = console;
    checkPlaces();
    Path file = options.checkpoint();
    this.checkpoint = file == null ? null : new Checkpoint(file, header());
  }

  private void checkPlaces() {
    Path json = options.json();
    Path saved = options.checkpoint();
    if (json != null) {
      OutputPlaces.checkFile("--json", json);
      checkNotTarget("--json", json);
    }
    if (saved != null) {
      OutputPlaces.checkRegularFile("--checkpoint", saved);
      checkNotTarget("--checkpoint", saved);
    }
    if (json != null && saved != null) {
      OutputPlaces.checkDifferent("--json", json, "--checkpoint", saved);
    }
    OutputPlaces.checkDirectory("--out", options.out());
  }

  private void checkNotTarget(String option, Path file) {
    target.file().ifPresent(own -> OutputPlaces.checkDifferent(option, file, "TARGET", own));
  }

  private Checkpoint.Header header() {
    SearchOptions search = options.search();
    return new Checkpoint.Header(
        Version.current(),
        target.hash(),
        search.strategy().id(),
        search.seed(),
        search.budget().steps(),
        search.reportRaces(),
        search.planCap(),
        search.sampling().depth());
  }

  /** Searches, reports, and says what came of it. */
  ExitCode run() throws IOException {
    return ExitCode.of(run(outcome -> false).verdict());
  }

  /** Searches, and reports what came of it unless it is not wanted. */
  Outcome run(Predicate<Outcome> isUnwanted) throws IOException {
    try {
      return searchAndReport(isUnwanted);
    } catch (ReplayDivergence e) {
      throw target.unrepeatable(e);
    }
  }

  private Outcome searchAndReport(Predicate<Outcome> isUnwanted) throws IOException {
    Optional<Checkpoint.Saved> saved = checkpoint == null ? Optional.empty() : checkpoint.load();
    long executionsBefore = saved.map(Checkpoint.Saved::executions).orElse(0L);
    double secondsBefore = saved.map(Checkpoint.Saved::seconds).orElse(0.0);
    checkExecutionsLeft(executionsBefore);

    ProgressLine line = console.progressLine(executionsBefore, secondsBefore);
    SearchPace pace = new SearchPace(console, line, checkpoint);
    Program program = target.program();
    if (options.symmetry()) {
      program.takeTurns();
    }
    target.cutOffWhen(isOverBy(options.search().budget().time()));
    if (options.jobs().count() > 1) {
      return exploreTogether(program, pace);
    }
    Exploration exploration =
        new Exploration(
            program, withTimeSince(secondsBefore), Observers.standard(program), paced(pace));
    if (saved.isPresent()) {
      exploration.restore(saved.get().state());
      String executions = Phrases.count(executionsBefore, "execution");
      console.out().println("resumed at " + executions + ", from " + Printable.line(file()));
    }
    console.stop().listen();
    Outcome outcome;
    byte[] reserve = new byte[RESERVE];
    try {
      outcome = exploration.explore();
    } catch (OutOfMemoryError e) {
      reserve = new byte[0]; // to be able to say so
      throw tooLarge(exploration.executions() + reserve.length);
    } finally {
      target.cutOffWhen(() -> false);
      pace.end();
    }
    if (exploration.isBetweenExecutions() && canBeSaved(outcome.end())) {
      pace.save(exploration);
    }
    Outcome told = isUnwanted.test(outcome) ? outcome : report(outcome);
    if (checkpoint != null && isOver(outcome.end())) {
      delete(checkpoint);
    }
    return told;
  }

  /** An attempt by states ends when one is not known. */
  private Pace paced(SearchPace pace) {
    boolean isAttempt =
        options.search().strategy() == StrategyKind.STATEFUL
            && options.search().budget().endless() == 0;
    return isAttempt ? progress -> pace.goOn(progress) && progress.knowsStates() : pace;
  }

  private Outcome exploreTogether(Program program, SearchPace pace) throws IOException {
    console.stop().listen();
    Outcome outcome;
    try {
      outcome = new JointSearch(program, withTimeSince(0), options.jobs(), pace).explore();
    } finally {
      target.cutOffWhen(() -> false);
      pace.end();
    }
    return report(outcome);
  }

  /** Whether the search is to be over, as an execution that does not come back may ask. */
  private BooleanSupplier isOverBy(@Nullable Duration time) {
    long begin = System.nanoTime();
    return () ->
        console.stop().isRequested() || time != null && System.nanoTime() - begin > time.toNanos();
  }

  private SearchTooLarge tooLarge(long executions) {
    String after = " after " + Phrases.count(executions, "execution");
    boolean isSaved = checkpoint != null && checkpoint.exists();
    return new SearchTooLarge(after + (isSaved ? ", which are saved in " + file() : ""));
  }

  private void delete(Checkpoint finished) {
    try {
      finished.delete();
    } catch (IOException e) {
      String name = Printable.line(finished.file().toString());
      console.err().println("clew: cannot delete the checkpoint " + name + ": " + Reason.of(e));
    }
  }

  private void checkExecutionsLeft(long executionsBefore) {
    long limit = options.search().budget().executions();
    if (executionsBefore >= limit) {
      throw new UsageProblem(
          "the checkpoint "
              + file()
              + " has "
              + Phrases.count(executionsBefore, "execution")
              + " behind it already, --executions "
              + limit
              + " leaves none.\n  Give a larger number.");
    }
  }

  /** The options with a time limit that counts from now, whatever a saved search has used. */
  private SearchOptions withTimeSince(double secondsBefore) {
    SearchOptions search = options.search();
    if (search.audit() == SearchOptions.AuditSize.BY_SEARCH && !target.isConfirmedAtRandom()) {
      search = search.auditedBy(SearchOptions.AuditSize.NONE);
    }
    Budget budget = search.budget();
    Duration time = budget.time();
    if (time == null) {
      return search;
    }
    Duration total = time.plusNanos((long) (secondsBefore * 1e9));
    return search.within(new Budget(budget.executions(), total, budget.steps(), budget.endless()));
  }

  /**
   * Tells the outcome, to people first; or that of a second search that says more.
   *
   * @throws UsageProblem if it could not be told to scripts; a checkpoint is kept then
   */
  private Outcome report(Outcome outcome) throws IOException {
    CheckResult result = result(outcome);
    List<String> inexact = target.inexactTimes();
    if (outcome.verdict() == Outcome.Verdict.VERIFIED && !inexact.isEmpty()) {
      Optional<Outcome> second = searchTimely(outcome);
      if (second.isPresent() && Timely.isToTell(second.get())) {
        return second.get();
      }
      result =
          result.assuming(
              second
                  .filter(found -> found.verdict() == Outcome.Verdict.VERIFIED)
                  .map(found -> List.of(Timely.assumption(found)))
                  .orElse(inexact));
    }
    tell(result, options, console);
    return outcome;
  }

  /** Searches again, and reports it if that says more; nothing if that cannot be done. */
  private Optional<Outcome> searchTimely(Outcome first) throws IOException {
    Optional<Target> timely =
        Timely.isPossible(options, first) ? target.timely() : Optional.empty();
    if (timely.isEmpty()) {
      return Optional.empty();
    }
    try (Target again = timely.get()) {
      Check check = new Check(again, Timely.within(options, first), console);
      check.before = first;
      return Optional.of(check.run(second -> !Timely.isToTell(second)));
    }
  }

  private CheckResult result(Outcome outcome) {
    int steps = options.search().budget().steps();
    FindingRecorder recorder = new FindingRecorder(target, options, start, console.stop());
    List<CheckResult.Reported> reported = new ArrayList<>(recorder.record(outcome.findings()));
    Outcome.Missed missed = outcome.audit().missed();
    if (missed != null && missed.shows().isEmpty()) {
      reported.add(recorder.record(missed));
    }
    List<String> assumptions = assumptions(target, options);
    if (before != null) {
      assumptions.add(0, Timely.isSecond(before));
    }
    return new CheckResult(
        Version.current(),
        outcome,
        reported,
        target.extent(),
        assumptions,
        target.unexplored(),
        warnings(outcome, recorder),
        steps,
        isOver(outcome.end()) || checkpoint == null || !checkpoint.exists() ? "" : file());
  }

  private List<String> warnings(Outcome outcome, FindingRecorder recorder) {
    List<String> warnings = new ArrayList<>();
    if (!console.stop().isRequested()) {
      outcome.endless().paths().forEach(path -> warnings.add(recorder.recordEndless(path)));
    }
    warnings.addAll(target.warnings());
    boolean isFirst = outcome.warmup() + outcome.executions() == 1;
    if (isFirst && outcome.findings().stream().anyMatch(Check::needsNoSchedule)) {
      target.doubt().ifPresent(warnings::add);
    }
    return warnings;
  }

  /** Whether a finding is a failure of the main thread before any other one did anything. */
  private static boolean needsNoSchedule(Finding finding) {
    boolean isFailure =
        finding.kind() == FindingKind.ASSERTION || finding.kind() == FindingKind.EXCEPTION;
    return isFailure
        && finding.threads().equals(List.of(0))
        && finding.steps().turns().isEmpty()
        && finding.steps().steps().stream().allMatch(step -> step.thread() == 0);
  }

  /**
   * Tells a result, to people first.
   *
   * @throws UsageProblem if it could not be told to scripts
   */
  static void tell(CheckResult result, CheckOptions options, Console console) {
    console.out().print(TextReport.of(result, options.verbose(), options.replayWords()));
    console.out().flush();
    if (console.client() != null) {
      console.client().result(result);
    }
    Path json = options.json();
    if (json != null) {
      write(json, JsonReport.of(result));
    }
  }

  private static void write(Path json, String text) {
    try {
      AtomicFile.write(json, text);
    } catch (IOException e) {
      throw new UsageProblem("cannot write the JSON file " + json + ": " + Reason.of(e));
    }
  }

  /** What a verdict takes for granted. */
  static List<String> assumptions(Target target, CheckOptions options) {
    List<String> assumptions = new ArrayList<>(target.assumptions());
    if (target.hasInvariants() && !options.search().strategy().reductions().isEmpty()) {
      assumptions.add(
          "the order of operations that are independent makes no difference to invariants"
              + " (--strategy naive explores every order)");
    }
    if (!options.search().reportRaces()) {
      assumptions.add("data races are no violations (--races ignore)");
    }
    return assumptions;
  }

  private String file() {
    return checkpoint == null ? "" : checkpoint.file().toString();
  }

  /** Whether nothing is left that a later search could go on with. */
  private static boolean isOver(Outcome.End end) {
    return switch (end) {
      case EXHAUSTED, CUT_SHORT, BOUNDED, VIOLATION -> true;
      case SAMPLED, EXECUTION_LIMIT, TIME_LIMIT, STEP_LIMIT, STOPPED, DIED -> false;
    };
  }

  /** Whether the search ended between two executions, and can be saved there. */
  private static boolean canBeSaved(Outcome.End end) {
    return switch (end) {
      case SAMPLED, EXECUTION_LIMIT, TIME_LIMIT, STOPPED -> true;
      case EXHAUSTED, CUT_SHORT, BOUNDED, VIOLATION, STEP_LIMIT, DIED -> false;
    };
  }
}
