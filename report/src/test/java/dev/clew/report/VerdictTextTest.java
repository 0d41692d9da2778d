package dev.clew.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.bounded.Coverage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last lines of a report. */
class VerdictTextTest {
  @Test
  void verifiedNamesClassesStrategyAndSpeed() {
    assertThat(verdict(Outcome.End.EXHAUSTED, StrategyKind.OPTIMAL, ""))
        .isEqualTo(
            """
            verified: all 147456 trace classes explored, none violates \
            (optimal, 0.41 s, 360000 executions/s)
              reductions: optimal partial-order reduction
              audit: none
            """);
  }

  @Test
  void searchThatSavedMemoryDoesNotSpeakOfClasses() {
    List<String> reductions = new ArrayList<>(StrategyKind.OPTIMAL.reductions());
    reductions.add("memory limit reached: source sets from there on");

    assertThat(verdict(Outcome.End.EXHAUSTED, StrategyKind.OPTIMAL, reductions, ""))
        .startsWith("verified: all 147456 executions explored, none violates")
        .contains("reductions: optimal partial-order reduction; memory limit reached");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXECUTION_LIMIT | give a larger number to --executions; with --checkpoint FILE",
        "TIME_LIMIT      | give more to --time; with --checkpoint FILE",
        "STOPPED         | run the same command again; with --checkpoint FILE",
        "STEP_LIMIT      | give a larger number to --steps; if not, it",
        "SAMPLED         | take more samples with --executions; or verify",
      })
  void inconclusiveSaysHowToGoOn(Outcome.End end, String advice) {
    assertThat(verdict(end, StrategyKind.SOURCE, ""))
        .startsWith("inconclusive: ")
        .contains("(source, 0.41 s", "  to go on: ", advice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXECUTION_LIMIT | give a larger number to --executions, it goes on from save",
        "TIME_LIMIT      | run the same command again, it goes on from save",
        "STOPPED         | run the same command again, it goes on from save",
        "STEP_LIMIT      | give a larger number to --steps, it",
        "SAMPLED         | take more samples with --executions, it goes on from save",
      })
  void savedSearchSaysHowToResume(Outcome.End end, String advice) {
    assertThat(verdict(end, StrategyKind.SOURCE, "save")).contains(advice);
  }

  @Test
  void estimateIsToldWhereThereIsOne() {
    assertThat(verdict(Outcome.End.TIME_LIMIT, StrategyKind.OPTIMAL, ""))
        .contains("explored: about 50.0 % of an estimated 295000 executions");
    assertThat(verdict(Outcome.End.STEP_LIMIT, StrategyKind.OPTIMAL, ""))
        .doesNotContain("explored:");
  }

  @Test
  void oneExecutionIsSingular() {
    Outcome outcome =
        new Outcome(
            Outcome.End.TIME_LIMIT, "optimal", 1, List.of(), 1, 0, 0, 0, 9, 1.0, 1, List.of());

    assertThat(
            VerdictText.of(
                new CheckResult(
                    "1", outcome, List.of(), "", List.of(), List.of(), List.of(), 1000, "")))
        .contains(
            "no violation in 1 execution, then",
            "(optimal, 1.00 s, 1 execution/s)",
            "an estimated 1 execution\n");
  }

  @Test
  void boundsAreTold() {
    assertThat(bounded(Outcome.End.BOUNDED, new Coverage(2, 2, 5, 0, 40, 0)))
        .contains(
            "inconclusive: no violation in all 95 trace classes with up to 2 preemptions",
            "preemptions: exhausted with up to 2 preemptions; 5 executions beyond",
            "to go on: give a larger number to --preemptions");
    assertThat(bounded(Outcome.End.TIME_LIMIT, new Coverage(1, 0, 0, 3, 40, 1)))
        .contains(
            "no violation in 140 executions, then the time was over",
            "to go on: give more to --time\n",
            "preemptions: exhausted without a preemption, ended while searching with up to 1"
                + " preemption; too");
    assertThat(bounded(Outcome.End.EXHAUSTED, new Coverage(3, 3, 0, 0, 0, 0)))
        .contains("verified: all 100", "no execution needs more than 3");
  }

  @Test
  void whatWasDoneBesidesIsTold() {
    Outcome.Samples samples = new Outcome.Samples(7, "");
    Outcome.Bounds bounds = new Outcome.Bounds(12, 1);
    assertThat(verdict(Outcome.End.TIME_LIMIT, Coverage.ALL, samples, bounds))
        .contains(
            "no violation in 100 executions, then the time was over",
            "samples: 7 executions at random besides",
            "preemptions: exhausted with up to 1 preemption, by 12 executions of cb-por besides");
  }

  private static String bounded(Outcome.End end, Coverage coverage) {
    return verdict(end, coverage, Outcome.Samples.NONE, Outcome.Bounds.NONE);
  }

  private static String verdict(
      Outcome.End end, Coverage coverage, Outcome.Samples samples, Outcome.Bounds bounds) {
    List<String> reductions = StrategyKind.OPTIMAL.reductions();
    Outcome outcome =
        new Outcome(
            end,
            "optimal",
            1,
            reductions,
            100,
            0,
            0,
            0,
            9,
            0.01,
            100,
            List.of(),
            coverage,
            samples,
            bounds,
            Outcome.Audit.NONE,
            Outcome.Endless.NONE);
    return VerdictText.of(
        new CheckResult("1", outcome, List.of(), "", List.of(), List.of(), List.of(), 1000, ""));
  }

  private static String verdict(Outcome.End end, StrategyKind strategy, String checkpoint) {
    return verdict(end, strategy, strategy.reductions(), checkpoint);
  }

  private static String verdict(
      Outcome.End end, StrategyKind strategy, List<String> reductions, String checkpoint) {
    Outcome outcome =
        new Outcome(
            end, strategy.id(), 1, reductions, 147_456, 0, 0, 0, 1000, 0.41, 294_912, List.of());
    return VerdictText.of(
        new CheckResult(
            "1", outcome, List.of(), "", List.of(), List.of(), List.of(), 1000, checkpoint));
  }
}
