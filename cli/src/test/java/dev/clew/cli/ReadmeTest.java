package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what the tool says. */
final class ReadmeTest {
  private static final Path ROOT = Path.of("..");

  @TempDir Path directory;

  @Test
  void theReadmeShowsTheSampleAndWhatTheToolSaysAboutIt() throws IOException {
    String readme = masked(Files.readString(ROOT.resolve("README.md")));
    assertThat(readme)
        .contains(Files.readString(ROOT.resolve("samples/toy/lost-update.toy")))
        .contains(outputOf("lost-update"))
        .contains(outputOf("barrier"));
  }

  @Test
  void theScriptShowsACommandThatWorks() throws IOException {
    Matcher example =
        Pattern.compile("(?m)^# +\\./clew check (\\S+)$")
            .matcher(Files.readString(ROOT.resolve("clew")));

    assertThat(example.find()).isTrue();
    assertThat(Clew.run("check", "--out", directory, ROOT.resolve(example.group(1))).exit())
        .isLessThan(2);
  }

  private String outputOf(String sample) {
    Path program = ROOT.resolve("samples/toy/" + sample + ".toy");
    String out = Clew.run("check", "--out", directory, program).out();
    return masked(out.replace("../samples", "samples").replace(directory.toString(), "clew-out"))
        .strip();
  }

  private static String masked(String text) {
    return text.replaceAll("\\d+\\.\\d+ s", "- s");
  }
}
