package dev.clew.report;

import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.Coverage;
import dev.clew.report.story.Phrases;

/** How many preemptions the executions have that a search covered. */
final class CoverageText {
  private CoverageText() {}

  /** What the bounds of a search were, and how far it came. */
  static String of(Outcome outcome) {
    Coverage coverage = outcome.coverage();
    String text =
        "exhausted" + (coverage.exhausted() < 0 ? " for none" : upTo(coverage.exhausted()));
    if (outcome.end() == Outcome.End.EXHAUSTED) {
      text = "exhausted, no execution needs more than " + coverage.bound();
    } else if (coverage.bound() > coverage.exhausted()) {
      text += ", ended while searching" + upTo(coverage.bound());
    }
    if (coverage.beyond() > 0) {
      text += "; " + Phrases.count(coverage.beyond(), "execution") + " beyond, run on the way";
    }
    if (coverage.unsure() > 0) {
      text +=
          "; too complex to tell for "
              + Phrases.count(coverage.unsure(), "execution")
              + ", counted as within";
    }
    if (coverage.foundBeyond() > 0) {
      text +=
          "; "
              + Phrases.count(coverage.foundBeyond(), "finding")
              + " beyond, where not everything is explored";
    }
    return text;
  }

  /** How far a search came that was made besides, as the other one took long. */
  static String besides(Outcome.Bounds bounds) {
    return (bounds.exhausted() < 0 ? "exhausted for none" : "exhausted" + upTo(bounds.exhausted()))
        + ", by "
        + Phrases.count(bounds.executions(), "execution")
        + " of cb-por besides";
  }

  /** How much was explored within the bound. */
  static String classes(Outcome outcome) {
    boolean isEachOnce = !outcome.strategy().equals(StrategyKind.CB_DFS.id());
    return Phrases.count(outcome.covered(), isEachOnce ? "trace class" : "execution");
  }

  /** The bound, after a noun. */
  static String upTo(int preemptions) {
    return preemptions == 0
        ? " without a preemption"
        : " with up to " + Phrases.count(preemptions, "preemption");
  }
}
