package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/supported.md lists has a program in samples/supported with a bug and its repair; the
 * bug is found, and the repair verified.
 */
class SupportedTest {
  private static final Path PROGRAMS = Path.of("..", "samples", "supported");
  private static final Path TABLE = Path.of("..", "docs", "supported.md");
  private static final Pattern HEADER =
      Pattern.compile("Shows: (?<names>[^.]+)\\. Finds: (?<kinds>[^.]+)\\.");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  /** A program, what it shows, and what is found in it. */
  private record Sample(String program, List<String> names, Set<FindingKind> kinds) {
    static Sample in(Path source) {
      String text;
      try {
        text = Files.readString(source).replaceAll("\\n \\*", "").replaceAll("\\s+", " ");
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      Matcher header = HEADER.matcher(text);
      assertThat(header.find()).as("%s says what it shows and finds", source).isTrue();
      return new Sample(
          source.getFileName().toString().replace(".java", ""),
          List.of(header.group("names").split(", ")),
          Arrays.stream(header.group("kinds").split(", "))
              .map(kind -> FindingKind.valueOf(kind.toUpperCase().replace(' ', '_')))
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(FindingKind.class))));
    }
  }

  @TempDir static Path classes;

  @BeforeAll
  static void compile() {
    List<String> command = new ArrayList<>(List.of("-g", "-nowarn", "-d", classes.toString()));
    if (release() >= 25) {
      command.addAll(List.of("--enable-preview", "--release", String.valueOf(release())));
    }
    sources(release()).forEach(source -> command.add(source.toString()));
    int failed =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(new String[0]));
    assertThat(failed).isZero();
  }

  private static int release() {
    return Runtime.version().feature();
  }

  /** The sources for a JDK of this release. */
  private static List<Path> sources(int release) {
    List<Path> sources = new ArrayList<>();
    for (int since : List.of(17, 21, 25)) {
      if (since <= release) {
        try (Stream<Path> files =
            Files.list(PROGRAMS.resolve(since == 17 ? "src" : "src" + since))) {
          files.sorted().forEach(sources::add);
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return sources;
  }

  private static List<Sample> samples(int release) {
    Predicate<Path> isHelper = source -> source.endsWith("Threads.java");
    return sources(release).stream().filter(isHelper.negate()).map(Sample::in).toList();
  }

  @TestFactory
  Stream<DynamicTest> theBugIsFoundAndItsRepairVerified() {
    return samples(release()).stream()
        .flatMap(
            sample ->
                sample.names().stream()
                    .map(
                        name ->
                            DynamicTest.dynamicTest(
                                sample.program() + " " + name, () -> check(sample, name))));
  }

  private static void check(Sample sample, String name) {
    Outcome wrong = explore(sample, "bug", name);
    assertThat(wrong.findings().stream().map(Finding::kind).collect(Collectors.toSet()))
        .isEqualTo(sample.kinds());
    assertThat(wrong.end()).isEqualTo(Outcome.End.EXHAUSTED);

    Outcome right = explore(sample, "right", name);
    assertThat(right.findings()).isEmpty();
    assertThat(right.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
  }

  private static Outcome explore(Sample sample, String which, String name) {
    return Harness.program(List.of(classes), sample.program(), which, name).explore();
  }

  @Test
  void whatIsListedIsShownAndWhatIsShownIsListed() throws IOException {
    Set<String> shown = new TreeSet<>();
    samples(Integer.MAX_VALUE).forEach(sample -> shown.addAll(sample.names()));

    assertThat(listed()).isEqualTo(shown);
  }

  /** The names in the first column of the table. */
  private static Set<String> listed() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(TABLE)) {
      if (line.startsWith("|") && !line.startsWith("|---") && !line.startsWith("| class |")) {
        String first = line.split("\\|")[1];
        Matcher name = NAME.matcher(first);
        int before = names.size();
        while (name.find()) {
          names.add(name.group(1));
        }
        assertThat(names.size()).as("names in %s", first).isGreaterThan(before);
      }
    }
    return names;
  }
}
