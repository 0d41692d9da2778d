package dev.clew.analyze;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Happens-before by synchronisation alone, as the Java memory model has it: what a race detector
 * asks.
 *
 * <p>It has fewer edges than the order of dependent operations: a failed try-lock, a read before a
 * write or an access to a plain location synchronises nothing. Events are taken in one after the
 * other; the clock of a thread counts its own events from 1.
 */
final class SynchronisationOrder {
  private final Trace trace;
  private final Program program;
  private int[][] ofThread = new int[0][];

  /**
   * What was released on an object: by writers of a read-write lock, and by all for other objects.
   */
  private int[][] ofObject = new int[0][];

  /** What the readers of a read-write lock released. */
  private int[][] ofReaders = new int[0][];

  /** The clock at an event that others are linked to. */
  private int[][] ofEvent = new int[0][];

  private boolean[] ended = new boolean[0];

  SynchronisationOrder(Trace trace, Program program) {
    this.trace = trace;
    this.program = program;
    int threads = program.threadCount();
    ofThread = new int[threads][threads];
    for (int t = 0; t < threads; t++) {
      ofThread[t][t] = 1;
    }
    ofObject = new int[program.objectCount()][];
    ofReaders = new int[program.objectCount()][];
    ofEvent = new int[trace.size()][];
    ended = new boolean[threads];
  }

  /** The time of a thread, counted in its own events. */
  int now(int thread) {
    return ofThread[thread][thread];
  }

  /** Whether what a thread did at that time is ordered before what another one does now. */
  boolean isBefore(int thread, int time, int otherThread) {
    return ofThread[otherThread][thread] >= time;
  }

  /** Whether what a thread did at that time was released on an object that others acquire. */
  boolean isReleasedOn(int object, int thread, int time) {
    return knows(ofObject[object], thread, time);
  }

  /** Whether what a thread did at that time was released by readers of an object. */
  boolean isReleasedByReadersOf(int object, int thread, int time) {
    return knows(ofReaders[object], thread, time);
  }

  /** Whether what a thread did at that time is ordered before an event that others are tied to. */
  boolean isBeforeEvent(int event, int thread, int time) {
    return event < ofEvent.length && knows(ofEvent[event], thread, time);
  }

  private static boolean knows(int @Nullable [] clock, int thread, int time) {
    return clock != null && clock[thread] >= time;
  }

  /** Takes in event i. */
  void append(int i) {
    if (i >= ofEvent.length) {
      ofEvent = Arrays.copyOf(ofEvent, Math.max(16, 2 * i));
    }
    int thread = trace.thread(i);
    int object = trace.object(i);
    boolean success = object >= 0 && Dependence.first(trace.modes(i)) != Dependence.READ;
    switch (OpKind.of(trace.kind(i))) {
      case READ -> {
        if (!program.isPlain(object)) {
          acquire(thread, ofObject, object);
        }
      }
      case WRITE -> {
        if (!program.isPlain(object)) {
          release(thread, ofObject, object);
        }
      }
      case READ_MODIFY_WRITE, COMPARE_AND_SET -> {
        acquire(thread, ofObject, object);
        if (success) {
          release(thread, ofObject, object);
        }
      }
      case LOCK, ACQUIRE, READ_LOCK -> acquire(thread, ofObject, object);
      case TRY_LOCK, TRY_ACQUIRE, TRY_READ_LOCK -> {
        if (success) {
          acquire(thread, ofObject, object);
        }
      }
      case UNLOCK, WAIT, RELEASE, UNPARK, INTERRUPT, WRITE_UNLOCK -> {
        release(thread, ofObject, object);
      }
      case REACQUIRE -> {
        if (object >= 0) {
          acquire(thread, ofObject, object);
        }
        acquire(thread, ofEvent, trace.link(i));
      }
      case NOTIFY, NOTIFY_ALL -> ofEvent[i] = ofThread[thread].clone();
      case PARK -> {
        acquire(thread, ofObject, object);
        if (trace.other(i) >= 0) {
          acquire(thread, ofObject, trace.other(i));
        }
      }
      case CANCEL_WAIT -> acquire(thread, ofObject, trace.other(i));
      case TEST_INTERRUPT -> acquire(thread, ofObject, object);
      case WRITE_LOCK, TRY_WRITE_LOCK -> {
        if (success) {
          acquire(thread, ofObject, object);
          acquire(thread, ofReaders, object);
        }
      }
      case READ_UNLOCK -> release(thread, ofReaders, object);
      case START -> join(ofThread[trace.target(i)], ofThread[thread]);
      case JOIN -> join(ofThread[thread], ofThread[trace.target(i)]);
      case END -> ended[thread] = true;
      case IS_ALIVE -> {
        if (ended[trace.target(i)]) {
          join(ofThread[thread], ofThread[trace.target(i)]);
        }
      }
      case ARRIVE -> {
        if (trace.before(i) == 0) {
          ofObject[object] = null;
        }
        release(thread, ofObject, object);
        ofEvent[i] = ofObject[object].clone();
      }
      case PASS -> acquire(thread, ofEvent, trace.link(i));
      case YIELD, CHOICE, TIMEOUT -> {}
    }
    ofThread[thread][thread]++;
  }

  private void acquire(int thread, int[][] clocks, int key) {
    if (key < clocks.length && clocks[key] != null) {
      join(ofThread[thread], clocks[key]);
    }
  }

  private void release(int thread, int[][] clocks, int key) {
    if (clocks[key] == null) {
      clocks[key] = Arrays.copyOf(ofThread[thread], ofThread[thread].length);
    } else {
      join(clocks[key], ofThread[thread]);
    }
  }

  private static void join(int[] target, int[] source) {
    for (int t = 0; t < target.length; t++) {
      target[t] = Math.max(target[t], source[t]);
    }
  }
}
