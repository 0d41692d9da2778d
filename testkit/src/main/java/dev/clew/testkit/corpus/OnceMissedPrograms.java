package dev.clew.testkit.corpus;

import static dev.clew.testkit.corpus.KnownProgram.thread;
import static dev.clew.testkit.corpus.KnownProgram.threads;

import java.util.List;

/**
 * The smallest programs on which a search with one mistake in it counted wrong.
 *
 * <p>Their names say the mistake. The counts are those of both oracles.
 */
final class OnceMissedPrograms {
  private static final String X = "atomic x = 0";

  private OnceMissedPrograms() {}

  static List<KnownProgram> all() {
    return List.of(
        new KnownProgram(
            "reversal cut off at the race",
            "lock m\natomic y = 0",
            threads(
                "lock m; r = y; unlock m",
                "y = 1; lock m",
                "c = choose 2; if c != 1 { r = trylock m }"),
            11,
            5),
        new KnownProgram(
            "races of new events only",
            "lock a\nlock b",
            threads(
                "lock b; r = trylock a",
                "lock a",
                "r = trylock a",
                "lock b; unlock b; r = trylock b"),
            8,
            7),
        new KnownProgram("pending lock forgotten", "lock m", threads("lock m", "lock m"), 2, 2),
        new KnownProgram(
            "pending re-acquire forgotten",
            "lock m\ncondition c",
            threads("notifyall c", "lock m", "lock m; wait c m"),
            4,
            4),
        new KnownProgram(
            "compare-and-set keeps its kind",
            X,
            threads("x = 1", "cas(x, 1, 2)", "cas(x, 1, 0); r = x"),
            8,
            0),
        new KnownProgram(
            "park reversed unchecked",
            "",
            List.of(thread("a", "unpark b"), thread("b", "park")),
            1,
            0),
        new KnownProgram(
            "park never reversed",
            "",
            List.of(thread("a", "unpark b; unpark b"), thread("b", "park")),
            2,
            0),
        new KnownProgram(
            "unlock races with lock",
            "lock m",
            threads("lock m; unlock m", "lock m; unlock m; lock m; unlock m"),
            3,
            0),
        new KnownProgram(
            "try-lock keeps its kind",
            "lock m",
            threads("lock m; unlock m", "r = trylock m; if r { unlock m }"),
            3,
            0),
        new KnownProgram(
            "notify keeps its waiter",
            "lock m\ncondition c",
            threads("lock m; wait c m; unlock m", "lock m; wait c m; unlock m", "notify c"),
            10,
            10),
        new KnownProgram(
            "no edge from notify to re-acquire",
            "lock m\ncondition c\natomic x = 0",
            threads("lock m; wait c m; r = x; unlock m", "x = 1; notify c"),
            2,
            1),
        new KnownProgram(
            "no edge to join",
            X,
            List.of(thread("a", "x = 1"), thread("b", "join a; r = x")),
            1,
            0),
        new KnownProgram(
            "labels ignored by sleep sets",
            X,
            threads("c = choose 3; x = c", "r = x", "c = choose 2; r = x"),
            24,
            0),
        new KnownProgram(
            "a sleeping label of notify covers the other",
            "lock m\ncondition c",
            List.of(
                thread("a", "lock m; wait c m"),
                thread("b", "lock m; notifyall c"),
                thread("d", "interrupt a; lock m; wait c m"),
                thread("e", "notify c")),
            55,
            55),
        new KnownProgram(
            "the own access leads to the operation",
            "lock m\ncondition c",
            threads("lock m; unlock m", "notifyall c", "lock m; wait c m"),
            5,
            3),
        new KnownProgram(
            "a blocked acquisition without disabler",
            "semaphore s = 0\ncondition c",
            threads("release s", "release s; release s", "notifyall c; acquire s 2"),
            3,
            0),
        new KnownProgram(
            "a witness that is gone still counts",
            "atomic x = 0\nrwlock w",
            threads(
                "writelock w; readlock w; writeunlock w; readunlock w",
                "x = 1; r = tryreadlock w; if r { readunlock w }; writelock w; writeunlock w",
                "r = choose 2; if r == 0 { writelock w }; r = choose 2; x = k + 1"),
            50,
            20),
        new KnownProgram(
            "two readers disable a writer",
            "rwlock w",
            threads("readlock w", "readlock w", "writelock w"),
            2,
            2));
  }
}
