package dev.clew.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A schedule is replayed in this JVM. */
class ReplayTest {
  @Test
  void scheduleIsReplayedHere() {
    Map<String, String> searched = CheckedTests.of("ReplaySample$First");
    Map<String, String> replayed = CheckedTests.of("ReplaySample$Second");

    assertThat(searched.get("loses")).contains("@Replay(", "expected: <2> but was: <1>");
    assertThat(replayed.get("loses"))
        .contains("InterleavingFailure", "expected: <2> but was: <1>")
        .contains("read hits = 0", "the violation shows again");
    assertThat(replayed.get("isNotThere")).contains("UncheckableTest", "nothing.clew");
    // Ordinary tests are as before.
    assertThat(CheckedTests.of("CounterSample")).containsEntry("ordinary", "");
  }
}
