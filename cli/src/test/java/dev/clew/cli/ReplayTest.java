package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a check finds can be seen again, and a file that does not fit is refused. */
class ReplayTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "deadlock, deadlock",
    "lost-update, assertion",
    "data-race, data-race",
    "lost-notify, deadlock",
    "exception, exception",
    "two-findings, data-race",
    "two-findings, assertion",
    "everything, assertion",
  })
  void findingShowsAgain(String program, String kind) throws IOException {
    Path file = check(copy(program), program + "-" + kind + "-1.clew");

    Clew.Result result = Clew.run("replay", file);

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).startsWith(kind.replace('-', ' '));
    assertThat(result.out()).contains("the violation shows again");
  }

  @Test
  void commentsAndLayoutMayChange() throws IOException {
    Path program = copy("lost-update");
    Path file = check(program, "lost-update-assertion-1.clew");
    Files.writeString(program, "\n\n// a new comment\n" + Files.readString(program));

    Clew.Result result = Clew.run("replay", file);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains(":19 assert r == 2 fails");
  }

  @Test
  void changedProgramIsRefused() throws IOException {
    Path program = copy("lost-update");
    Path file = check(program, "lost-update-assertion-1.clew");
    Files.writeString(program, Files.readString(program).replace("r + 1", "r + 2"));

    assertRefused(file, "has changed since", "Check it again: ./clew check " + program);
  }

  @Test
  void missingProgramIsRefused() throws IOException {
    Path program = copy("lost-update");
    Path file = check(program, "lost-update-assertion-1.clew");
    Files.delete(program);

    assertRefused(file, "is gone: there is no");
  }

  @Test
  void stepThatCannotBeDoneIsADivergence() throws IOException {
    Path file = check(copy("lost-update"), "lost-update-assertion-1.clew");
    String line = "    [\"observer\",-1,\"join first\"]";
    edit(file, "\"steps\": [\n", "\"steps\": [\n" + line + ",\n");

    assertRefused(
        file,
        "the replay diverged at step 1 of 8",
        "expected: observer does 'join first'",
        "actual:   observer cannot");
  }

  @Test
  void stepThatDoesSomethingElseIsADivergence() throws IOException {
    Path file = check(copy("lost-update"), "lost-update-assertion-1.clew");
    edit(file, "[\"first\",-1,\"read n\"]", "[\"first\",-1,\"read m\"]");

    assertRefused(
        file,
        "the replay diverged at step 1 of 7",
        "expected: first does 'read m'",
        "actual:   first does 'read n'");
  }

  @Test
  void alternativeThatIsNotThereIsADivergence() throws IOException {
    Path file = check(copy("everything"), "everything-assertion-1.clew");
    edit(file, "[\"a\",1,\"choice\"]", "[\"a\",7,\"choice\"]");

    assertRefused(file, "the replay diverged at step", "expected: a does 'choice', alternative 7");
  }

  @Test
  void scheduleThatShowsNothingIsRefused() throws IOException {
    Path file = check(copy("lost-update"), "lost-update-assertion-1.clew");
    edit(file, ",\n    [\"observer\",-1,\"read n\"]", "");

    assertRefused(file, "was replayed to its end, but does not show what it says");
  }

  @Test
  void namesTheProgramDoesNotHaveAreRefused() throws IOException {
    Path file = check(copy("two-findings"), "two-findings-assertion-1.clew");
    String text = Files.readString(file);

    Files.writeString(file, text.replaceFirst("\\[\"first\",", "[\"fist\","));
    assertRefused(file, "the program has no thread 'fist'");
    Files.writeString(file, text.replace("\"visible\": [\"n\"]", "\"visible\": [\"nn\"]"));
    assertRefused(file, "the program has no shared variable 'nn'");
  }

  @Test
  void damagedFileIsRefused() throws IOException {
    Path file = check(copy("deadlock"), "deadlock-deadlock-1.clew");
    String text = Files.readString(file);

    Files.writeString(file, text.substring(0, text.length() / 2));
    assertRefused(file, "is not a replay file: it is not JSON");
    Files.writeString(file, text.replace("\"deadlock\"", "\"lock-up\""));
    assertRefused(file, "no kind of finding is called lock-up");
    Files.writeString(file, text.replace("[\"left\",-1,", "[\"left\","));
    assertRefused(file, "step 1 is not [thread, label, operation]");
    Files.writeString(file, text.replace("[\"left\",-1,", "[\"left\",1.5,"));
    assertRefused(file, "'step 1' is no whole number");
  }

  private Path copy(String program) throws IOException {
    Path copy = directory.resolve(program + ".toy");
    return Files.copy(Clew.program(program), copy);
  }

  private Path check(Path program, String file) {
    Path out = directory.resolve("out");
    assertThat(Clew.run("check", program, "--out", out).exit()).isEqualTo(1);
    return out.resolve(file);
  }

  private static void edit(Path file, String old, String replacement) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(old);
    Files.writeString(file, text.replace(old, replacement));
  }

  private static void assertRefused(Path file, String... messages) {
    Clew.Result result = Clew.run("replay", file);
    assertThat(result.err()).contains(messages);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }
}
