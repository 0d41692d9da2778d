package dev.clew.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.report.story.Paragraph;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import dev.clew.trace.Race;
import dev.clew.trace.Steps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports on programs of a front end that has several files, its own values and its own words. */
class FrontEndReportTest {
  private final ScriptedProgram program = new ScriptedProgram();

  @Test
  void rowsNameTheLineIfAllIsInOneFile() {
    program.add("a", OpKind.WRITE, "x", 1, 7).add("b", OpKind.READ, "x", 1, 9);

    assertThat(failure("boom", 11, "a", "b"))
        .contains(
            "at src/File0.java:11;", " :7  x = <v>", " :9  read x = <v>", ":11 operation fails")
        .contains("x = <v> (line 9), written by a (line 7)");
  }

  @Test
  void rowsNameTheFileIfThereAreSeveral() {
    program.add("a", OpKind.WRITE, "x", 1, 1007).add("b", OpKind.READ, "x", 1, 9);

    assertThat(failure("boom", 11, "a", "b"))
        .contains("at src/File0.java:11;", " File1:7  x = <v>", " File0:9  read x = <v>")
        .contains("File0:11 operation fails")
        .contains("x = <v> (File0:9), written by a (File1:7)");
  }

  @Test
  void rowsNameTheFileIfItIsNotTheOneOfTheHeading() {
    program.add("b", OpKind.READ, "x", 1, 2009);

    assertThat(failure("boom", 11, "b")).contains(" File2:9  read x", " File0:11 operation fails");
  }

  @Test
  void anEventThatIsNotShownDoesNotCount() {
    program.add("a", OpKind.WRITE, "y", 1, 1007).add("b", OpKind.READ, "x", 1, 9);
    String text = failure("boom", 11, "a", "b");

    assertThat(text).contains(" :9  read x", "1 step not shown");
  }

  @Test
  void longValuesAreShortened() {
    program.add("b", OpKind.READ, "x", 500, 9);

    assertThat(failure("boom", 11, "b")).contains("vvv...").doesNotContain("v".repeat(60));
  }

  @Test
  void detailsOfAFailureAreShownOnlyIfEverythingIs() {
    program.add("b", OpKind.READ, "x", 1, 9);
    String message = "IllegalStateException: no\n\tat A.b(A.java:1)\nCaused by: \u001b[0m it";
    String brief = failure(message, 11, "b");

    assertThat(brief).startsWith("exception: IllegalStateException: no\n").doesNotContain("A.java");
    assertThat(everything())
        .startsWith("exception: IllegalStateException: no\n")
        .contains("\n        at A.b(A.java:1)\n    Caused by: \\u001b[0m it\n\n  Why:");
  }

  @Test
  void aVeryLongMessageIsShortenedUnlessEverythingIsShown() {
    program.add("b", OpKind.READ, "x", 1, 9);
    String brief = failure("m".repeat(500_000), 11, "b");

    assertThat(brief.length()).isLessThan(1500);
    assertThat(brief.lines()).allMatch(line -> line.length() <= Paragraph.WIDTH);
    assertThat(brief).contains("mmm...");
    assertThat(everything().length()).isGreaterThan(500_000);
  }

  @ParameterizedTest
  @CsvSource({
    "HANG,  hang: boom,  thread goes on without end, b goes on without end at line 11",
    "CRASH, crash: boom, program breaks off,         b breaks off at line 11",
  })
  void hangsAndCrashesHaveTheirWords(Failure.Kind kind, String headline, String row, String why) {
    program.add("b", OpKind.WRITE, "x", 1, 9);

    assertThat(failure(kind, "boom", 11, "b"))
        .startsWith(headline)
        .contains(":11 " + row, "Why: " + why + ", as shown.");
  }

  @Test
  void theOneOfTwoThreadsWithTheSameNameIsTold() {
    program
        .add("worker#1", OpKind.READ, "x", 1, 7)
        .add("worker#2", OpKind.READ, "y", 2, 9)
        .add("worker#2", OpKind.READ, "y", 2, 10);

    assertThat(failure("boom", 11, "worker#1", "worker#2", "worker#2"))
        .contains(":10 read y = <vv>")
        .doesNotContain("read x");
  }

  @Test
  void aRaceThatTheFrontEndNoticedIsToldLikeAnyOther() {
    program
        .add("a", OpKind.LOCK, "m", 0, 5)
        .add("a", OpKind.UNLOCK, "m", 0, 7)
        .add("b", OpKind.READ, "y", 2, 1009);
    steps("a", "a", "b");
    int location = program.objectOf("n");
    program.raceWith(new Race(location, 0, true, 6, 1, false, 1010, 3, 1));

    String text = report(false);
    assertThat(text)
        .startsWith("data race on n: a writes it at src/File0.java:6, b reads it at")
        .containsSubsequence("File0:5  lock m", "File0:6  write n", "File1:9  read y = <vv>")
        .containsSubsequence("File1:10 read n", "(races with a, File0:6)")
        .contains("a writes n at File0:6, holding m; b reads n at File1:10, holding no lock.");
  }

  @Test
  void anEarlierAccessOfARaceThatCameNobodyKnowsWhenStandsAsLateAsItCan() {
    program.add("a", OpKind.WRITE, "x", 1, 5).add("b", OpKind.READ, "y", 2, 9);
    steps("a", "b");
    int location = program.objectOf("n");
    program.raceWith(new Race(location, 0, true, 6, 1, false, 10, 2));

    assertThat(report(true)).containsSubsequence(":5  x = <v>", ":6  write n", ":9  read y");
  }

  /** The report on an exception of the last thread at this position, after the given steps. */
  private String failure(String message, int position, String... threads) {
    return failure(Failure.Kind.EXCEPTION, message, position, threads);
  }

  private String failure(Failure.Kind kind, String message, int position, String... threads) {
    steps(threads);
    int last = program.threadOf(threads[threads.length - 1]);
    program.failWith(new Failure(kind, last, threads.length, position, message));
    return report(false);
  }

  private final List<Steps.Step> steps = new ArrayList<>();

  private void steps(String... threads) {
    for (String thread : threads) {
      steps.add(new Steps.Step(program.threadOf(thread), -1));
    }
  }

  private String everything() {
    return report(true);
  }

  private String report(boolean everything) {
    Reenactment reenactment = Reenactment.of(program, List.of(), new Steps(steps));
    List<Finding> findings = reenactment.findings();
    assertThat(findings).hasSize(1);
    return TextReport.of(findings.get(0), reenactment, everything);
  }
}
