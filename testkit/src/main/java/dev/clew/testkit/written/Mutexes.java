package dev.clew.testkit.written;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.BitSet;

/**
 * What front ends must not do to a mutex: a search takes for granted that nothing but the
 * operations of a mutex, and looks, can come between two locks.
 */
final class Mutexes {
  private Mutexes() {}

  /** The first event that accesses a mutex as something else, in words; empty if there is none. */
  static String difference(Trace trace) {
    BitSet locked = new BitSet();
    for (int i = 0; i < trace.size(); i++) {
      if (trace.kind(i) == OpKind.LOCK.code()) {
        locked.set(trace.object(i));
      }
    }
    for (int i = 0; i < trace.size(); i++) {
      OpKind kind = OpKind.of(trace.kind(i));
      boolean isLocked = trace.object(i) >= 0 && locked.get(trace.object(i));
      if (isLocked && !isOfMutex(kind) || trace.other(i) >= 0 && locked.get(trace.other(i))) {
        return "event " + i + " is " + kind + " of an object that is locked";
      }
    }
    return "";
  }

  private static boolean isOfMutex(OpKind kind) {
    return switch (kind) {
      case LOCK, UNLOCK, TRY_LOCK, WAIT, REACQUIRE, READ -> true;
      default -> false;
    };
  }
}
