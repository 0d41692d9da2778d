package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import dev.clew.trace.Race;
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
 * visible has been reported. A front end may have noticed the races itself; those it only reports.
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
    if (trace.watched().size() > 0) {
      judge(trace, findings);
    }
    if (trace.races().isEmpty()) {
      return; // without an iterator: this is asked after every execution
    }
    for (Race race : trace.races()) {
      findings.accept(finding(trace, race));
    }
  }

  /** Looks for races among the watched accesses. */
  private void judge(Trace trace, Consumer<Finding> findings) {
    WatchedAccesses watched = trace.watched();
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
          findings.accept(finding(trace, race(watched, racing, a)));
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

  private static Race race(WatchedAccesses watched, int first, int second) {
    return new Race(
        watched.object(first),
        watched.thread(first),
        watched.isWrite(first),
        watched.position(first),
        watched.thread(second),
        watched.isWrite(second),
        watched.position(second),
        watched.eventsBefore(second),
        watched.eventsBefore(first));
  }

  private Finding finding(Trace trace, Race race) {
    Names names = program.names();
    int first = race.firstPosition();
    int second = race.secondPosition();
    boolean isOneFile = names.file(first).equals(names.file(second));
    String message =
        "data race on "
            + names.object(race.location())
            + ": "
            + names.thread(race.firstThread())
            + (race.firstWrites() ? " writes it" : " reads it")
            + place(first, isOneFile)
            + ", "
            + names.thread(race.secondThread())
            + (race.secondWrites() ? " writes it" : " reads it")
            + place(second, isOneFile)
            + ", and nothing orders the two";
    return new Finding(
        FindingKind.DATA_RACE,
        RACE,
        message,
        "",
        List.of(race.firstThread(), race.secondThread()),
        List.of(first, second),
        race.location(),
        List.of(),
        Steps.of(trace, race.events()));
  }

  /** The line, with its file if the two accesses are in different ones. */
  private String place(int position, boolean isOneFile) {
    int line = program.names().line(position);
    if (line <= 0) {
      return "";
    }
    return isOneFile ? " at line " + line : " at " + program.names().file(position) + ":" + line;
  }
}
