package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The line that shows how far a search is. */
class ProgressLineTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void lineIsRewrittenAndErased() throws InterruptedException {
    ProgressLine line = new ProgressLine(new RewrittenLine(err), 0, 0);
    line.update(new Standing(1, 0.5, 1));
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();

    Thread.sleep(300);
    line.update(new Standing(20_000, 0.25, 2));
    line.update(new Standing(20_001, 0.25, 2));
    line.erase();

    String shown = "20000 executions, 10000/s, 25.0 % of about 80000, 6 s left";
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("\r" + shown + "\r" + " ".repeat(shown.length()) + "\r");
  }

  @Test
  void resumedSearchHasTheRateOfThisRun() throws InterruptedException {
    ProgressLine line = new ProgressLine(new RewrittenLine(err), 1_000_000, 100);
    Thread.sleep(300);

    line.update(new Standing(1_000_500, 0, 101));

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\r1000500 executions, 500/s");
  }
}
