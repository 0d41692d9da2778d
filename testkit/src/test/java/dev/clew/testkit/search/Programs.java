package dev.clew.testkit.search;

import dev.clew.testkit.corpus.BenchmarkPrograms;
import dev.clew.testkit.corpus.CounterPrograms;
import dev.clew.testkit.toy.ToyProgram;

/** Small programs that several tests of the search use. */
final class Programs {
  static final String AB_BA =
      """
      lock a
      lock b
      thread left {
        lock a
        lock b
        unlock b
        unlock a
      }
      thread right {
        lock b
        lock a
        unlock a
        unlock b
      }
      """;

  /** Threads, mutexes, conditions, choices, timeouts and a plain variable in one program. */
  static final String MIXED =
      """
      atomic x = 0
      shared p = 0
      lock m
      condition c
      semaphore s = 1
      rwlock w
      thread a {
        lock m
        r = wait c m timed
        unlock m
        p = 1
      }
      thread b {
        k = choose 2
        lock m
        notify c
        unlock m
        x = k
      }
      thread d {
        readlock w
        r = x
        readunlock w
        acquire s
        p = 2
        release s
      }
      thread e {
        writelock w
        writeunlock w
        acquire s
      }
      """;

  private Programs() {}

  static String lostUpdate(int threads) {
    return CounterPrograms.lostUpdate(threads).text();
  }

  static String lastzero(int n) {
    return BenchmarkPrograms.lastZero(n).text();
  }

  static ToyProgram parse(String text) {
    return ToyProgram.parse("program.toy", text);
  }
}
