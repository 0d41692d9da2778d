package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.Calendar;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.Properties;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Collections and other objects of the JDK that are not made for several threads: one plain
 * location each, which a call reads or writes. Calls are only watched for races until a race makes
 * them visible.
 *
 * <p>Nothing is watched before the program starts its first thread: all that happens before.
 */
final class PlainCollections {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);

  /** Where objects of the program have the last accesses to what they inherit from the JDK. */
  private static final int SLOT_OF_PROGRAM = 64;

  private final Execution execution;
  private final GuardedObjects guarded;

  /** The collection that was used last, null if each use counts. */
  private @Nullable Object last;

  /** Whether it was written. */
  private boolean lastWrites;

  /** The one that was used before, by the same thread at the same time. */
  private @Nullable Object lastButOne;

  private boolean lastButOneWrites;

  /** Who used them, and when. */
  private @Nullable ProgramThread lastThread;

  private int lastTime;
  private long lastExecution;

  PlainCollections(Execution execution) {
    this.execution = execution;
    this.guarded = new GuardedObjects(execution);
  }

  /** Forgets what an execution used: the program may have filled all memory with it. */
  void forget() {
    last = null;
    lastButOne = null;
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
    if (kind.sort == CollectionKind.Sort.GUARDED) {
      return guarded(receiver, kind, method, isWrite, site);
    }
    if (!kind.isView) {
      access(receiver, isWrite || changesByLooking(receiver, method), site);
      return kind.isWrapping ? below(receiver, method, site) : null;
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

  private @Nullable Object guarded(
      Object receiver, CollectionKind kind, String method, boolean isWrite, int site) {
    if (!isWrite && receiver instanceof Thread thread) {
      execution.threadNames.ask(thread);
    }
    Object lowest = kind.isWrapping ? Wrapped.lowest(receiver) : receiver;
    if (lowest instanceof ProgramOutput) {
      return null; // nobody reads it
    }
    CollectionKind below = CollectionKind.of(lowest);
    if (below.sort != CollectionKind.Sort.GUARDED
        && ProgramStreams.areCalledUnderLock(receiver, method)) {
      lowest = receiver; // what is below is its own, and the object of the program has hooks
      below = kind;
    }
    if (below.sort != CollectionKind.Sort.GUARDED) {
      argument(lowest, below, isWrite, site);
      return null;
    }
    String file = FileKeys.below(lowest);
    Object target = file == null ? lowest : file;
    Object held = guarded.call(receiver, kind, method, target, below, isWrite, site);
    if (!execution.objects.isOrderVisible(execution.shadows.met(target))) {
      used(receiver, isWrite);
    }
    return held;
  }

  /** An object that is not made for several threads uses one that may be. */
  private @Nullable Object below(Object receiver, String method, int site) {
    Object lowest = Wrapped.lowest(receiver);
    last = null;
    boolean isOwn = lowest == receiver || !execution.shadows.isKnownOfMany(lowest);
    return isOwn ? null : before(lowest, CollectionKind.of(lowest), method, true, site);
  }

  /** A method of the JDK uses an object that it got from the program. */
  void argument(Object object, CollectionKind kind, boolean isWrite, int site) {
    switch (kind.sort) {
      case SYNCHRONIZED -> {
        // What follows is one step with giving the monitor back.
        execution.monitors.enter(object, site);
        execution.monitors.exit(object, site);
      }
      case GUARDED -> {
        Object held = guarded(object, kind, "", isWrite, site);
        if (held != null) {
          guarded.release(held, site);
        }
      }
      case PLAIN -> {
        access(object, isWrite, site);
        Object held = kind.isWrapping ? below(object, "", site) : null;
        if (held != null) {
          guarded.release(held, site);
        }
      }
      case OTHER, WRAPPER -> {}
    }
  }

  /** A system property, or a file, is read or written. */
  void property(String key, String method, boolean isWrite, int site) {
    guarded.property(key, method, isWrite, site);
  }

  /** Gives back what {@link #before} took. */
  void after(Object held, int site) {
    guarded.release(held, site);
  }

  private void tellCall(String method) {
    if (execution.recordsDetails()) {
      execution.details.calling(method);
    }
  }

  /** Does a look change what it looks at: the order of a map, the fields of a calendar? */
  private boolean changesByLooking(Object receiver, String method) {
    if (receiver instanceof Calendar) {
      // What an operation does must not depend on what is there.
      boolean isVisible = execution.objects.areContentsVisible(execution.shadows.met(receiver));
      return method.startsWith("get") && (isVisible || !CalendarFields.areComplete(receiver));
    }
    return receiver instanceof LinkedHashMap
        && (method.equals("get") || method.equals("getOrDefault"))
        && AccessOrder.isIn(receiver);
  }

  /** Whether a calendar has computed the fields that it is asked for. */
  private static final class CalendarFields {
    private static final Memory MEMORY;
    private static final long OF_FIELDS;
    private static final long OF_TIME;

    static {
      try {
        MEMORY = Internals.memory();
        OF_FIELDS = MEMORY.objectFieldOffset(Calendar.class, "areFieldsSet");
        OF_TIME = MEMORY.objectFieldOffset(Calendar.class, "isTimeSet");
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    static boolean areComplete(Object calendar) {
      return MEMORY.getBoolean(calendar, OF_FIELDS) && MEMORY.getBoolean(calendar, OF_TIME);
    }
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

  /** An iterator, or another object that belongs to a collection, changes by itself or is asked. */
  void own(Object iterator, boolean isWrite, int site) {
    watch(iterator, isWrite, site);
    last = null;
  }

  private void watch(Object collection, boolean isWrite, int knownSite) {
    Shadow shadow = execution.shadows.met(collection);
    ProgramThread self = execution.current;
    if (execution.threads.end() > 1) {
      watch(self, shadow, collection, isWrite, knownSite >= 0 ? knownSite : self.callSite);
    }
    boolean counts =
        collection instanceof LinkedHashMap
            || collection instanceof Hashtable
            || execution.objects.areContentsVisible(shadow);
    if (counts) {
      last = null;
    } else {
      used(collection, isWrite);
    }
  }

  /** Until something else happens, the same once more says nothing new. */
  private void used(Object collection, boolean isWrite) {
    ProgramThread self = execution.current;
    boolean isSameTime = isSameTime(self);
    boolean wasWritten =
        isSameTime
            && (collection == last && lastWrites || collection == lastButOne && lastButOneWrites);
    if (!isSameTime) {
      lastButOne = null;
    } else if (collection != last) {
      lastButOne = last;
      lastButOneWrites = lastWrites;
    }
    last = collection;
    lastWrites = isWrite || wasWritten;
    lastThread = self;
    lastTime = self.now();
    lastExecution = execution.number;
  }

  private boolean isSameTime(ProgramThread self) {
    return lastThread == self && lastTime == self.now() && lastExecution == execution.number;
  }

  /** Whether an access would say no more than the last one of the same thread did. */
  boolean isDone(Object collection, boolean isWrite) {
    boolean isKnown =
        collection == last && (lastWrites || !isWrite)
            || collection == lastButOne && (lastButOneWrites || !isWrite);
    return isKnown && isSameTime(execution.current);
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
