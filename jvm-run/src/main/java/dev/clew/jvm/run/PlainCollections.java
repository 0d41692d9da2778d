package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.Properties;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Collections that are not made for several threads: one plain location each, which a call reads or
 * writes. Calls are only watched for races until a race makes them visible.
 *
 * <p>Nothing is watched before the program starts its first thread: all that happens before.
 */
final class PlainCollections {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);

  /** Where objects of the program have the last accesses to what they inherit from the JDK. */
  private static final int SLOT_OF_PROGRAM = 64;

  private final Execution execution;

  /** The collection that was used last, null if each use counts. */
  private @Nullable Object last;

  /** Whether it was written, by whom, and when. */
  private boolean lastWrites;

  private @Nullable ProgramThread lastThread;
  private int lastTime;
  private long lastExecution;

  PlainCollections(Execution execution) {
    this.execution = execution;
  }

  /** Forgets what an execution used: the program may have filled all memory with it. */
  void forget() {
    last = null;
  }

  /** A call of the program; returns the object whose monitor is to be given back after it. */
  @Nullable Object before(
      Object receiver, CollectionKind kind, String method, boolean isWrite, int site) {
    if (kind.sort == CollectionKind.Sort.WRAPPER) {
      execution.current.callSite = site;
      return null;
    }
    if (kind.sort == CollectionKind.Sort.SYNCHRONIZED) {
      tellCall(method);
      return synchronizedCall(receiver, kind.isSynchronized(method), isWrite, site);
    }
    if (!kind.isView) {
      access(receiver, isWrite || isReordering(receiver, method), site);
      return null;
    }
    Object collection = CollectionViews.collectionOf(receiver);
    CollectionKind.Sort sort = CollectionKind.of(collection).sort;
    if (sort == CollectionKind.Sort.SYNCHRONIZED) {
      boolean isLocked =
          collection instanceof Vector
              ? CollectionKind.isSynchronizedByIterators(method)
              : method.equals("remove");
      tellCall(method);
      return synchronizedCall(collection, isLocked, isWrite, site);
    }
    if (sort == CollectionKind.Sort.WRAPPER) {
      execution.current.callSite = site;
    } else if (sort == CollectionKind.Sort.PLAIN) {
      watch(collection, isWrite, site);
    }
    return null;
  }

  private void tellCall(String method) {
    if (execution.recordsDetails()) {
      execution.details.calling(method);
    }
  }

  /** Does a look at a map change the order in which it is gone through? */
  private static boolean isReordering(Object receiver, String method) {
    return receiver instanceof LinkedHashMap
        && (method.equals("get") || method.equals("getOrDefault"))
        && AccessOrder.isIn(receiver);
  }

  /** Where a map knows that it is in the order of access. */
  private static final class AccessOrder {
    private static final Memory MEMORY;
    private static final long OFFSET;

    static {
      try {
        MEMORY = Internals.memory();
        OFFSET = MEMORY.objectFieldOffset(LinkedHashMap.class, "accessOrder");
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    static boolean isIn(Object map) {
      return MEMORY.getBoolean(map, OFFSET);
    }
  }

  private @Nullable Object synchronizedCall(
      Object collection, boolean isSynchronized, boolean isWrite, int site) {
    if (isSynchronized) {
      execution.monitors.enter(collection, site);
    }
    // Enumerations of a hash table look at it without its monitor.
    if (collection instanceof Hashtable && !(collection instanceof Properties)) {
      watch(collection, isWrite, site);
    }
    return isSynchronized ? collection : null;
  }

  /** A collection, or a view of one, is read or written. */
  void access(Object view, boolean isWrite, int site) {
    Object collection = CollectionViews.collectionOf(view);
    CollectionKind kind = CollectionKind.of(view);
    if (kind.isOverMap) {
      execution.shadows.share(collection, view);
    } else if (collection != view
        && CollectionKind.of(collection).sort != CollectionKind.Sort.PLAIN) {
      return;
    }
    watch(collection, isWrite, site);
  }

  /** A thread gets or sets an element of a list whose elements are locations of their own. */
  void element(Object list, int index, boolean isWrite, int site) {
    Shadow shadow = execution.shadows.of(list);
    boolean isApart = isWrite || PlainLists.hasElements(list, shadow);
    if (!isApart || execution.objects.areContentsVisible(shadow)) {
      watch(list, isWrite, site);
      return;
    }
    ProgramThread self = execution.current;
    if (execution.threads.end() > 1) {
      if (self.initialisers != 0) {
        execution.initialisers.access(self, shadow, -1);
      }
      int known = PlainLists.isElement(list, index) ? index : -1;
      PlainLists.element(execution.races, self, shadow, known, isWrite, site, execution.events());
    }
  }

  private void watch(Object collection, boolean isWrite, int knownSite) {
    Shadow shadow = execution.shadows.of(collection);
    ProgramThread self = execution.current;
    if (execution.threads.end() > 1) {
      watch(self, shadow, collection, isWrite, knownSite >= 0 ? knownSite : self.callSite);
    }
    boolean isSame = collection == last && isSameTime(self);
    boolean counts =
        collection instanceof LinkedHashMap
            || collection instanceof Hashtable
            || execution.objects.areContentsVisible(shadow);
    last = counts ? null : collection;
    lastWrites = isWrite || isSame && lastWrites;
    lastThread = self;
    lastTime = self.now();
    lastExecution = execution.number;
  }

  private boolean isSameTime(ProgramThread self) {
    return lastThread == self && lastTime == self.now() && lastExecution == execution.number;
  }

  /** Whether an access would say no more than the last one of the same thread did. */
  boolean isDone(Object collection, boolean isWrite) {
    return collection == last && (lastWrites || !isWrite) && isSameTime(execution.current);
  }

  private void watch(
      ProgramThread self, Shadow shadow, Object collection, boolean isWrite, int site) {
    if (execution.objects.areContentsVisible(shadow)) {
      call(self, shadow, collection, isWrite, site);
      return;
    }
    if (self.initialisers != 0) {
      execution.initialisers.access(self, shadow, -1);
    }
    int slot = collection instanceof Shadowed ? SLOT_OF_PROGRAM : 0;
    int field = RaceDetector.CONTENTS;
    int events = execution.events();
    if (isWrite) {
      execution.races.write(self, shadow, slot, field, site, events);
    } else {
      execution.races.read(self, shadow, slot, field, site, events);
    }
    if (PlainLists.hasElements(collection, shadow)) {
      PlainLists.whole(execution.races, self, shadow, isWrite, site, events);
    }
  }

  private void call(
      ProgramThread self, Shadow shadow, Object collection, boolean isWrite, int site) {
    int number = execution.objects.contents(shadow);
    OpKind kind = isWrite ? OpKind.READ_MODIFY_WRITE : OpKind.READ;
    execution.stand(self, kind, number, null, site);
    boolean isForReport = execution.recordsDetails();
    int found = isForReport ? execution.collections.content(collection, null) : 0;
    int event = execution.recordAccess(self, kind, number, isWrite ? WRITE : READ, found, 0);
    if (isForReport) {
      execution.details.value(event, self, found);
      if (isWrite) {
        execution.details.contentWillBeOf(event, self, collection, null);
      }
    }
  }
}
