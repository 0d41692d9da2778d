package dev.clew.jvm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

class PatternSwitchTest {
  @TempDir Path directory;

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void patternSwitchesFindTheEnumConstantsOfEveryExecution() throws Exception {
    Subjects original = Subjects.original("subjects.patterns");
    Subjects transformed = Subjects.transformed("subjects.patterns");
    for (byte[] classFile : compile("Patterns")) {
      original.with(classFile);
      transformed.with(classFile);
    }
    Object expected = original.run("subjects.patterns.Patterns");
    assertThat(expected)
        .isEqualTo(
            "big circle 1 none many! square 2 none many! b null r g"
                + " empty s large int 3 red BLUE numbers 2 null Long ");

    for (int execution = 0; execution < 3; execution++) {
      Subjects.startExecution();
      assertThat(transformed.run("subjects.patterns.Patterns")).isEqualTo(expected);
    }
  }

  private List<byte[]> compile(String name) throws Exception {
    Path source = directory.resolve(name + ".java");
    try (InputStream in = getClass().getResourceAsStream("/subjects/" + name + ".java.txt")) {
      Files.writeString(source, new String(requireNonNull(in).readAllBytes(), UTF_8));
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", directory.toString(), source.toString());
    assertThat(result).as("exit code of the compiler").isZero();
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(each -> each.toString().endsWith(".class"))
          .map(PatternSwitchTest::read)
          .toList();
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
