package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The programs in samples/java: what each says under "Finds:" is found, and nothing else. */
class SamplesTest {
  private static final Path SOURCES = Path.of("..", "samples", "java", "src");

  @TempDir static Path classes;

  @BeforeAll
  static void compile() throws IOException {
    List<String> command = new ArrayList<>(List.of("-g", "-d", classes.toString()));
    for (Path source : sources()) {
      command.add(source.toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(new String[0]));
    assertThat(failed).isZero();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  @TestFactory
  List<DynamicTest> whatEachSampleSaysIsFound() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path source : sources()) {
      String name = SOURCES.relativize(source).toString().replace(".java", "").replace('/', '.');
      tests.add(DynamicTest.dynamicTest(name, () -> check(name, Files.readString(source))));
    }
    assertThat(tests).hasSizeGreaterThan(40);
    return tests;
  }

  private static void check(String name, String source) {
    Outcome outcome = Harness.program(List.of(classes), name).explore();

    Set<FindingKind> found =
        outcome.findings().stream()
            .map(Finding::kind)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(FindingKind.class)));
    assertThat(found).isEqualTo(promised(source));
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.blocked()).isZero();
  }

  private static Set<FindingKind> promised(String source) {
    String text = source.substring(source.indexOf("Finds:"));
    String sentence = text.substring(0, text.indexOf("*/"));
    String first = sentence.contains(".") ? sentence.substring(0, sentence.indexOf('.')) : sentence;
    Set<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
    if (first.contains("data race")) {
      kinds.add(FindingKind.DATA_RACE);
    }
    if (first.contains("deadlock")) {
      kinds.add(FindingKind.DEADLOCK);
    }
    if (first.contains("assertion")) {
      kinds.add(FindingKind.ASSERTION);
    }
    if (first.contains("exception")) {
      kinds.add(FindingKind.EXCEPTION);
    }
    assertThat(kinds.isEmpty()).isEqualTo(first.contains("nothing"));
    return kinds;
  }
}
