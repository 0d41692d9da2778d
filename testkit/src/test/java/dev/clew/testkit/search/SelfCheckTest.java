package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.SelfCheck;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SelfCheckTest {

  @Test
  void everyStrategyAgreesWithTheOraclesOnRandomPrograms() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean passed =
        new SelfCheck(1500, 2026, 4, 5, new PrintStream(bytes, true, StandardCharsets.UTF_8)).run();
    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertThat(passed).as(printed).isTrue();
    assertThat(printed.lines().reduce((a, b) -> b)).contains("1500 passed, 0 failed");
  }
}
