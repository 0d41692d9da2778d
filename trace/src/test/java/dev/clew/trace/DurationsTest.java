package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times fit into one number and come out as people say them. */
final class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1 us",
    "10000, 10 us",
    "100000000, 100 ms",
    "1500000000, 1.5 s",
    "30000000000, 30 s",
    "7200000000000, 120 min"
  })
  void saysHowLong(long nanos, String words) {
    assertThat(Durations.words(Durations.pack(nanos))).isEqualTo(words);
  }
}
