package dev.clew.explore.pruning;

import dev.clew.explore.reduction.Horizon;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Prospects;
import dev.clew.trace.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first state of an execution from which no continuation has a data race (figure 5.3 of
 * the thesis): whatever the threads may still do, no access that is still to come races with
 * another one that is, nor with one that was done before.
 */
final class RaceFreeStates implements Horizon {
  private final Program program;
  private final Prospects prospects;

  /** What is beyond the state found last. */
  private @Nullable Future beyond;

  private int[] lastEvents = new int[0];
  private Trace trace = new Trace();

  RaceFreeStates(Program program, Prospects prospects) {
    this.program = program;
    this.prospects = prospects;
  }

  @Override
  public int end(Trace execution, int from) {
    trace = execution;
    beyond = null;
    int[][] eventsOf = eventsOf(program.threadCount());
    int least = from;
    int found = Integer.MAX_VALUE;
    // From a race-free state only such can be reached: so it is looked for by halves. Where too
    // little is known to see that, a later one is found, which does as well.
    for (int most = trace.size(); least <= most; ) {
      int middle = found == Integer.MAX_VALUE ? most : (least + most) >>> 1;
      if (isRaceFree(middle, eventsOf)) {
        found = middle;
        most = middle - 1;
      } else if (found == Integer.MAX_VALUE) {
        return found;
      } else {
        least = middle + 1;
      }
    }
    return found;
  }

  /** Whether the state after so many events is race-free; then it is the one found last. */
  private boolean isRaceFree(int events, int[][] eventsOf) {
    int threads = eventsOf.length;
    KnownOrder order = new KnownOrder(trace, threads);
    PassedAccesses passed = new PassedAccesses(prospects, order);
    passed.takeIn(0);
    for (int i = 0; i < events; i++) {
      order.append(i);
      passed.takeIn(i + 1);
    }
    Future future = new Future(trace, prospects, order, eventsOf);
    if (!isRaceFree(future, passed)) {
      return false;
    }
    beyond = future;
    lastEvents = new int[threads];
    for (int t = 0; t < threads; t++) {
      lastEvents[t] = order.last(t);
    }
    return true;
  }

  private int[][] eventsOf(int threads) {
    int[] count = new int[threads];
    for (int i = 0; i < trace.size(); i++) {
      count[trace.thread(i)]++;
    }
    int[][] events = new int[threads][];
    for (int t = 0; t < threads; t++) {
      events[t] = new int[count[t]];
    }
    for (int i = trace.size() - 1; i >= 0; i--) {
      int thread = trace.thread(i);
      events[thread][--count[thread]] = i;
    }
    return events;
  }

  private boolean isRaceFree(Future future, PassedAccesses passed) {
    if (!future.isKnown()) {
      return false;
    }
    List<Stretch> stretches = future.stretches();
    for (int i = 0; i < stretches.size(); i++) {
      Stretch a = stretches.get(i);
      for (int j = 0; j < i; j++) {
        Stretch b = stretches.get(j);
        if (a.thread() != b.thread()
            && !future.areOrdered(a, b)
            && prospects.mayRace(a.prospect(), a.isNear(), b.prospect(), b.isNear())) {
          return false;
        }
      }
    }
    for (Stretch stretch : stretches) {
      if (passed.mayRaceWith(stretch)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean mayHideDependent(HappensBefore order, int event) {
    Future future = beyond;
    if (future == null) {
      return false;
    }
    int thread = trace.thread(event);
    for (int t = 0; t < lastEvents.length; t++) {
      int prospect = future.prospectOf(t);
      if (t != thread
          && prospect >= 0
          && (lastEvents[t] < 0 || !order.isBefore(event, lastEvents[t]))
          && prospects.mayDependOn(prospect, trace, event)) {
        return true;
      }
    }
    return false;
  }
}
