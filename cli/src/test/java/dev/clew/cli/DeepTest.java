package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In processes of their own: that the JDK is explored too holds for a JVM as a whole. */
final class DeepTest {
  @TempDir Path directory;

  @BeforeEach
  void compile() throws IOException {
    Path source = Path.of("../samples/deep/DequeEnds.java");
    JavaPrograms.compile(directory, "DequeEnds", Files.readString(source));
  }

  private String clew(int exit, Object... words) throws Exception {
    List<Object> all = new ArrayList<>(List.of(words));
    try (ForkedClew clew = ForkedClew.start(directory.resolve("output.txt"), all.toArray())) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(exit);
      return clew.output();
    }
  }

  @Test
  void callsOfADequeAreAtomic() throws Exception {
    assertThat(clew(0, "check", "-cp", directory, "DequeEnds")).startsWith("verified: ");
  }

  @Test
  void unlessItsCodeIsExplored() throws Exception {
    Path out = directory.resolve("out");
    assertThat(clew(1, "check", "-cp", directory, "--deep", "--out", out, "DequeEnds"))
        .startsWith("assertion: java.lang.AssertionError: taken 1, last 1");
    assertThat(clew(1, "replay", out.resolve("DequeEnds-assertion-1.clew")))
        .contains("AssertionError: taken 1, last 1");
  }
}
