package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import dev.clew.trace.OpKind;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AtomicProgramsTest {
  private static final String UPDATES =
      """
      atomic x = 0
      thread t[2] {
        r = x
        done = cas(x, r, r + 1)
        while done == 0 {
          r = x
          done = cas(x, r, r + 1)
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"updates", "referenceUpdates", "elementUpdates", "fieldUpdates"})
  void anUpdateByAFunctionReadsAndComparesUntilItSucceeds(String program) {
    assertVerified(program);
    assertThat(explore(program).executions()).isEqualTo(TraceClasses.ofToy(UPDATES));
  }

  @Test
  void theFunctionOfAnUpdateIsAnyCode() {
    Outcome outcome = explore("functionsWithOperations");
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VIOLATION);
    assertThat(outcome.executions())
        .isEqualTo(
            TraceClasses.ofToy(
                """
                atomic x = 0
                atomic calls = 0
                thread t[2] {
                  r = x
                  c = add(calls, 1)
                  done = cas(x, r, r + 1)
                  while done == 0 {
                    r = x
                    c = add(calls, 1)
                    done = cas(x, r, r + 1)
                  }
                }
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sums",
        "accumulations",
        "equalTexts",
        "subclass",
        "errors",
        "staticHandle",
        "constantHandle"
      })
  void isAsInTheJdk(String program) {
    assertVerified(program);
  }

  @Test
  void aSumThatIsTakenMayBeOfBoth() {
    assertThat(explore("taken").verdict()).isEqualTo(Outcome.Verdict.VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"equalTexts", "stamps", "taken", "accumulations"})
  void everyInterleavingIsCovered(String program) {
    assertThat(TraceClasses.of(AtomicPrograms.class, program)).isPositive();
  }

  @Test
  void aHandleThatNobodySawMadeStandsForItsField() {
    assertThat(explore("hiddenHandle").executions()).isEqualTo(6);
  }

  @Test
  void aFieldOfASubclassIsAnotherVariable() {
    assertThat(explore("subclass").executions()).isEqualTo(2);
  }

  @Test
  void aViewOfBytesIsOneVariable() {
    assertThat(explore("views").executions())
        .isEqualTo(TraceClasses.ofToy("atomic x = 0\nthread t[2] {\n r = x\n x = r + 1\n}\n"));
  }

  @Test
  void reportsSayWhatIsInAVariable() {
    assertThat(described("values"))
        .containsExactly(
            "READ_MODIFY_WRITE 3 4",
            "READ 9223372036854775807 9223372036854775807",
            "WRITE false true",
            "READ_MODIFY_WRITE \"text\" null",
            "READ (\"text\", 7) (\"text\", 7)",
            "WRITE 2 5",
            "COMPARE_AND_SET 4 0");
  }

  /** The events of a program with one thread: what each found and left. */
  private static List<String> described(String name) {
    return Harness.program(AtomicPrograms.class, name)
        .use(
            program -> {
              Schedule schedule = new Schedule();
              schedule.recordDetails(true);
              Trace trace = new Trace();
              program.run(schedule, trace);
              List<String> events = new ArrayList<>();
              for (int i = 0; i < trace.size(); i++) {
                int object = trace.object(i);
                events.add(
                    OpKind.of(trace.kind(i))
                        + " "
                        + program.names().value(object, trace.before(i))
                        + " "
                        + program.names().value(object, trace.value(i)));
              }
              return events;
            });
  }

  private static void assertVerified(String program) {
    Outcome outcome = explore(program);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
  }

  private static Outcome explore(String program) {
    return Harness.explore(AtomicPrograms.class, program);
  }
}
