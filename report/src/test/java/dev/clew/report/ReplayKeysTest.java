package dev.clew.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.explore.Finding;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import dev.clew.trace.Race;
import dev.clew.trace.Steps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A replay file means the same threads and objects, whatever numbers a new program gives them. */
class ReplayKeysTest {
  private static final ReplayFile.Subject SUBJECT =
      new ReplayFile.Subject("target", Map.of(), Map.of("target", "cafe"));

  /** Three threads, two of them with the same name; the third fails after the second's notify. */
  private static ScriptedProgram program() {
    return new ScriptedProgram()
        .add("main", OpKind.WRITE, "x#1", 1, 3)
        .add("worker#1", OpKind.READ, "x#2", 1, 5)
        .addNotify("worker#2", "c", "worker#1", 7);
  }

  private static ScriptedProgram failing(String... firstSeen) {
    ScriptedProgram program = program();
    for (String key : firstSeen) {
      program.threadOf(key);
    }
    int thread = program.threadOf("worker#2");
    program.failWith(new Failure(Failure.Kind.ASSERTION, thread, 2, 8, "no"));
    return program;
  }

  /** The file of an execution in which the threads had the numbers 0: worker 2, 1: worker 1. */
  private static ReplayFile file() {
    ScriptedProgram program = failing("worker#2", "worker#1");
    int visible = program.objectOf("x#2");
    Steps steps = new Steps(List.of(new Steps.Step(1, -1), new Steps.Step(0, 1)));
    Reenactment reenactment = Reenactment.of(program, List.of(visible), steps);
    Finding found = reenactment.findings().get(0);
    Finding finding =
        new Finding(
            found.kind(),
            found.code(),
            found.message(),
            found.details(),
            found.threads(),
            found.positions(),
            found.plainLocation(),
            List.of(visible),
            found.steps());
    return ReplayFile.of(finding, reenactment, "1", SUBJECT);
  }

  @Test
  void aFileNamesThreadsAndObjectsByKey() {
    ReplayFile file = file();

    assertThat(file.threadKeys()).containsExactly("worker#2", "worker#1");
    assertThat(file.threads()).containsExactly("worker#2");
    assertThat(file.visible()).containsExactly("x#2");
    assertThat(file.steps())
        .extracting(ReplayFile.Step::thread)
        .containsExactly("worker#1", "worker#2");
    assertThat(ReplayFile.parse(file.toText())).isEqualTo(file);
  }

  @Test
  void aProgramThatHasSeenNothingGivesTheThreadsTheNumbersOfTheFile() {
    ScriptedProgram program = program();
    program.failWith(new Failure(Failure.Kind.ASSERTION, 0, 2, 8, "no"));
    Replay replay = Replay.of(ReplayFile.parse(file().toText()), program);

    assertThat(replay.finding()).isPresent();
    assertThat(program.names().threadKey(0)).isEqualTo("worker#2");
    assertThat(program.visible()).containsExactly(program.objectOf("x#2"));
  }

  @Test
  void aFindingOfAnotherThreadWithTheSameNameIsNotTheOne() {
    ScriptedProgram program = program();
    program.failWith(new Failure(Failure.Kind.ASSERTION, 1, 2, 8, "no"));

    assertThat(Replay.of(file(), program).finding()).isEmpty();
  }

  @Test
  void aProgramWhoseThreadsHaveOtherNumbersAlreadyIsRefused() {
    assertThatThrownBy(() -> Replay.of(file(), failing("main")))
        .isInstanceOf(ReplayProblem.class)
        .hasMessage("its field 'threadKeys' has the thread 'worker#2' in the wrong place");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"worker#2\",\"worker#1\"] | [\"worker#2\",\"wurker\"]   | the program has no thread 'wurker'",
        "[\"worker#2\",\"worker#1\"] | [\"worker#2\",\"worker#2\"] | 'worker#2' in the wrong place",
        "[\"worker#2\",\"worker#1\"] | [\"worker#2\"]              | has no thread 'worker#1'",
        "[\"x#2\"]                   | [\"nox\"]                   | no shared variable 'nox'",
      })
  void keysThatDoNotFitAreRefused(String old, String replacement, String problem) {
    String text = file().toText();
    assertThat(text).contains(old);
    ReplayFile changed = ReplayFile.parse(text.replace(old, replacement));

    assertThatThrownBy(() -> Replay.of(changed, program()))
        .isInstanceOf(ReplayProblem.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aDivergenceSaysWhichOfTwoThreadsWithTheSameName() {
    ReplayFile changed = ReplayFile.parse(file().toText().replace("\"read x\"", "\"read y\""));

    assertThatThrownBy(() -> Replay.of(changed, program()))
        .isInstanceOf(ReplayProblem.class)
        .hasMessageContaining("expected: worker (worker#1) does 'read y'")
        .hasMessageContaining("actual:   worker (worker#1) does 'read x'");
  }

  @Test
  void aRaceIsFoundAgainByTheKeyOfItsVariable() {
    ScriptedProgram program = program();
    program.threadOf("main");
    program.threadOf("worker#1");
    int location = program.objectOf("n#7");
    program.raceWith(new Race(location, 0, true, 4, 1, true, 6, 2, 1));
    Steps steps = new Steps(List.of(new Steps.Step(0, -1), new Steps.Step(1, -1)));
    Reenactment reenactment = Reenactment.of(program, List.of(), steps);
    Finding race = reenactment.findings().get(0);
    ReplayFile file = ReplayFile.of(race, reenactment, "1", SUBJECT);
    assertThat(file.variable()).isEqualTo("n#7");

    ScriptedProgram same = program();
    int newLocation = same.objectOf("other") + 1;
    assertThat(same.objectOf("n#7")).isEqualTo(newLocation);
    same.raceWith(new Race(newLocation, 0, true, 4, 1, true, 6, 2, 1));
    assertThat(Replay.of(file, same).finding()).isPresent();

    ScriptedProgram another = program();
    another.raceWith(new Race(another.objectOf("n#8"), 0, true, 4, 1, true, 6, 2, 1));
    assertThat(Replay.of(file, another).finding()).isEmpty();
  }
}
