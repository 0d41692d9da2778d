package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What holds others off while functions compute what a collection will hold, in one execution: a
 * lock for each key, and one that functions share and a change of all keys has for itself.
 */
final class UpdateLocks {
  private static final int SHARE = Dependence.modes(OpKind.READ_LOCK, true);
  private static final int UNSHARE = Dependence.modes(OpKind.READ_UNLOCK, true);
  private static final int EXCLUDE = Dependence.modes(OpKind.WRITE_LOCK, true);
  private static final int ADMIT = Dependence.modes(OpKind.WRITE_UNLOCK, true);

  private final Execution execution;
  private final Shadow collection;
  private final Map<Integer, Monitor> ofKeys = new HashMap<>();

  /** The number of the lock that functions share; what they release is kept under the other. */
  private final int ofAll;

  private final int ofFunctions;

  private final Gate isShareable = thread -> !isExclusive();
  private final Gate isFree = thread -> !isExclusive() && functions() == 0;
  private int functions;
  private boolean isExclusive;
  private int excludedBy = Trace.NONE;

  private UpdateLocks(Execution execution, Shadow collection) {
    this.execution = execution;
    this.collection = collection;
    this.ofAll = execution.objects.part(collection, Objects.UPDATE_OF_ALL);
    this.ofFunctions = execution.objects.part(collection, Objects.SECOND_STATE);
  }

  static UpdateLocks of(Execution execution, Shadow collection) {
    if (collection.model instanceof UpdateLocks known) {
      return known;
    }
    UpdateLocks made = new UpdateLocks(execution, collection);
    collection.model = made;
    return made;
  }

  private boolean isExclusive() {
    return isExclusive;
  }

  private int functions() {
    return functions;
  }

  // --- keys

  /** Acquires the lock of a key, or that of all keys that may be equal to others. */
  void lock(ProgramThread self, int key) {
    Monitor lock = ofKeys.get(key);
    if (lock == null) {
      lock = new Monitor(execution.objects.update(collection, key), -1);
      ofKeys.put(key, lock);
    }
    if (lock.holder == self) {
      checkRecursion(self, key);
    }
    execution.monitors.lock(self, lock, -1);
  }

  /** A function may change what it computes only if something was there before. */
  private void checkRecursion(ProgramThread self, int key) {
    for (Computation each = self.computation; each != null; each = each.outer) {
      if (each.shadow == collection && each.number == key && each.wasAbsent) {
        throw new IllegalStateException("Recursive update");
      }
    }
  }

  void unlock(ProgramThread self, int key) {
    Monitor lock = ofKeys.get(key);
    if (lock != null) {
      execution.monitors.unlock(self, lock, -1);
    }
  }

  // --- all

  /** A function begins. */
  void share(ProgramThread self, Computation computation) {
    if (computes(self)) {
      return;
    }
    execution.stand(self, OpKind.READ_LOCK, ofAll, isShareable, -1);
    execution.clocks.acquire(self, ofAll);
    computation.sharedBy = record(self, OpKind.READ_LOCK, SHARE, Trace.NONE);
    functions++;
  }

  void unshare(ProgramThread self, Computation computation) {
    if (computation.sharedBy != Trace.NONE) {
      execution.stand(self, OpKind.READ_UNLOCK, ofAll, null, -1);
      execution.clocks.release(self, ofFunctions);
      record(self, OpKind.READ_UNLOCK, UNSHARE, computation.sharedBy);
      functions--;
    }
  }

  /** Waits until no function is under way, and lets none begin; not for one's own. */
  boolean exclude(ProgramThread self) {
    if (computes(self)) {
      return false;
    }
    execution.stand(self, OpKind.WRITE_LOCK, ofAll, isFree, -1);
    execution.clocks.acquire(self, ofAll);
    execution.clocks.acquire(self, ofFunctions);
    excludedBy = record(self, OpKind.WRITE_LOCK, EXCLUDE, Trace.NONE);
    isExclusive = true;
    return true;
  }

  void admit(ProgramThread self) {
    execution.stand(self, OpKind.WRITE_UNLOCK, ofAll, null, -1);
    execution.clocks.release(self, ofAll);
    record(self, OpKind.WRITE_UNLOCK, ADMIT, excludedBy);
    isExclusive = false;
  }

  private boolean computes(ProgramThread self) {
    Computation each = self.computation;
    while (each != null && each.shadow != collection) {
      each = each.outer;
    }
    return each != null;
  }

  /** Records an operation before it changes anything. */
  private int record(ProgramThread self, OpKind kind, int modes, int link) {
    int holds = functions + (isExclusive ? 1 : 0);
    return execution.record(self, kind, ofAll, -1, modes, -1, holds, 0, 0, link, -1);
  }

  /**
   * What a call holds until its end.
   *
   * @param key which key; null for all
   */
  record Held(UpdateLocks locks, @Nullable Integer key) {
    void release(ProgramThread self) {
      if (key == null) {
        locks.admit(self);
      } else {
        locks.unlock(self, key);
      }
    }
  }
}
