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
  private static final Path SAMPLES = ROOT.resolve("samples/java/src");

  @TempDir Path directory;

  @Test
  void theReadmeShowsTheSampleAndWhatTheToolSaysAboutIt() throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compileSamples(classes);
    String sample = Files.readString(SAMPLES.resolve("samples/VolatileCounter.java"));

    String readme = masked(Files.readString(ROOT.resolve("README.md")));

    assertThat(readme)
        .contains(sample.substring(sample.indexOf("public final class")))
        .contains(outputOf("samples.VolatileCounter", classes))
        .contains(outputOf("samples.LostUpdateFixed", classes))
        .contains("./clew check -cp out --source-path samples/java/src samples.VolatileCounter");
  }

  @Test
  void theReadmeShowsTheSampleInCAndWhatTheToolSaysAboutIt() throws IOException {
    Path sample = Path.of("samples/c/lost_signal.c");
    String text = Files.readString(ROOT.resolve(sample));

    String readme = masked(Files.readString(ROOT.resolve("README.md")));
    Clew.Result result = Clew.run("check", ROOT.resolve(sample), "--out", directory);

    assertThat(readme)
        .contains(text.substring(text.indexOf("#include")))
        .contains("./clew check " + sample)
        // Lines break elsewhere, as the name of the file is another one seen from here.
        .containsIgnoringWhitespaces(
            masked(result.out().replace(directory.toString(), "clew-out"))
                .replace(ROOT.resolve(sample).toString(), sample.toString())
                .strip());
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

  private String outputOf(String sample, Path classes) {
    Clew.Result result =
        Clew.run("check", "-cp", classes, "--source-path", SAMPLES, "--out", directory, sample);
    return masked(result.out().replace(directory.toString(), "clew-out")).strip();
  }

  private static String masked(String text) {
    return text.replaceAll("\\d+\\.\\d+ s", "- s").replaceAll(", \\d+ executions?/s", "");
  }
}
