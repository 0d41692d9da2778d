package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with an execution that does not end soon is searched again with fairness. */
class EndlessTest {
  private static final String WAITING =
      """
      public class Waiting {
        static volatile boolean isReady;
        static int data;
        public static void main(String[] args) throws Exception {
          Thread thread = new Thread(() -> { data = 42; isReady = true; });
          thread.start();
          int rounds = 0;
          while (!isReady) {
            rounds++;
            if (rounds > 1_000_000) throw new AssertionError("gave up");
          }
          if (args.length > 0 && rounds == 5) throw new AssertionError("five rounds");
          thread.join();
        }
      }
      """;

  private static final String WRITING =
      """
      public class Writing {
        static volatile int number;
        static int plain;
        public static void main(String[] args) throws Exception {
          if (args.length > 1) {
            new Thread(() -> plain = 1).start();
            plain = 2;
          }
          for (int i = 0; args.length == 0 || i < 12_000; i++) number = i;
        }
      }
      """;

  @TempDir Path directory;
  private Path classes;

  @BeforeEach
  void compile() throws IOException {
    classes = Files.createDirectories(directory.resolve("classes"));
    JavaPrograms.compile(classes, "Waiting", WAITING);
    JavaPrograms.compile(classes, "Writing", WRITING);
  }

  private Clew.Result check(Object... words) {
    Object[] all = new Object[words.length + 5];
    System.arraycopy(
        new Object[] {"check", "--out", directory.resolve("out"), "-cp", classes}, 0, all, 0, 5);
    System.arraycopy(words, 0, all, 5, words.length);
    return Clew.run(all);
  }

  @Test
  void aLoopThatWaitsAndCountsIsVerifiedAndTheVerdictSaysHow() {
    Clew.Result result = check("Waiting");
    assertThat(result.exit()).as(result.out()).isZero();
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("verified: all 21 trace classes", "(--fair 20)");
  }

  @Test
  void whatIsFoundThenCanBeReplayed() {
    Clew.Result found = check("Waiting", "--", "5");
    assertThat(found.exit()).as(found.out()).isEqualTo(1);
    assertThat(found.out()).contains("five rounds");
    Clew.Result again = Clew.run("replay", directory.resolve("out/Waiting-assertion-1.clew"));
    assertThat(again.exit()).as(again.out() + again.err()).isEqualTo(1);
    assertThat(again.out()).contains("five rounds");
  }

  @Test
  void aLongExecutionIsNotTakenForOneThatWaits() {
    Clew.Result result = check("Writing", "--", "ends");
    assertThat(result.exit()).as(result.out()).isZero();
    assertThat(result.out()).contains("verified: all 1 trace class").doesNotContain("--fair");
  }

  @Test
  void aDataRaceDoesNotKeepLongExecutionsFromTheirEnd() {
    Clew.Result result = check("Writing", "--", "ends", "racy");
    assertThat(result.exit()).as(result.out()).isEqualTo(1);
    assertThat(result.out()).contains("data race").doesNotContain("did not end");
  }

  @Test
  void anExecutionWithoutEndIsInconclusive() {
    Clew.Result result = check("Writing");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out()).contains("did not end within 100000 steps");
  }
}
