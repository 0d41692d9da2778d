package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far sleeping takes threads of toy programs ahead of others. */
class ToyPatienceTest {
  private static final String SLEEPS =
      """
      atomic x = 0
      thread waiter {
        sleep 1500
        r = x
        assert r == 1 "too early"
      }
      thread writer {
        x = 1
      }
      """;

  @TempDir Path directory;

  private Clew.Result check(String text, Object... words) throws IOException {
    Path file = directory.resolve("sleeps.toy");
    Files.writeString(file, text);
    Object[] all = new Object[words.length + 2];
    System.arraycopy(new Object[] {"check", file}, 0, all, 0, 2);
    System.arraycopy(words, 0, all, 2, words.length);
    return Clew.run(all);
  }

  @Test
  void aSleepThatIsLongerLetsOthersGoFirst() throws IOException {
    assertThat(check(SLEEPS).exit()).isZero();
    assertThat(check("patience 1500\n" + SLEEPS).exit()).isZero();
    assertThat(check(SLEEPS, "--patience", "1500ms").exit()).isZero();
  }

  @Test
  void oneThatIsShorterMayEndAtAnyMomentAndIsReplayed() throws IOException {
    assertThat(check("patience 1501\n" + SLEEPS, "--out", directory).exit()).isEqualTo(1);
    assertThat(check("patience 1501\n" + SLEEPS, "--patience", "1s").exit()).isZero();
    Path out = directory.resolve("with patience");
    Clew.Result found = check(SLEEPS, "--patience", "2s", "--out", out);
    assertThat(found.exit()).as(found.out()).isEqualTo(1);
    Clew.Result again = Clew.run("replay", out.resolve("sleeps-assertion-1.clew"));
    assertThat(again.exit()).as(again.out() + again.err()).isEqualTo(1);
    assertThat(again.out()).contains("too early");
  }

  @Test
  void aPatienceThatIsNoneIsRefused() throws IOException {
    Clew.Result result = check("patience -1\n" + SLEEPS);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("the patience is 0 to 1000000");
  }
}
