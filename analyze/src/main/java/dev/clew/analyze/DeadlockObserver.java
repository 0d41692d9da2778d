package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Ending;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Program;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import dev.clew.trace.WakeWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reports executions that end with threads that cannot go on: the cycle of who waits for whom, or
 * what never came.
 */
public final class DeadlockObserver implements Observer {
  /** The code of a deadlock whose threads wait for each other. */
  public static final String CYCLE = "CLEW-DEADLOCK-CYCLE";

  /**
   * The code of a deadlock in which something awaited never came: a notify, a permit, a party, the
   * end of a thread.
   */
  public static final String STUCK = "CLEW-DEADLOCK-STUCK";

  /** The code of an ending with threads that go round for ever. */
  public static final String LIVELOCK = "CLEW-LIVELOCK";

  private final Program program;

  /** An observer of the given program. */
  public DeadlockObserver(Program program) {
    this.program = program;
  }

  @Override
  public void observe(Trace trace, Consumer<Finding> findings) {
    if (trace.ending() != Ending.DEADLOCK) {
      return;
    }
    PendingOperations pending = trace.pending();
    Holders holders = new Holders(trace);
    List<List<Integer>> waitsFor = new ArrayList<>();
    for (int p = 0; p < pending.size(); p++) {
      waitsFor.add(holders.waitedFor(pending, p));
    }
    List<Integer> cycle = findCycle(pending, waitsFor);
    if (cycle.isEmpty() && isForTime(pending)) {
      return; // no thread decides what a clock will show
    }
    List<Integer> told = cycle.isEmpty() ? all(pending) : cycle;
    List<String> sentences = new ArrayList<>();
    List<Integer> threads = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int p : told) {
      sentences.add(sentence(pending, p, waitsFor.get(p)));
      threads.add(pending.thread(p));
      positions.add(pending.position(p));
    }
    boolean isLivelock = hasSpinning(pending) && !isForTime(pending);
    findings.accept(
        new Finding(
            isLivelock ? FindingKind.LIVELOCK : FindingKind.DEADLOCK,
            isLivelock ? LIVELOCK : cycle.isEmpty() ? STUCK : CYCLE,
            String.join("; ", sentences),
            "",
            threads,
            positions,
            -1,
            List.of(),
            Steps.of(trace, trace.size())));
  }

  @Override
  public void observeRounds(Trace trace, Consumer<Finding> findings) {
    Rounds.find(trace, program, false).ifPresent(findings);
  }

  /** Does a thread go round in a loop? Such a one stands at a yield that never comes to an end. */
  private static boolean hasSpinning(PendingOperations pending) {
    for (int p = 0; p < pending.size(); p++) {
      if (OpKind.of(pending.kind(p)) == OpKind.YIELD) {
        return true;
      }
    }
    return false;
  }

  /** Does a thread look at the clock again and again? It may go on some time, and so may others. */
  private static boolean isForTime(PendingOperations pending) {
    for (int p = 0; p < pending.size(); p++) {
      if (OpKind.of(pending.kind(p)) == OpKind.YIELD
          && pending.amount(p) == PendingOperations.FOR_TIME) {
        return true;
      }
    }
    return false;
  }

  /** All that are blocked; threads that only wait for work are no part of it. */
  private static List<Integer> all(PendingOperations pending) {
    List<Integer> all = new ArrayList<>();
    for (int p = 0; p < pending.size(); p++) {
      if (!pending.isIdle(p)) {
        all.add(p);
      }
    }
    return all;
  }

  private String permits(PendingOperations pending, int p) {
    int object = pending.object(p);
    if (program.names().isLatch(object)) {
      return "waits for latch " + object(object);
    }
    if (program.names().isQueue(object)) {
      return (pending.amount(p) < 0 ? "waits for room in " : "waits for an element of ")
          + object(object);
    }
    return "waits for " + pending.amount(p) + " of semaphore " + object(object);
  }

  private String sentence(PendingOperations pending, int p, List<Integer> waitedFor) {
    String thread = program.names().thread(pending.thread(p));
    OpKind kind = OpKind.of(pending.kind(p));
    EnclosingCall call = program.names().callAroundBlocked(pending.thread(p));
    if (call != null && !call.isOnItsOwn()) {
      return thread + " waits in " + call.words();
    }
    WakeWords words = program.names().wakeWords();
    String what =
        switch (kind) {
          case LOCK -> "waits for lock " + object(pending.object(p));
          case REACQUIRE ->
              pending.target(p) >= 0
                  ? "waits to be " + words.notified() + " on " + object(pending.target(p))
                  : "waits to get lock " + object(pending.object(p)) + " back";
          case PARK -> words.parked() + ", and nobody " + words.unparks();
          case JOIN -> "waits for the end of " + program.names().thread(pending.target(p));
          case ACQUIRE -> permits(pending, p);
          case READ_LOCK -> "waits to read-lock " + object(pending.object(p));
          case WRITE_LOCK -> "waits to write-lock " + object(pending.object(p));
          case PASS ->
              (program.names().isQueue(pending.object(p))
                      ? "waits for another thread at "
                      : "waits at barrier ")
                  + object(pending.object(p));
          case YIELD ->
              pending.object(p) < 0
                  ? "goes round for ever"
                  : "goes round for ever, looking at " + object(pending.object(p));
          default -> "cannot do " + kind;
        };
    if (waitedFor.isEmpty() || kind == OpKind.JOIN) {
      return thread + " " + what;
    }
    List<String> names = new ArrayList<>();
    for (int holder : waitedFor) {
      names.add(program.names().thread(holder));
    }
    return thread + " " + what + ", held by " + String.join(" and ", names);
  }

  private String object(int object) {
    return program.names().object(object);
  }

  /**
   * The pending operations on a cycle, in the order of the cycle from its lowest thread; empty if
   * there is none.
   */
  private static List<Integer> findCycle(PendingOperations pending, List<List<Integer>> waitsFor) {
    for (int start = 0; start < pending.size(); start++) {
      List<Integer> path = new ArrayList<>();
      if (returnsTo(start, start, pending, waitsFor, path, new boolean[pending.size()])) {
        return path;
      }
    }
    return List.of();
  }

  private static boolean returnsTo(
      int start,
      int at,
      PendingOperations pending,
      List<List<Integer>> waitsFor,
      List<Integer> path,
      boolean[] seen) {
    seen[at] = true;
    path.add(at);
    for (int thread : waitsFor.get(at)) {
      int next = indexOf(pending, thread);
      if (next == start
          || (next >= 0 && !seen[next] && returnsTo(start, next, pending, waitsFor, path, seen))) {
        return true;
      }
    }
    path.remove(path.size() - 1);
    return false;
  }

  private static int indexOf(PendingOperations pending, int thread) {
    for (int p = 0; p < pending.size(); p++) {
      if (pending.thread(p) == thread) {
        return p;
      }
    }
    return -1;
  }
}
