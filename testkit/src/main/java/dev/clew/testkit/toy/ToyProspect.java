package dev.clew.testkit.toy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one thread may still do from an instruction on, with the mutexes it holds there. */
final class ToyProspect {
  /** In the place of an object or thread: its index is computed, so it may be any. */
  static final int ANY = -1;

  /** An access to a plain location: which, how, whether it is near, and what is surely held. */
  record Access(int object, boolean isWrite, boolean isNear, Set<Integer> locks) {}

  /**
   * A visible operation on an object.
   *
   * @param isLook whether it changes nothing
   * @param isMutexOnly whether it takes or gives back a mutex, and waits until it can
   */
  record Touch(int object, boolean isLook, boolean isMutexOnly) {}

  final Set<Access> accesses = new HashSet<>();
  final Set<Touch> touches = new HashSet<>();
  final List<Integer> starts = new ArrayList<>();

  /** Whether the code has too many paths to tell: the thread may do anything. */
  boolean isUnknown;

  /** Whether two objects may be the same plain one whose races are not known yet. */
  static boolean meet(int object, int other, boolean[] plain, boolean[] visible) {
    if (object != ANY && other != ANY) {
      return object == other && plain[object] && !visible[object];
    }
    if (object != ANY || other != ANY) {
      int one = Math.max(object, other);
      return plain[one] && !visible[one];
    }
    for (int o = 0; o < plain.length; o++) {
      if (plain[o] && !visible[o]) {
        return true;
      }
    }
    return false;
  }
}
