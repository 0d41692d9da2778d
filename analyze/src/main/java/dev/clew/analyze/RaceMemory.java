package dev.clew.analyze;

import dev.clew.trace.Fingerprint;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import dev.clew.trace.WatchedAccesses;
import java.util.Arrays;

/**
 * What a race detector has to remember at one point of an execution, in a form that does not depend
 * on how long it took to get there.
 *
 * <p>Of each plain location these are the accesses with which a later one can still race: the last
 * write, and the reads since then. All that matters of them later is who knows of them: which
 * threads come after them by synchronisation, and who would by acquiring which object. So two
 * states that agree in this show the same races in all that follows, whatever the clocks say.
 */
public final class RaceMemory {
  private final Program program;
  private final int threads;
  private final int objects;

  /** The time of the last write and the last read of each thread, by location; 0 for none. */
  private final int[] writes;

  private final int[] reads;
  private SynchronisationOrder order;
  private Trace trace = new Trace();
  private int events;
  private int accesses;

  /** A memory of executions of a program that makes no threads or objects while it runs. */
  public RaceMemory(Program program) {
    this.program = program;
    this.threads = program.threadCount();
    this.objects = program.objectCount();
    this.writes = new int[objects * threads];
    this.reads = new int[objects * threads];
    this.order = new SynchronisationOrder(trace, program);
  }

  /** Begins an execution that is recorded in a trace. */
  public void begin(Trace newTrace) {
    trace = newTrace;
    order = new SynchronisationOrder(trace, program);
    Arrays.fill(writes, 0);
    Arrays.fill(reads, 0);
    events = 0;
    accesses = 0;
  }

  /** Takes in what happened up to the given number of events. */
  public void advance(int newEvents) {
    WatchedAccesses watched = trace.watched();
    for (; accesses < watched.size(); accesses++) {
      while (events < watched.eventsBefore(accesses)) {
        order.append(events++);
      }
      note(watched.thread(accesses), watched.object(accesses), watched.isWrite(accesses));
    }
    while (events < newEvents) {
      order.append(events++);
    }
  }

  private void note(int thread, int object, boolean isWrite) {
    int from = object * threads;
    if (!isWrite) {
      reads[from + thread] = order.now(thread);
      return;
    }
    for (int t = 0; t < threads; t++) {
      if (order.isBefore(t, writes[from + t], thread)) {
        writes[from + t] = 0;
      }
      if (order.isBefore(t, reads[from + t], thread)) {
        reads[from + t] = 0;
      }
    }
    writes[from + thread] = order.now(thread);
  }

  /**
   * Adds what is remembered to a fingerprint.
   *
   * @param goesOn whether a thread has begun and has not ended
   * @param endedBy the event that ended a wait from which a thread has not come back, -1 if none
   */
  public void addTo(Fingerprint fingerprint, boolean[] goesOn, int[] endedBy) {
    for (int object = 0; object < objects; object++) {
      for (int t = 0; t < threads; t++) {
        add(object, t, 0, writes[object * threads + t], fingerprint, goesOn, endedBy);
        add(object, t, 1, reads[object * threads + t], fingerprint, goesOn, endedBy);
      }
    }
  }

  private void add(
      int object,
      int thread,
      int kind,
      int time,
      Fingerprint fingerprint,
      boolean[] goesOn,
      int[] endedBy) {
    if (time == 0 || isKnownToAll(thread, time, goesOn)) {
      return;
    }
    fingerprint.add(((long) object << 32 | thread) << 1 | kind);
    long bits = 1;
    int count = 1;
    for (int k = 0; k < 2 * (threads + objects); k++) {
      bits = bits << 1 | (isKnown(k, thread, time, endedBy) ? 1 : 0);
      count++;
      if (count == Long.SIZE) {
        fingerprint.add(bits);
        bits = 1;
        count = 1;
      }
    }
    fingerprint.add(bits);
  }

  private boolean isKnown(int k, int thread, int time, int[] endedBy) {
    if (k < threads) {
      return order.isBefore(thread, time, k);
    }
    if (k < 2 * threads) {
      int event = k - threads < endedBy.length ? endedBy[k - threads] : -1;
      return event >= 0 && order.isBeforeEvent(event, thread, time);
    }
    int object = k - 2 * threads;
    return object < objects
        ? order.isReleasedOn(object, thread, time)
        : order.isReleasedByReadersOf(object - objects, thread, time);
  }

  /** Whether every thread that goes on, and whatever it starts, comes after an access. */
  private boolean isKnownToAll(int thread, int time, boolean[] goesOn) {
    for (int t = 0; t < goesOn.length; t++) {
      if (goesOn[t] && !order.isBefore(thread, time, t)) {
        return false;
      }
    }
    return true;
  }
}
