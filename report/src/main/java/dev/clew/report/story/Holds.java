package dev.clew.report.story;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which thread holds which lock, and since which event, after the first events of a trace. */
final class Holds {
  /**
   * A lock that is held.
   *
   * @param event the event that acquired it
   */
  record Hold(int thread, int lock, int event) {}

  private final List<Hold> holds;

  private Holds(List<Hold> holds) {
    this.holds = holds;
  }

  /** The locks held after the first {@code events} events, in the order they were acquired. */
  static Holds after(Trace trace, int events) {
    Map<Integer, Hold> byEvent = new LinkedHashMap<>();
    for (int i = 0; i < events; i++) {
      switch (OpKind.of(trace.kind(i))) {
        case LOCK, REACQUIRE, TRY_LOCK, READ_LOCK, TRY_READ_LOCK, WRITE_LOCK, TRY_WRITE_LOCK -> {
          boolean isTaken = Dependence.first(trace.modes(i)) != Dependence.READ;
          if (isTaken && trace.object(i) >= 0) {
            byEvent.put(i, new Hold(trace.thread(i), trace.object(i), i));
          }
        }
        case UNLOCK, WAIT, READ_UNLOCK, WRITE_UNLOCK -> byEvent.remove(trace.link(i));
        case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET, NOTIFY, NOTIFY_ALL -> {}
        case CANCEL_WAIT, PARK, UNPARK, INTERRUPT, TEST_INTERRUPT, START, JOIN, END -> {}
        case IS_ALIVE, YIELD, CHOICE, TIMEOUT, ACQUIRE, TRY_ACQUIRE, RELEASE, ARRIVE, PASS -> {}
      }
    }
    return new Holds(List.copyOf(byEvent.values()));
  }

  /** What a thread holds. */
  List<Hold> of(int thread) {
    return holds.stream().filter(hold -> hold.thread() == thread).toList();
  }

  /** The same without what a user does not know of. */
  List<Hold> of(int thread, EventWords words) {
    return of(thread).stream().filter(hold -> !words.of(hold.event()).isEmpty()).toList();
  }

  /** Who holds a lock; a thread that holds it for reading and for writing counts once. */
  List<Hold> on(int lock) {
    List<Hold> result = new ArrayList<>();
    for (Hold hold : holds) {
      boolean isNew = result.stream().noneMatch(other -> other.thread() == hold.thread());
      if (hold.lock() == lock && isNew) {
        result.add(hold);
      }
    }
    return result;
  }
}
