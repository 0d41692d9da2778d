package dev.clew.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the statements of the language mean, on programs small enough to count by hand. */
final class OracleSemanticsTest {
  private static final int ENOUGH = 100_000;

  @ParameterizedTest(name = "{3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | 0 | 0 | lock m; thread a { lock m; lock m; unlock m; unlock m }; thread b { lock m; unlock m }
          2 | 0 | 0 | lock m; thread a { lock m }; thread b { r = lock m timed; if r { unlock m } }
          3 | 0 | 0 | lock m; thread a { lock m; unlock m }; thread b { r = trylock m; if r { unlock m } }
          2 | 2 | 0 | lock m; thread a { lock m }; thread b { lock m }
          4 | 0 | 0 | lock m; condition c; thread t[2] { lock m; wait c m timed; unlock m }
          2 | 1 | 0 | lock m; condition c; thread a { lock m; wait c m; unlock m }; thread b { notify c }
          2 | 0 | 1 | lock m; condition c; thread a { lock m; r = wait c m timed; unlock m; assert r }; thread b { notify c }
          3 | 0 | 0 | lock m; condition c; thread a { lock m; r = wait c m; unlock m }; thread b { interrupt a; notify c }
          1 | 0 | 0 | lock m; condition c; thread a { interrupt a; lock m; r = wait c m; unlock m; assert r == 2; r = interrupted; assert r == 0 }
          2 | 0 | 0 | thread a { park }; thread b { interrupt a; unpark a }
          2 | 0 | 0 | thread a { park }; thread b { unpark a; unpark a }
          1 | 1 | 0 | thread a { park; park }; thread b { unpark a }
          1 | 0 | 0 | thread a { park; r = interrupted; assert r; r = interrupted; assert !r }; thread b { interrupt a }
          1 | 0 | 1 | thread a { r = park timed; assert r }
          2 | 0 | 0 | barrier b = 2; thread t[2] { r = arrive b }
          6 | 6 | 0 | barrier b = 2; thread t[3] { arrive b }
          1 | 0 | 0 | barrier b = 1; thread a { arrive b; r = arrive b; assert r == 0 }
          1 | 0 | 0 | rwlock w; thread t[2] { readlock w; readunlock w }
          2 | 0 | 0 | rwlock w; thread a { readlock w; readunlock w }; thread b { writelock w; writeunlock w }
          4 | 0 | 0 | rwlock w; thread a[2] { readlock w; readunlock w }; thread b { writelock w; writeunlock w }
          2 | 0 | 0 | rwlock w; thread a { writelock w; readlock w; writeunlock w; readunlock w }; thread b { readlock w; readunlock w }
          1 | 1 | 0 | rwlock w; thread a { readlock w; writelock w }
          1 | 0 | 0 | rwlock w; thread a { readlock w; r = trywritelock w; assert !r; r = writelock w timed; assert !r; readunlock w }
          2 | 0 | 0 | semaphore s = 1; thread t[2] { acquire s; release s }
          3 | 0 | 0 | semaphore s = 0; thread a { acquire s }; thread b { release s }; thread d { release s }
          2 | 2 | 0 | semaphore s = 1; thread a { acquire s 2 }; thread b { r = tryacquire s; if !r { yield } else { release s } }; thread d { acquire s }
          2 | 0 | 0 | atomic x = 0; thread a { start b; r = alive b }; thread b { x = 1 }
          1 | 1 | 0 | thread a { if 0 { start b }; join b }; thread b { yield }
          1 | 0 | 0 | thread a { if 0 { start b } }; thread b { park }
          1 | 0 | 0 | thread a { r = join b timed; assert !r; unpark b; join b }; thread b { park }
          1 | 0 | 1 | thread a { start b; start b }; thread b { yield }
          1 | 0 | 1 | lock m; thread a { unlock m }; thread b { lock m }
          1 | 0 | 1 | lock m; condition c; thread a { wait c m }
          1 | 0 | 1 | thread a { r = 1 / r; yield }
          1 | 0 | 1 | atomic x[2] = 0; thread a { i = 2; r = x[i] }
          1 | 0 | 1 | semaphore s = 0; thread a { release s -1 }
          1 | 0 | 0 | condition c; thread t[2] { notify c }; thread u { notifyall c }
          1 | 0 | 0 | lock m; thread a { lock m }; thread t[2] { join a; r = trylock m }
          1 | 0 | 0 | semaphore s = 0; thread t[2] { r = tryacquire s }
          1 | 0 | 0 | rwlock w; thread a { writelock w }; thread t[2] { join a; r = tryreadlock w; r = trywritelock w }
          1 | 0 | 0 | thread a { yield }; thread t[2] { join a; r = alive a }
          1 | 0 | 0 | semaphore s = 0; thread t[2] { release s }
          1 | 0 | 0 | thread a { yield }; thread t[2] { unpark a }
          2 | 0 | 0 | thread a { yield }; thread t[2] { interrupt a }
          6 | 0 | 0 | thread a { r = choose 3 }; thread b { r = choose 2 }
          1 | 0 | 0 | atomic x = 3; thread a { r = add(x, 2); assert r == 3; r = swap(x, 9); assert r == 5; r = cas(x, 8, 1); assert !r; r = cas(x, 9, 1); assert r; r = x; assert r == 1 }
          1 | 0 | 0 | atomic x = 0; thread a { repeat 3 { add(x, 1) }; i = 0; while i < 2 { i = i + 1; add(x, 1) }; r = x; assert r == 5 && i == 2 }
          """)
  void countsMatchThoseByHand(int classes, int deadlocks, int failures, String text) {
    Toy program = ToyParser.parse("by-hand", text);
    for (OracleRun run :
        new OracleRun[] {
          OracleRun.byInterleavings(program, ENOUGH).orElseThrow(),
          OracleRun.byPrefixClasses(program, ENOUGH).orElseThrow()
        }) {
      assertThat(run.classes()).hasSize(classes);
      assertThat(run.deadlocks()).isEqualTo(deadlocks);
      assertThat(run.failures()).hasSize(failures);
    }
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p | shared p = 0; thread a { p = 1 }; thread b { p = 2 }
          p | shared p = 0; thread a { p = 1 }; thread b { r = p }
          '' | shared p = 0; thread t[2] { r = p }
          '' | shared p = 0; lock m; thread t[2] { lock m; p = 1; unlock m }
          '' | shared p = 0; atomic x = 0; thread a { p = 1; x = 1 }; thread b { r = x; if r { k = p } }
          p | shared p = 0; atomic x = 0; thread a { p = 1; x = 1 }; thread b { x = 2; p = 2 }
          '' | shared p = 0; atomic x = 0; thread a { p = 1; x = 1 }; thread b { r = cas(x, 0, 0); if !r { p = 2 } }
          p | shared p = 0; lock m; thread a { lock m; p = 1 }; thread b { r = trylock m; if !r { p = 2 } }
          p | shared p = 0; thread a { p = 1 }; thread b { park timed; p = 2 }
          '' | shared p = 0; thread a { p = 1 }; thread b { join a; p = 2 }
          '' | shared p = 0; thread a { p = 1 }; thread b { r = alive a; if !r { p = 2 } }
          p | shared p = 0; thread a { start b; p = 1 }; thread b { p = 2 }
          '' | shared p = 0; thread a { p = 1; start b }; thread b { p = 2 }
          p | shared p = 0; thread a { start b; p = 1 }; thread b { p = 1 }; thread d { r = alive b; if !r { yield } }
          '' | shared p = 0; semaphore s = 0; thread a { p = 1; release s }; thread b { acquire s; p = 2 }
          '' | shared p = 0; barrier b = 2; thread u { p = 1; arrive b }; thread v { arrive b; p = 2 }
          '' | shared p = 0; thread a { p = 1; unpark b }; thread b { park; p = 2 }
          '' | shared p = 0; thread a { p = 1; interrupt b }; thread b { park; p = 2 }
          '' | shared p = 0; lock m; condition c; thread a { p = 1; notify c }; thread b { lock m; wait c m; unlock m; p = 2 }
          p | shared p = 0; lock m; condition c; thread a { p = 1; notify c }; thread b { lock m; wait c m timed; unlock m; p = 2 }
          '' | shared p = 0; rwlock w; thread a { writelock w; p = 1; writeunlock w }; thread b { readlock w; r = p; readunlock w }
          p | shared p = 0; rwlock w; thread t[2] { readlock w; p = 1; readunlock w }
          p[1] | shared p[2] = 0; thread a { p[0] = 1; p[1] = 1 }; thread b { p[1] = 2 }
          """)
  void racesAreThoseBySynchronisation(String racy, String text) {
    Toy program = ToyParser.parse("races", text);
    String[] expected = racy.isEmpty() ? new String[0] : new String[] {racy};

    assertThat(OracleRun.byInterleavings(program, ENOUGH).orElseThrow().racyVariables())
        .containsExactly(expected);
    assertThat(OracleRun.byPrefixClasses(program, ENOUGH).orElseThrow().racyVariables())
        .containsExactly(expected);
  }

  @Test
  void onlyRacyVariablesAreVisible() {
    String text = "shared p = 0; shared q = 0; thread a { p = 1; q = 1 }; thread b { p = 2 }";
    OracleRun run = OracleRun.byPrefixClasses(ToyParser.parse("p", text), ENOUGH).orElseThrow();

    // Thread 0 writes p and, unseen, q.
    Outcome outcome = run.classOf(new int[] {0, 1}, new int[] {-1, -1}, 2);

    assertThat(run.classes()).hasSize(2).containsKey(outcome.traceClass());
  }

  @Test
  void aScheduleTheProgramDoesNotAllowIsExplained() {
    String text = "lock m; thread a { lock m }; thread b { lock m }";
    OracleRun run = OracleRun.byInterleavings(ToyParser.parse("m", text), ENOUGH).orElseThrow();

    assertThatThrownBy(() -> run.classOf(new int[] {0, 1}, new int[] {-1, -1}, 2))
        .isInstanceOf(ImpossibleSchedule.class)
        .hasMessageContaining("step 1 is Step[thread=1, label=-1], possible are []");
    assertThatThrownBy(() -> run.classOf(new int[0], new int[0], 0))
        .isInstanceOf(ImpossibleSchedule.class)
        .hasMessageContaining("ends after 0 steps");
  }

  @Test
  void theChoiceOfANotifyAndOfATimeoutIsItsLabel() {
    String text =
        "lock m; condition c; thread t[2] { lock m; wait c m timed; unlock m };"
            + "thread n { join t[0]; notify c }";
    OracleRun run = OracleRun.byInterleavings(ToyParser.parse("l", text), ENOUGH).orElseThrow();

    // Both wait; the clock (thread 3) lets thread 0 give up, then thread 2 notifies thread 1.
    int[] threads = {0, 0, 1, 1, 3, 0, 0, 2, 2, 1, 1};
    int[] labels = {-1, -1, -1, -1, 0, -1, -1, -1, 1, -1, -1};
    Outcome outcome = run.classOf(threads, labels, threads.length);

    assertThat(run.classes()).containsEntry(outcome.traceClass(), outcome);
  }

  @Test
  void anOracleThatWouldTakeTooLongGivesUp() {
    Toy program = ToyParser.parse("n", "atomic x = 0; thread t[4] { r = x; x = r + 1 }");

    assertThat(OracleRun.byInterleavings(program, 1000)).isEmpty();
    assertThat(OracleRun.byPrefixClasses(program, 100)).isEmpty();
    assertThat(OracleRun.finalStates(program, 10)).isEmpty();
  }
}
