package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A violation is readable, however long it is and whatever its program contains. */
class ViolationTextTest {
  private static final String ESCAPE = Character.toString(0x1b);

  @TempDir Path directory;

  @Test
  void longCounterexampleIsCutUnlessAllIsAskedFor() throws IOException {
    Path program =
        write(
            "long.toy",
            """
            atomic x = 0
            thread a { i = 0; while i < 5000 { x = i; i = i + 1 } }
            thread b {
              join a
              r = x
              assert r == 5000 "fin"
            }
            """);

    Clew.Result cut = Clew.run("check", program, "--out", directory);
    Clew.Result whole = Clew.run("check", program, "--out", directory, "--verbose");

    assertThat(cut.exit()).isEqualTo(1);
    assertThat(cut.out().lines().count()).isBetween(60L, 90L);
    assertThat(cut.out())
        .contains(":2 x = 0\n", "\n  ... 4943 steps not shown, --verbose shows all ...\n")
        .contains(":2 x = 4999\n", "read x = 4999", "assert r == 5000 fails");
    assertThat(whole.out()).contains(":2 x = 2500\n").doesNotContain("not shown");
  }

  @Test
  void stepThatTheExplanationMentionsIsNotCut() throws IOException {
    Path program =
        write(
            "middle.toy",
            """
            atomic x = 0
            atomic y = 0
            thread a {
              i = 0
              while i < 100 { y = i; i = i + 1 }
              x = 7
              while i < 200 { y = i; i = i + 1 }
            }
            thread b { join a; s = y; r = x; assert r == 0 }
            """);

    Clew.Result result = Clew.run("check", program, "--out", directory);

    assertThat(result.out())
        .contains("read x = 7 (line 9), written by a (line 6)")
        .contains(
            """
              ... 80 steps not shown, --verbose shows all ...
              :6 x = 7
              ... 64 steps not shown, --verbose shows all ...
            """);
  }

  @Test
  void escapeSequencesDoNotReachTheTerminal() throws IOException {
    Path program =
        write(
            "red" + ESCAPE + ".toy",
            "atomic x = 0\nthread t { r = x; assert r == 1 \"a" + ESCAPE + "[31mred\" }\n");

    Clew.Result result = Clew.run("check", program, "--out", directory);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).doesNotContain(ESCAPE);
    assertThat(result.out())
        .startsWith("assertion: a\\u001b[31mred\n")
        .contains("replay: ./clew replay $'", "red\\u001b-assertion-1.clew'\n");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
