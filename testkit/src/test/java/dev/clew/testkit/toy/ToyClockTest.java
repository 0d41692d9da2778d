package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.Comparison;
import dev.clew.testkit.oracle.OracleMachine;
import dev.clew.testkit.oracle.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens when, in toy programs: all strategies and the oracles agree about it. */
final class ToyClockTest {
  private static final String SLEEPER =
      """
      atomic done = 0
      thread sleeper {
        sleep %s
        r = done
        assert r == 1 "too early"
      }
      thread worker { done = 1 }
      """;

  private static final String TWO_WAITS =
      """
      semaphore never = 0
      atomic first = 0
      thread one {
        acquire never timed %s
        r = cas(first, 0, 1)
      }
      thread other {
        acquire never timed %s
        r = cas(first, 0, 2)
        t = clock
        assert t == 30 "the clock shows something else"
        assert r == %s "in this order"
      }
      """;

  private static boolean canFail(String text) {
    Toy toy = ToyParser.parse("time", text);
    assertThat(new Comparison().compare(toy)).as("strategies and oracles").contains("");
    return canFail(OracleMachine.seeingAll(toy), OracleMachine.seeingAll(toy).initial(), "");
  }

  private static boolean canFail(OracleMachine machine, State state, String path) {
    if (!machine.failures(state).isEmpty()) {
      return true;
    }
    int choices = machine.choices(state).size();
    for (int k = 0; k < choices; k++) {
      State next = machine.initial();
      String longer = path + k;
      for (int i = 0; i < longer.length(); i++) {
        machine.step(next, machine.choices(next).get(longer.charAt(i) - '0'));
      }
      if (canFail(machine, next, longer)) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @CsvSource({"1, true", "999, true", "1000, false", "30000, false"})
  void aShortSleepEndsAtAnyMomentALongOneLast(String time, boolean fails) {
    assertThat(canFail(SLEEPER.formatted(time))).isEqualTo(fails);
  }

  @ParameterizedTest
  @CsvSource({
    "20, 1, true",
    "20, 0, false",
    "40, 1, false",
    "40, 0, true",
    "30, 0, true",
    "30, 1, true"
  })
  void whatIsDueFirstGivesUpFirst(String time, String wanted, boolean fails) {
    assertThat(canFail(TWO_WAITS.formatted(time, "30", wanted))).isEqualTo(fails);
  }

  /** A search by states ends executions where it knows the state, also while sleepers wake. */
  @Test
  void whoLetsSleepersWakeIsNotBlocked() {
    Toy toy =
        ToyParser.parse(
            "waking",
            """
            patience 1999
            atomic x = 0
            semaphore s = 0
            thread u[2] {
              r = clock
              x = r
              sleep 1300
              sleep 999
              r = x
            }
            thread t {
              k = add(x, 2)
              r = join u[1] timed
              sleep 600
            }
            thread v {
              k = acquire s timed 300
              x = 2
              release s
              r = x
              release s
            }
            """);
    assertThat(new Comparison().compare(toy)).contains("");
  }

  private static final String BOTH_GIVE_UP =
      """
      patience %s
      atomic x = 0
      semaphore s = 0
      thread t[2] {
        k = acquire s timed 30
        if k == 0 {
          r = x
          x = r + 1
        }
      }
      thread u {
        sleep 2000
        r = x
        assert r == 2
      }
      """;

  /** One after the other, or side by side: then what one of them adds can be lost. */
  @ParameterizedTest
  @CsvSource({"1000, false", "1, false", "0, true"})
  void whatIsDueTogetherGivesUpTogetherIfThereIsNoPatience(String patience, boolean fails) {
    String text = BOTH_GIVE_UP.formatted(patience);
    assertThat(canFail(text)).isEqualTo(fails);
    assertThat(new Comparison().compare(ToyParser.parse("together", text))).contains("");
  }
}
