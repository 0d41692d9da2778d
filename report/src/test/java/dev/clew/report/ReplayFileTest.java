package dev.clew.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.explore.FindingKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replay files survive being written and read; others are refused. */
class ReplayFileTest {
  private static final ReplayFile FILE =
      new ReplayFile(
          "1.0",
          new ReplayFile.Subject(
              "a \"quoted\" name.toy",
              Map.of("absoluteTarget", List.of("/home/a \"quoted\" name.toy"), "none", List.of()),
              Map.of("one", "cafe", "two", "babe")),
          FindingKind.DATA_RACE,
          "CLEW-DATA-RACE",
          "a race <with> signs & such",
          List.of("a", "b[1]"),
          "x",
          List.of("a", "b[1]", "c"),
          List.of("y"),
          List.of(
              new ReplayFile.Step("a", -1, "lock m"), new ReplayFile.Step("b[1]", 2, "notify c")),
          List.of(new ReplayFile.Turn("c", 1), new ReplayFile.Turn("b[1]", 2)));

  @Test
  void textReadsBack() {
    assertThat(ReplayFile.parse(FILE.toText())).isEqualTo(FILE);
  }

  @Test
  void scheduleWithoutStepsReadsBack() {
    String text = FILE.toText().replaceAll("(?s)\"steps\": \\[.*?\\n  \\]", "\"steps\": [ ]");

    assertThat(ReplayFile.parse(text).steps()).isEmpty();
  }

  @Test
  void fileOfTheFormatBeforeIsReadWithoutTurns() {
    String text =
        FILE.toText().replace("\"format\": 4", "\"format\": 3").replaceAll("  \"turns\".*\n", "");

    assertThat(ReplayFile.parse(text).steps()).isEqualTo(FILE.steps());
    assertThat(ReplayFile.parse(text).turns()).isEmpty();
  }

  @Test
  void everyStepIsALine() {
    assertThat(FILE.toText().lines())
        .contains("    [\"a\",-1,\"lock m\"],", "    [\"b[1]\",2,\"notify c\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"format\": 4     | \"format\": 1       | it has format 1",
        "\"format\": 4     | \"format\": \"3\"   | 'format' is missing or is no number",
        "\"clew\": \"1.0\" | \"clew\": 1         | 'clew' is missing or is no text",
        "\"settings\": {   | \"set\": {          | 'settings' is missing or is no object",
        "\"parts\": {      | \"parts\": {\"a\":1, | 'a' is missing or is no text",
        "\"turns\": [[\"c\",1] | \"turns\": [[1] | turn 1 is not [thread, steps]",
        "\"threads\": [    | \"thr\": [          | 'threads' is missing or is no list",
        "\"threadKeys\": [ | \"threadKeys\": [1, | 'threadKeys' is missing or is no text",
        "data-race         | date-race           | no kind of finding is called date-race",
        "\"steps\": [      | \"steps\": [ 7,     | step 1 is not [thread, label, operation]",
        ",-1,              | ,1e99,              | 'step 1' is no whole number",
        "{                 | [                   | it is not JSON",
      })
  void damageIsNoticed(String old, String replacement, String problem) {
    String text = FILE.toText();
    assertThat(text).contains(old);

    assertThatThrownBy(() -> ReplayFile.parse(text.replace(old, replacement)))
        .isInstanceOf(ReplayProblem.class)
        .hasMessageContaining(problem);
  }
}
