package dev.clew.testkit.corpus;

import java.util.List;

/** Programs that end while threads are left; {@code docs/algorithms/ends.md} has the rule. */
final class EndPrograms {
  private EndPrograms() {}

  static List<KnownProgram> all() {
    return List.of(
        new KnownProgram(
            "daemons take from a queue",
            "semaphore q = 0\natomic who = 0",
            List.of(
                "thread main { release q }",
                "daemon a { acquire q; who = 1 }",
                "daemon b { acquire q; who = 2 }"),
            2,
            0),
        new KnownProgram(
            "exit after the first of two at a mutex",
            "semaphore done = 0\nlock m",
            List.of(
                "thread main { acquire done; exit }",
                "thread a { lock m; release done }",
                "thread b { lock m; release done }"),
            2,
            0),
        new KnownProgram(
            "daemons that nobody looks at",
            "atomic x[3] = 0\natomic y = 0",
            List.of("thread main { y = 1 }", "daemon d[3] { repeat 4 { x[self] = 1 } }"),
            1,
            0),
        new KnownProgram(
            "daemon that yields before it reads",
            "atomic x = 0",
            List.of("thread main { x = 1 }", "daemon d { yield; r = x }"),
            2,
            0),
        new KnownProgram(
            "one step more before the end",
            "atomic x = 0",
            List.of("thread main { x = 1 }", "daemon d { r = x; s = x }"),
            3,
            0),
        new KnownProgram(
            "two exits and a hook",
            "",
            List.of("thread a { exit }", "thread b { exit }", "hook h { }"),
            2,
            0),
        new KnownProgram(
            "two exits without a hook",
            "",
            List.of("thread a { exit }", "thread b { exit }"),
            1,
            0),
        new KnownProgram(
            "who exits has not ended",
            "atomic x = 0",
            List.of("thread main { exit }", "daemon d { join main; x = 1 }", "daemon e { x = 2 }"),
            1,
            0),
        new KnownProgram(
            "hook that waits for the lock of a daemon",
            "lock m\nsemaphore never = 0",
            List.of(
                "thread main { exit }", "hook h { lock m }", "daemon d { lock m; acquire never }"),
            2,
            1),
        new KnownProgram(
            "hooks add and a daemon reads",
            "atomic x = 0",
            List.of("thread main { }", "hook h[2] { add(x, 1) }", "daemon d { r = x }"),
            6,
            0),
        new KnownProgram(
            "time does not pass after the end",
            "semaphore never = 0\natomic x = 0",
            List.of("thread main { x = 1 }", "daemon d { acquire never timed; x = 2 }"),
            1,
            0),
        new KnownProgram(
            "daemon that goes round for ever",
            "atomic x = 0",
            List.of("thread main { r = x }", "daemon d { while 1 { yield; x = 1; yield; x = 2 } }"),
            3,
            0));
  }
}
