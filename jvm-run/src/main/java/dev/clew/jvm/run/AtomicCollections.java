package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.util.BitSet;
import java.util.Date;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Concurrent collections of the JDK: a call is one operation on the collection, or on what a map
 * has for one key.
 *
 * <pre>
 *                 first object        second object
 *   read a key    the entry, READ     upheaval, READ
 *   write a key   the entry, WRITE    contents, SHARE
 *   read all      contents, READ
 *   write all     contents, WRITE     upheaval, WRITE
 * </pre>
 *
 * <p>So changes of different keys commute, and nothing commutes with a change of what it looks at.
 * A key that is not known by its value stands for all of them.
 */
public final class AtomicCollections {
  /** How a call accesses its collection. */
  public static final int READ = 0;

  public static final int WRITE = 1;
  public static final int READ_KEY = 2;
  public static final int WRITE_KEY = 3;

  private static final int READ_ENTRY = Dependence.pack(Dependence.READ, Dependence.READ);
  private static final int WRITE_ENTRY = Dependence.pack(Dependence.WRITE, Dependence.SHARE);
  private static final int READ_ALL = Dependence.pack(Dependence.READ, Dependence.NONE);
  private static final int WRITE_ALL = Dependence.pack(Dependence.WRITE, Dependence.WRITE);

  private final Execution execution;

  AtomicCollections(Execution execution) {
    this.execution = execution;
  }

  /** Does the thread that has the turn come to an operation on a collection of the program? */
  boolean isOfProgram(Object collection) {
    return execution.shadows.isKnownOfMany(collection);
  }

  /** How a collection distinguishes this key from others; negative if it may not. */
  private int keyOf(Object collection, @Nullable Object key, int access) {
    if (access < READ_KEY) {
      return MapKeys.NONE;
    }
    boolean hasOrder =
        collection instanceof ConcurrentSkipListMap<?, ?> sorted && sorted.comparator() != null;
    return hasOrder ? MapKeys.NONE : execution.objects.key(key);
  }

  /**
   * Stands at a call until it is to be done, and records it.
   *
   * @return the lock that is to be given back after the call, null if there is none
   */
  UpdateLocks.@Nullable Held call(Object collection, @Nullable Object key, int access) {
    ProgramThread self = execution.current;
    Shadow shadow = execution.shadows.of(collection);
    int number = keyOf(collection, key, access);
    boolean isWrite = access == WRITE || access == WRITE_KEY;
    UpdateLocks.Held held = null;
    if (isWrite && execution.objects.isVisible(Matter.COMPUTATIONS)) {
      held = hold(self, collection, shadow, number, access);
    }
    access(self, collection, key, shadow, number, isWrite);
    return held;
  }

  /** Waits until no function computes what a call is going to change. */
  private UpdateLocks.@Nullable Held hold(
      ProgramThread self, Object collection, Shadow shadow, int number, int access) {
    boolean isMap = collection instanceof ConcurrentHashMap<?, ?>;
    if (!isMap && !(collection instanceof CopyOnWriteArrayList<?>)) {
      return null;
    }
    UpdateLocks locks = UpdateLocks.of(execution, shadow);
    if (isMap && access == WRITE) {
      return locks.exclude(self) ? new UpdateLocks.Held(locks, null) : null;
    }
    locks.lock(self, number);
    return new UpdateLocks.Held(locks, number);
  }

  private void access(
      ProgramThread self,
      Object collection,
      @Nullable Object key,
      Shadow shadow,
      int number,
      boolean isWrite) {
    Objects objects = execution.objects;
    boolean isEntry = number != MapKeys.NONE;
    int contents = objects.part(shadow, Objects.CONTENTS);
    int upheaval = isEntry && isWrite ? -1 : objects.part(shadow, Objects.UPHEAVAL);
    int first = isEntry ? objects.entry(shadow, number) : contents;
    OpKind kind = isWrite ? OpKind.READ_MODIFY_WRITE : OpKind.READ;
    execution.stand(self, kind, first, null, -1);
    int before = execution.recordsDetails() ? content(collection, isEntry ? key : null) : 0;
    int event;
    if (isEntry) {
      int modes = isWrite ? WRITE_ENTRY : READ_ENTRY;
      event = record(self, kind, first, isWrite ? contents : upheaval, modes, before);
    } else {
      int modes = isWrite ? WRITE_ALL : READ_ALL;
      event = record(self, kind, first, isWrite ? upheaval : -1, modes, before);
    }
    execution.clocks.acquire(self, first);
    if (isEntry) {
      execution.clocks.acquire(self, objects.part(shadow, Objects.UPHEAVAL));
    }
    if (isWrite) {
      release(self, first, contents, isEntry ? -1 : upheaval);
    }
    if (execution.recordsDetails()) {
      execution.details.value(event, self, before);
      if (isWrite) {
        execution.details.contentWillBeOf(event, self, collection, isEntry ? key : null);
      }
    }
  }

  private int record(
      ProgramThread self, OpKind kind, int first, int second, int modes, int before) {
    return execution.record(self, kind, first, second, modes, -1, before, 0, 0, -1, -1);
  }

  /** What the thread did so far happens before what finds the content, for a key or as a whole. */
  private void release(ProgramThread self, int first, int contents, int upheaval) {
    execution.clocks.release(self, first);
    if (contents != first) {
      execution.clocks.release(self, contents);
    }
    if (upheaval >= 0) {
      execution.clocks.release(self, upheaval);
    }
  }

  /** What there is, for a report. */
  int content(Object collection, @Nullable Object key) {
    if (key != null && collection instanceof Map<?, ?> map) {
      return execution.values.of(map.get(key));
    }
    return execution.values.ofText(text(collection));
  }

  /** What an object holds, in words; empty if it does not say. */
  private static String text(Object object) {
    boolean saysSo =
        object instanceof Iterable
            || object instanceof Map
            || object instanceof CharSequence
            || object instanceof BitSet
            || object instanceof ByteArrayOutputStream
            || object instanceof Date
            || object instanceof StringJoiner
            || object instanceof StringWriter;
    return saysSo ? String.valueOf(object) : "";
  }

  // --- functions that compute what a collection will hold

  /** Begins to compute what is there for a key, or all; others that write wait for the end. */
  Computation begin(Object collection, @Nullable Object key, boolean isEntry) {
    ProgramThread self = execution.current;
    Shadow shadow = execution.shadows.of(collection);
    int number = keyOf(collection, key, isEntry ? WRITE_KEY : WRITE);
    Computation computation = new Computation(collection, key, shadow, number, self.computation);
    if (execution.objects.isVisible(Matter.COMPUTATIONS)) {
      UpdateLocks locks = UpdateLocks.of(execution, shadow);
      locks.share(self, computation);
      locks.lock(self, number);
      computation.locks = locks;
      access(self, collection, key, shadow, number, false);
    } else {
      access(self, collection, key, shadow, number, true);
    }
    self.computation = computation;
    return computation;
  }

  /** The function has its result; what follows is done in one step with this. */
  void standAtWrite(Computation computation) {
    ProgramThread self = execution.current;
    self.computation = computation.outer;
    Shadow shadow = computation.shadow;
    if (computation.locks != null) {
      access(self, computation.collection, computation.key, shadow, computation.number, true);
    } else {
      boolean isEntry = computation.number != MapKeys.NONE;
      Objects objects = execution.objects;
      int contents = objects.part(shadow, Objects.CONTENTS);
      int first = isEntry ? objects.entry(shadow, computation.number) : contents;
      release(self, first, contents, isEntry ? -1 : objects.part(shadow, Objects.UPHEAVAL));
    }
  }

  /** Whatever came of it, others may write again. */
  void end(Computation computation) {
    ProgramThread self = execution.current;
    if (self.computation == computation) {
      self.computation = computation.outer;
    }
    UpdateLocks locks = computation.locks;
    if (locks != null) {
      locks.unlock(self, computation.number);
      locks.unshare(self, computation);
    }
  }
}
