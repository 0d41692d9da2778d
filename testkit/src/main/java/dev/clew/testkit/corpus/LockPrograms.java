package dev.clew.testkit.corpus;

import static dev.clew.testkit.corpus.KnownProgram.threads;

import java.util.ArrayList;
import java.util.List;

/** Programs with locks that may deadlock, and mutual exclusion without locks. */
public final class LockPrograms {
  private LockPrograms() {}

  static List<KnownProgram> all() {
    return List.of(
        crossedLocks(),
        philosophers(3),
        philosophers(4),
        philosophers(5),
        peterson(),
        szymanski(),
        lamport());
  }

  /** Two locks taken in opposite orders. */
  public static KnownProgram crossedLocks() {
    return new KnownProgram(
        "AB-BA",
        "lock a\nlock b",
        threads("lock a; lock b; unlock b; unlock a", "lock b; lock a; unlock a; unlock b"),
        3,
        1);
  }

  /**
   * Each takes the fork at its left, then the one at its right. A class says of each fork which of
   * its two neighbours has it first. If that is everywhere the one who begins with it, they
   * deadlock; it cannot be everywhere the other one.
   */
  public static KnownProgram philosophers(int n) {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      String left = "fork[" + i + "]";
      String right = "fork[" + (i + 1) % n + "]";
      bodies.add("lock " + left + "; lock " + right + "; unlock " + right + "; unlock " + left);
    }
    String forks = "lock fork[" + n + "]";
    return new KnownProgram("philosophers " + n, forks, threads(bodies), (1L << n) - 1, 1);
  }

  /**
   * Peterson's algorithm, one critical section per thread.
   *
   * <p>Here and in the next two, a busy wait is one look: a thread that would have to look again
   * parks for ever. The literature says {@code assume} for that and counts the executions in which
   * every assumption held: {@link KnownProgram#completed}, 4 here.
   */
  public static KnownProgram peterson() {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      bodies.add(
          """
          flag[%1$d] = 1
          turn = %1$d
          other = flag[%2$d]
          if other == 1 {
            whose = turn
            if whose == %1$d {
              park
            }
          }
          x = %1$d
          seen = x
          assert seen == %1$d "two in the critical section"
          flag[%1$d] = 0
          """
              .formatted(i, 1 - i));
    }
    String declarations = "atomic flag[2] = 0\natomic turn = 0\natomic x = 0";
    return new KnownProgram("peterson", declarations, threads(bodies), 10, 6);
  }

  /** Szymanski's algorithm, one critical section per thread; 6 executions are completed. */
  public static KnownProgram szymanski() {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      bodies.add(
          """
          flag[%1$d] = 1
          other = flag[%2$d]
          if other >= 3 { park }
          flag[%1$d] = 3
          other = flag[%2$d]
          if other == 1 {
            flag[%1$d] = 2
            other = flag[%2$d]
            if other != 4 { park }
          }
          flag[%1$d] = 4
          other = flag[%2$d]
          if other >= 2 { park }
          x = %1$d
          seen = x
          assert seen == %1$d "two in the critical section"
          other = flag[%2$d]
          if other >= 2 && other <= 3 { park }
          flag[%1$d] = 0
          """
              .formatted(i, 1 - i));
    }
    String declarations = "atomic flag[2] = 0\natomic x = 0";
    return new KnownProgram("szymanski", declarations, threads(bodies), 103, 97);
  }

  /**
   * Lamport's fast mutual exclusion, one critical section per thread; 16 executions are completed.
   * A thread that has to begin again does.
   */
  public static KnownProgram lamport() {
    List<String> bodies = new ArrayList<>();
    for (int i = 1; i <= 2; i++) {
      bodies.add(
          """
          inside = 0
          while !inside {
            b[%1$d] = 1
            x = %1$d
            r = y
            if r != 0 {
              b[%1$d] = 0
              r = y
              if r != 0 { park }
            } else {
              y = %1$d
              r = x
              if r == %1$d {
                inside = 1
              } else {
                b[%1$d] = 0
                r = b[%2$d]
                if r >= 1 { park }
                r = y
                if r == %1$d {
                  inside = 1
                } else {
                  r = y
                  if r != 0 { park }
                }
              }
            }
          }
          data = %1$d
          seen = data
          assert seen == %1$d "two in the critical section"
          y = 0
          b[%1$d] = 0
          """
              .formatted(i, 3 - i));
    }
    String declarations = "atomic x = 0\natomic y = 0\natomic b[3] = 0\natomic data = 0";
    return new KnownProgram("lamport 2", declarations, threads(bodies), 32, 16);
  }
}
