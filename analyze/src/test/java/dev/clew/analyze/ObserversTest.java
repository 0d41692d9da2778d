package dev.clew.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.trace.Dependence;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Program;
import dev.clew.trace.Race;
import dev.clew.trace.Schedule;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a front end says of an execution itself becomes findings. */
class ObserversTest {
  private final Trace trace = new Trace();

  @Test
  void aRaceThatTheFrontEndNoticedIsAFinding() {
    write(1);
    write(2);
    trace.addRace(new Race(7, 1, true, 12, 2, false, 15, 2));

    Finding race = only();
    assertThat(race.kind()).isEqualTo(FindingKind.DATA_RACE);
    assertThat(race.code()).isEqualTo(RaceObserver.RACE);
    assertThat(race.message())
        .isEqualTo(
            "data race on o7: t1 writes it at line 12, t2 reads it at line 15, and nothing orders"
                + " the two");
    assertThat(race.threads()).containsExactly(1, 2);
    assertThat(race.positions()).containsExactly(12, 15);
    assertThat(race.plainLocation()).isEqualTo(7);
    assertThat(race.steps()).isEqualTo(Steps.of(trace, 2));
  }

  @Test
  void accessesInDifferentFilesAreNamedWithTheirFiles() {
    trace.addRace(new Race(7, 1, true, 112, 2, true, 15, 0));

    assertThat(only().message()).contains("t1 writes it at F1.java:12, t2 writes it at F0.java:15");
  }

  @Test
  void anAccessAtAnUnknownLineHasNoPlace() {
    trace.addRace(new Race(7, 1, true, 100, 2, true, 15, 0));

    assertThat(only().message()).contains("t1 writes it, t2 writes it at F0.java:15, and");
  }

  @ParameterizedTest
  @CsvSource({
    "ASSERTION, ASSERTION, CLEW-ASSERTION",
    "INVARIANT, ASSERTION, CLEW-INVARIANT",
    "EXCEPTION, EXCEPTION, CLEW-EXCEPTION",
    "HANG,      HANG,      CLEW-HANG",
    "CRASH,     CRASH,     CLEW-CRASH",
  })
  void everyKindOfFailureIsAKindOfFinding(Failure.Kind kind, FindingKind found, String code) {
    trace.addFailure(new Failure(kind, 3, 0, 8, "what happened"));

    assertThat(only().kind()).isEqualTo(found);
    assertThat(only().code()).isEqualTo(code);
    assertThat(only().message()).isEqualTo("what happened");
    assertThat(only().details()).isEmpty();
    assertThat(only().threads()).containsExactly(3);
  }

  @Test
  void theFirstLineOfAFailureIsItsMessageAndTheOthersAreDetails() {
    String message = "\n IllegalStateException: no \n\tat A.b(A.java:1)\n\n\tat C.d(C.java:2)\n\n";
    trace.addFailure(new Failure(Failure.Kind.EXCEPTION, 0, 0, 8, message));

    assertThat(only().message()).isEqualTo("IllegalStateException: no");
    assertThat(only().details()).isEqualTo("\tat A.b(A.java:1)\n\n\tat C.d(C.java:2)");
  }

  private void write(int thread) {
    trace.append(thread, OpKind.WRITE, 0, -1, Dependence.WRITE, -1, 0, 0, 0, -1, -1);
  }

  private Finding only() {
    List<Finding> findings = new ArrayList<>();
    Observers.standard(new Nothing()).forEach(o -> o.observe(trace, findings::add));
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  /** A program of which only the words count: line 12 of file 1 is position 112. */
  private static final class Nothing implements Program, Names {
    @Override
    public void run(Schedule schedule, Trace trace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int threadCount() {
      return 4;
    }

    @Override
    public int objectCount() {
      return 8;
    }

    @Override
    public boolean isPlain(int object) {
      return object == 7;
    }

    @Override
    public int interruptStatus(int thread) {
      return -1;
    }

    @Override
    public void makeVisible(int object) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Names names() {
      return this;
    }

    @Override
    public String thread(int thread) {
      return "t" + thread;
    }

    @Override
    public String object(int object) {
      return "o" + object;
    }

    @Override
    public String file(int position) {
      return "F" + position / 100 + ".java";
    }

    @Override
    public int line(int position) {
      return position % 100;
    }

    @Override
    public String text(int position) {
      return "";
    }
  }
}
