package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.trace.Program;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import dev.clew.trace.WatchedAccesses;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reports data races: two accesses of a plain location by different threads, one of them a write,
 * that synchronisation does not order.
 *
 * <p>It looks at the accesses that are not visible operations; a location whose accesses are
 * visible has been reported.
 */
public final class RaceObserver implements Observer {
  /** The code of a data race. */
  public static final String RACE = "CLEW-DATA-RACE";

  private final Program program;

  /** An observer of the given program. */
  public RaceObserver(Program program) {
    this.program = program;
  }

  @Override
  public void observe(Trace trace, Consumer<Finding> findings) {
    WatchedAccesses watched = trace.watched();
    if (watched.size() == 0) {
      return;
    }
    SynchronisationOrder order = new SynchronisationOrder(trace, program);
    int threads = program.threadCount();
    int[] timeOf = new int[watched.size()];
    int[][] lastOf = new int[program.objectCount()][];
    boolean[] reported = new boolean[program.objectCount()];
    int events = 0;
    for (int a = 0; a < watched.size(); a++) {
      while (events < watched.eventsBefore(a)) {
        order.append(events++);
      }
      int thread = watched.thread(a);
      int object = watched.object(a);
      timeOf[a] = order.now(thread);
      if (lastOf[object] == null) {
        lastOf[object] = new int[2 * threads];
        Arrays.fill(lastOf[object], -1);
      }
      int[] last = lastOf[object];
      for (int other = 0; other < threads && !reported[object]; other++) {
        int write = last[2 * other];
        int read = last[2 * other + 1];
        int racing = isRace(order, watched, timeOf, write, thread) ? write : -1;
        if (racing < 0 && watched.isWrite(a) && isRace(order, watched, timeOf, read, thread)) {
          racing = read;
        }
        if (racing >= 0) {
          reported[object] = true;
          findings.accept(finding(trace, watched, racing, a));
        }
      }
      last[2 * thread + (watched.isWrite(a) ? 0 : 1)] = a;
    }
  }

  private static boolean isRace(
      SynchronisationOrder order, WatchedAccesses watched, int[] timeOf, int earlier, int thread) {
    return earlier >= 0
        && watched.thread(earlier) != thread
        && !order.isBefore(watched.thread(earlier), timeOf[earlier], thread);
  }

  private Finding finding(Trace trace, WatchedAccesses watched, int first, int second) {
    int object = watched.object(first);
    String message =
        "data race on "
            + program.names().object(object)
            + ": "
            + describe(watched, first)
            + ", "
            + describe(watched, second)
            + ", and nothing orders the two";
    return new Finding(
        FindingKind.DATA_RACE,
        RACE,
        message,
        List.of(
            program.names().thread(watched.thread(first)),
            program.names().thread(watched.thread(second))),
        List.of(watched.position(first), watched.position(second)),
        object,
        List.of(),
        Steps.of(trace, watched.eventsBefore(second)));
  }

  private String describe(WatchedAccesses watched, int access) {
    return program.names().thread(watched.thread(access))
        + (watched.isWrite(access) ? " writes it at line " : " reads it at line ")
        + program.names().line(watched.position(access));
  }
}
