package dev.clew.report;

import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.report.story.Paragraph;
import dev.clew.report.story.Phrases;
import java.util.List;

/** The last lines of a report: the verdict, what it rests on, and how to go on. */
final class VerdictText {
  private static final String WAIT_VISIBLY =
      "have the loop wait in a way that can be seen (it only looks, or it blocks): what it does"
          + " when it goes round more often, while others go on too, was not explored";

  private static final double SHORTEST_MEASURED = 0.05;

  private final CheckResult result;
  private final Outcome outcome;
  private final StringBuilder text = new StringBuilder();

  private VerdictText(CheckResult result) {
    this.result = result;
    this.outcome = result.outcome();
  }

  static String of(CheckResult result) {
    VerdictText verdict = new VerdictText(result);
    verdict.write();
    return verdict.text.toString();
  }

  private void write() {
    switch (outcome.verdict()) {
      case VERIFIED ->
          verdict(
              coversRacesOnly()
                  ? "verified" + extent() + ": no data race, " + explored() + " needed"
                  : "verified" + extent() + ": all " + explored() + " explored, none violates");
      case VIOLATION -> {
        String findings = Phrases.count(result.findings().size(), "finding");
        verdict("violation: " + findings + " in " + executions(result.allExecutions()));
        line("  scope:", scopeOfViolation());
        if (!result.checkpoint().isEmpty()) {
          line("  to go on:", advice());
        }
      }
      case INCONCLUSIVE -> {
        verdict("inconclusive: " + reason());
        if (outcome.endless().count() > 0) {
          line("  explored:", endless());
        } else if (result.hasEstimate()) {
          line("  explored:", progress());
        }
        line("  to go on:", advice());
      }
      case DEFECT -> verdict("defect of clew: " + defect());
    }
    basis();
  }

  private String extent() {
    return result.extent().isEmpty() ? "" : " " + result.extent();
  }

  /** What the search got wrong. */
  private String defect() {
    Outcome.Missed missed = outcome.audit().missed();
    return missed == null || missed.shows().isEmpty()
        ? "the search left out an execution that was met at random"
        : "the search left out a violation that was met at random";
  }

  private boolean coversRacesOnly() {
    return outcome.strategy().equals(StrategyKind.PRUNED.id());
  }

  private void basis() {
    if (coversRacesOnly()) {
      line(
          "  covers:",
          "data races only; deadlocks, failures and the like are reported if met, and may be"
              + " missing");
    }
    List<String> reductions = outcome.reductions();
    line("  reductions:", reductions.isEmpty() ? "none" : String.join("; ", reductions));
    if (outcome.coverage().isBound()) {
      line("  preemptions:", CoverageText.of(outcome));
    }
    if (!outcome.samples().guarantee().isEmpty()) {
      line("  guarantee:", outcome.samples().guarantee());
    }
    if (outcome.samples().besides() > 0) {
      line("  samples:", executions(outcome.samples().besides()) + " at random besides");
    }
    if (outcome.bounds().executions() > 0) {
      line("  preemptions:", CoverageText.besides(outcome.bounds()));
    }
    if (isAudited()) {
      line("  audit:", AuditText.of(outcome.audit()));
    }
    if (outcome.blocked() > 0) {
      line("  redundant:", executions(outcome.blocked()) + " cut short");
    }
    if (outcome.warmup() > 0) {
      line(
          "  warm-up:",
          executions(outcome.warmup()) + " before the last shared object became visible");
    }
    if (!result.assumptions().isEmpty()) {
      line("  assumed:", String.join("; ", result.assumptions()));
    }
    for (String part : result.unexplored()) {
      line("  not explored:", part);
    }
    for (String warning : result.warnings()) {
      line("  warning:", warning);
    }
  }

  /** Whether the verdict is one that executions at random confirm. */
  private boolean isAudited() {
    boolean isExhausted =
        outcome.end() == Outcome.End.EXHAUSTED || outcome.end() == Outcome.End.BOUNDED;
    return outcome.audit().executions() > 0
        || (isExhausted && outcome.verdict() != Outcome.Verdict.VIOLATION);
  }

  /** What was explored: trace classes only if every execution was one of its own. */
  private String explored() {
    boolean isOptimal =
        outcome.strategy().equals(StrategyKind.OPTIMAL.id())
            && outcome.reductions().equals(StrategyKind.OPTIMAL.reductions());
    boolean isNaive = outcome.strategy().equals(StrategyKind.NAIVE.id());
    if (isOptimal || outcome.strategy().equals(StrategyKind.CB_POR.id())) {
      return Phrases.count(outcome.executions(), "trace class");
    }
    return isNaive
        ? Phrases.count(outcome.executions(), "interleaving")
        : executions(outcome.executions());
  }

  private String scopeOfViolation() {
    return switch (outcome.end()) {
      case EXHAUSTED -> coversRacesOnly() ? "all data races" : "all " + explored() + " explored";
      case VIOLATION -> "the search ended at the first violation, --keep-going looks for more";
      case BOUNDED -> "all " + withinBound() + " explored, there may be more beyond";
      case CUT_SHORT -> "all " + explored() + " explored, some were cut short";
      case SAMPLED -> "random samples only, there may be more";
      case EXECUTION_LIMIT, TIME_LIMIT, STEP_LIMIT, STOPPED ->
          "the search did not end, there may be more";
      case DIED -> "the search ended there with the JVM, there may be more";
    };
  }

  private String reason() {
    return switch (outcome.end()) {
      case EXECUTION_LIMIT -> soFar() + ", as many as --executions allows";
      case TIME_LIMIT -> soFar() + ", then the time was over";
      case BOUNDED -> "no violation in all " + withinBound();
      case SAMPLED -> soFar() + " at random, which proves nothing";
      case CUT_SHORT -> "no violation in all " + explored() + ", but " + outcome.endless().cut();
      case STEP_LIMIT ->
          isInVain()
              ? soFar() + ", there is no end of them: " + outcome.endless().cut()
              : "an execution did not end within " + result.stepLimit() + " steps";
      case STOPPED -> soFar() + ", then it was stopped";
      case DIED -> soFar() + ", then the JVM ended";
      case EXHAUSTED, VIOLATION -> "the search ended";
    };
  }

  /** Whether the search gave up, as nothing can be verified where a loop was left to itself. */
  private boolean isInVain() {
    return outcome.end() == Outcome.End.STEP_LIMIT
        && outcome.endless().count() == 0
        && !outcome.endless().cut().isEmpty();
  }

  /** What a search with few preemptions explored. */
  private String withinBound() {
    return CoverageText.classes(outcome) + CoverageText.upTo(outcome.coverage().bound());
  }

  private String soFar() {
    return "no violation in " + executions(result.searched());
  }

  private String progress() {
    double part = outcome.executions() / outcome.estimate();
    return "about "
        + Quantities.percent(part)
        + " of an estimated "
        + Phrases.count(Quantities.about(outcome.estimate()), "execution");
  }

  private String endless() {
    String cut = Phrases.count(outcome.endless().count(), "execution") + " did not end";
    return outcome.endless().depth() > 0
        ? "endless, "
            + cut
            + "; after that executions of up to "
            + outcome.endless().depth()
            + " steps"
        : "endless, " + cut;
  }

  private String advice() {
    boolean isSaved = !result.checkpoint().isEmpty();
    String from = isSaved ? ", it goes on from " + result.checkpoint() : "";
    boolean canBeSaved = outcome.jobs() == 1 && !outcome.coverage().isBound();
    String unsaved = canBeSaved ? "; with --checkpoint FILE a search can be resumed" : "";
    String hint = isSaved ? from : unsaved;
    if (isInVain()) {
      return WAIT_VISIBLY + "; with --time the search goes on for that long";
    }
    return switch (outcome.end()) {
      case EXECUTION_LIMIT -> "give a larger number to --executions" + hint;
      case TIME_LIMIT -> (isSaved ? "run the same command again" : "give more to --time") + hint;
      case STOPPED, DIED -> "run the same command again" + hint;
      case STEP_LIMIT ->
          "if the program is meant to run that long, give a larger number to --steps"
              + from
              + "; if not, it has an endless execution, for instance a loop that waits for another"
              + " thread (of a Java program: see --fair)";
      case CUT_SHORT -> WAIT_VISIBLY;
      case BOUNDED ->
          "give a larger number to --preemptions, or --iterative in its place for all numbers";
      case SAMPLED ->
          "take more samples with --executions" + from + "; or verify with --strategy optimal";
      case EXHAUSTED, VIOLATION -> "nothing is left to do";
    };
  }

  private String effort() {
    String jobs = outcome.jobs() > 1 ? ", " + Phrases.count(outcome.jobs(), "job") : "";
    String effort = "(" + outcome.strategy() + jobs + ", " + Quantities.time(outcome.seconds());
    if (outcome.seconds() >= SHORTEST_MEASURED) {
      double rate = result.allExecutions() / outcome.seconds();
      effort += ", " + Phrases.count(Quantities.about(rate), "execution") + "/s";
    }
    return effort + ")";
  }

  /** The verdict itself is one line, however long, for those who search for it. */
  private void verdict(String words) {
    text.append(words).append(' ').append(effort()).append('\n');
  }

  private static String executions(long number) {
    return Phrases.count(number, "execution");
  }

  private void line(String first, String rest) {
    text.append(Paragraph.of(first, rest));
  }
}
