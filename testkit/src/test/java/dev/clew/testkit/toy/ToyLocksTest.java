package dev.clew.testkit.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import org.junit.jupiter.api.Test;

/** Mutexes, read-write locks and semaphores. */
final class ToyLocksTest {
  @Test
  void aLockHeldByAnotherBlocks() {
    ToyExecution run =
        ToyExecution.of("lock m", "thread a { lock m }", "thread b { lock m; unlock m }").run("a");

    assertThat(run.events()).containsExactly("a LOCK m");
    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("b LOCK m");
    assertThat(run.trace.pending().position(0)).isEqualTo(3);
  }

  @Test
  void reentrantAcquisitionsAreLocalAndTheUnlockNamesTheOutermost() {
    ToyExecution run =
        ToyExecution.of(
                "lock m",
                "atomic x = 0",
                "thread a { x = 1; lock m; lock m; r = trylock m; x = r; unlock m; unlock m;",
                "  unlock m; x = 2 }")
            .run();

    assertThat(run.events())
        .containsExactly("a WRITE x", "a LOCK m", "a WRITE x", "a UNLOCK m link 1", "a WRITE x");
    assertThat(run.trace.value(2)).isEqualTo(1);
    assertThat(run.trace.failures()).isEmpty();
  }

  @Test
  void tryLockSucceedsOnAFreeLockAndOnlyLooksAtATakenOne() {
    ToyExecution run =
        ToyExecution.of(
                "lock m", "thread a { r = trylock m; unlock m }", "thread b { r = trylock m }")
            .run("a", "b");

    assertThat(run.events()).containsExactly("a TRY_LOCK m", "b TRY_LOCK m", "a UNLOCK m link 0");
    assertThat(run.trace.modes(0)).isEqualTo(Dependence.WRITE);
    assertThat(run.trace.modes(1)).isEqualTo(Dependence.READ);
    assertThat(run.trace.value(0)).isEqualTo(1);
    assertThat(run.trace.value(1)).isZero();
  }

  @Test
  void semaphoresTakeAndGivePermits() {
    ToyExecution run =
        ToyExecution.of(
                "semaphore s = 2",
                "thread a { acquire s 2; release s; r = tryacquire s 2; release s r + 1 }",
                "thread b { acquire s 3; yield }")
            .run();

    assertThat(run.events())
        .containsExactly("a ACQUIRE s", "a RELEASE s", "a TRY_ACQUIRE s", "a RELEASE s");
    assertThat(run.trace.before(0)).isEqualTo(2);
    assertThat(run.trace.amount(0)).isEqualTo(2);
    assertThat(run.trace.before(2)).isEqualTo(1);
    assertThat(run.trace.modes(2)).isEqualTo(Dependence.READ);
    assertThat(run.trace.modes(3)).isEqualTo(Dependence.SHARE);
    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("b ACQUIRE s amount 3");
  }

  @Test
  void zeroPermitsAreAlwaysThere() {
    ToyExecution run = ToyExecution.of("semaphore s = 0", "thread a { acquire s 0 }").run();

    assertThat(run.events()).containsExactly("a ACQUIRE s");
  }

  @Test
  void readersShareAndWritersExclude() {
    ToyExecution run =
        ToyExecution.of(
                "rwlock rw",
                "thread a { readlock rw; readunlock rw }",
                "thread b { readlock rw; readunlock rw }",
                "thread c { r = trywritelock rw; writelock rw; r = r; writeunlock rw }")
            .run("a", "b", "c", "a");

    assertThat(run.events())
        .containsExactly(
            "a READ_LOCK rw",
            "b READ_LOCK rw",
            "c TRY_WRITE_LOCK rw",
            "a READ_UNLOCK rw link 0",
            "b READ_UNLOCK rw link 1",
            "c WRITE_LOCK rw",
            "c WRITE_UNLOCK rw link 5");
    assertThat(run.trace.modes(0)).isEqualTo(Dependence.SHARE);
    assertThat(run.trace.modes(2)).isEqualTo(Dependence.READ);
    assertThat(run.trace.modes(3)).isEqualTo(Dependence.SHARE);
    assertThat(run.trace.modes(5)).isEqualTo(Dependence.WRITE);
  }

  @Test
  void aReaderIsBlockedByAWriter() {
    ToyExecution run =
        ToyExecution.of(
                "rwlock rw",
                "thread a { writelock rw }",
                "thread b { r = tryreadlock rw; readlock rw }",
                "thread c { writelock rw }")
            .run("a", "b");

    assertThat(run.events()).containsExactly("a WRITE_LOCK rw", "b TRY_READ_LOCK rw");
    assertThat(run.trace.value(1)).isZero();
    assertThat(run.pending()).containsExactly("b READ_LOCK rw", "c WRITE_LOCK rw");
  }

  @Test
  void bothHoldsAreReentrantAndCountedApart() {
    ToyExecution run =
        ToyExecution.of(
                "rwlock rw",
                "atomic x = 0",
                "thread a {",
                "  writelock rw; writelock rw; r = trywritelock rw",
                "  readlock rw; readlock rw; s = tryreadlock rw",
                "  writeunlock rw; writeunlock rw; writeunlock rw",
                "  x = r + s",
                "  readunlock rw; readunlock rw; readunlock rw",
                "}")
            .run();

    assertThat(run.events())
        .containsExactly(
            "a WRITE_LOCK rw",
            "a READ_LOCK rw",
            "a WRITE_UNLOCK rw link 0",
            "a WRITE x",
            "a READ_UNLOCK rw link 1");
    assertThat(run.trace.value(3)).isEqualTo(2);
    assertThat(run.trace.failures()).isEmpty();
  }

  @Test
  void aDowngradedWriterLetsReadersInButNoWriter() {
    ToyExecution run =
        ToyExecution.of(
                "rwlock rw",
                "thread a { writelock rw; readlock rw; writeunlock rw; park }",
                "thread b { readlock rw; readunlock rw }",
                "thread c { writelock rw }")
            .run("a", "a", "a", "b");

    assertThat(run.events())
        .containsExactly(
            "a WRITE_LOCK rw",
            "a READ_LOCK rw",
            "a WRITE_UNLOCK rw link 0",
            "b READ_LOCK rw",
            "b READ_UNLOCK rw link 3");
    assertThat(run.pending()).containsExactly("a PARK permit of a", "c WRITE_LOCK rw");
  }

  @Test
  void aReaderThatWantsToWriteDeadlocksWithItself() {
    ToyExecution run = ToyExecution.of("rwlock rw", "thread a { readlock rw; writelock rw }").run();

    assertThat(run.trace.ending()).isEqualTo(Ending.DEADLOCK);
    assertThat(run.pending()).containsExactly("a WRITE_LOCK rw");
  }
}
