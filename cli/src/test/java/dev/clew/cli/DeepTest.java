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
    assertThat(clew(1, "replay", "--trust", out.resolve("DequeEnds-assertion-1.clew")))
        .contains("AssertionError: taken 1, last 1");
  }

  /** Nodes of a skip list are written with fences, not declared volatile. */
  @Test
  void skipListsAreExploredToo() throws Exception {
    JavaPrograms.compile(
        directory,
        "SkipList",
        """
        import java.util.concurrent.ConcurrentSkipListSet;

        public class SkipList {
          public static void main(String[] args) throws InterruptedException {
            ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>();
            Thread thread = new Thread(() -> set.add(1));
            thread.start();
            set.add(2);
            boolean isThere = set.contains(1);
            thread.join();
            assert set.first() == 1 && set.size() == 2;
            assert args.length == 0 || !isThere;
          }
        }
        """);
    assertThat(clew(0, "check", "-cp", directory, "--deep", "SkipList"))
        .startsWith("verified: all ");
    Path out = directory.resolve("out");
    assertThat(
            clew(1, "check", "-cp", directory, "--deep", "--out", out, "SkipList", "--", "absent"))
        .startsWith("assertion: ");
  }
}
