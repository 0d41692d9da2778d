package dev.clew.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers for people. */
class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.00 s",
    "0.414, 0.41 s",
    "12.34, 12.3 s",
    "125, 2 min 5 s",
    "12000, 3 h 20 min",
  })
  void time(double seconds, String text) {
    assertThat(Quantities.time(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.4, 0", "999, 999", "359123, 359000", "1e12, 1000000000000", "3.21e20, 3.2e+20"})
  void about(double number, String text) {
    assertThat(Quantities.about(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00 %",
    "0.000001, less than 0.01 %",
    "0.005, 0.50 %",
    "0.031, 3.1 %",
    "0.99999, 99.9 %",
    "1, 100.0 %",
  })
  void percent(double part, String text) {
    assertThat(Quantities.percent(part)).isEqualTo(text);
  }
}
