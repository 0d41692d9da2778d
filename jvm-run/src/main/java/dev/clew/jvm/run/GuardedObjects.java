package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the JDK that protect themselves: a call is one operation once threads are found to
 * make calls that nothing else orders. Until then it is only watched.
 */
final class GuardedObjects {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int WRITE = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);

  /** Where objects of the program have the last accesses to what they inherit from the JDK. */
  private static final int SLOT_OF_PROGRAM = 65;

  private final Execution execution;

  /** What a call takes, one after the other: objects for their monitors, and own locks. */
  private record Held(Object first, Object second) {}

  GuardedObjects(Execution execution) {
    this.execution = execution;
  }

  /**
   * A call of the program.
   *
   * @param method its name, empty if the object is an argument
   * @param lowest what it writes to or reads from in the end, the receiver if that is all
   * @return what {@link #release} needs, null if there is nothing to give back
   */
  @Nullable Object call(
      Object receiver,
      CollectionKind kind,
      String method,
      Object lowest,
      CollectionKind below,
      boolean isWrite,
      int site) {
    Shadow shadow = execution.shadows.met(lowest);
    ProgramThread self = execution.current;
    boolean isVisible = execution.objects.isOrderVisible(shadow);
    boolean holds = ProgramStreams.areCalledUnderLock(receiver, method);
    if (!isVisible && !holds) {
      watchIfShared(self, lowest, shadow, isWrite, site);
      return null;
    }
    Object first = null;
    if (kind.isLocked && isNumbered(receiver)) {
      first = receiver;
    } else if (holds && isNumbered(receiver)) {
      first = ProgramStreams.lock(execution, receiver);
    }
    tellCall(method);
    if (first != null) {
      enter(self, first, site);
      if (lowest == receiver) {
        return first;
      }
      tellCall(method);
    }
    if (!isVisible) {
      watchIfShared(self, lowest, shadow, isWrite, site);
      return first;
    }
    if (below.isLocked && isNumbered(lowest)) {
      execution.monitors.enter(lowest, site);
      return first == null ? lowest : new Held(first, lowest);
    }
    access(self, lowest, shadow, isWrite, site);
    return first;
  }

  /**
   * A system property, or a file, is read or written. One that a class initialiser reads belongs to
   * it, as long as nobody changes it meanwhile.
   */
  void property(String key, String method, boolean isWrite, int site) {
    String canonical = key.intern();
    Shadow shadow = execution.shadows.met(canonical);
    ProgramThread self = execution.current;
    if (execution.objects.isOrderVisible(shadow)) {
      tellCall(method);
      access(self, canonical, shadow, isWrite, site);
    } else {
      watchIfShared(self, canonical, shadow, isWrite, site);
    }
  }

  /** Has its monitor the same number in every execution? */
  private boolean isNumbered(Object object) {
    return Objects.isMadeByProgram(execution.shadows.met(object));
  }

  private void tellCall(String method) {
    if (execution.recordsDetails()) {
      execution.details.calling(method);
    }
  }

  /** Gives back what a call took. */
  void release(Object held, int site) {
    if (held instanceof Held both) {
      exit(both.second, site);
      exit(both.first, site);
    } else {
      exit(held, site);
    }
  }

  private void enter(ProgramThread self, Object lock, int site) {
    if (lock instanceof Monitor own) {
      execution.monitors.lock(self, own, site);
    } else {
      execution.monitors.enter(lock, site);
    }
  }

  private void exit(Object lock, int site) {
    if (lock instanceof Monitor own) {
      execution.monitors.unlock(execution.current, own, site);
    } else {
      execution.monitors.exit(lock, site);
    }
  }

  private void watchIfShared(
      ProgramThread self, Object object, Shadow shadow, boolean isWrite, int site) {
    if (execution.threads.end() > 1) {
      watch(self, object, shadow, isWrite, site);
    }
  }

  private void watch(ProgramThread self, Object object, Shadow shadow, boolean isWrite, int site) {
    boolean isProperty = object instanceof String; // or a file
    if (self.initialisers != 0 && (isWrite || !isProperty)) {
      execution.initialisers.access(self, shadow, -1);
    }
    int slot = object instanceof Shadowed ? SLOT_OF_PROGRAM : 0;
    int events = execution.events();
    if (isWrite) {
      execution.races.write(self, shadow, slot, RaceDetector.ORDER, site, events);
    } else {
      execution.races.read(self, shadow, slot, RaceDetector.ORDER, site, events);
    }
  }

  private void access(ProgramThread self, Object object, Shadow shadow, boolean isWrite, int site) {
    int number = execution.objects.guardedContents(shadow);
    OpKind kind = isWrite ? OpKind.READ_MODIFY_WRITE : OpKind.READ;
    execution.stand(self, kind, number, null, site);
    int event = execution.recordAccess(self, kind, number, isWrite ? WRITE : READ, 0, 0);
    execution.clocks.acquire(self, number);
    if (isWrite) {
      execution.clocks.release(self, number);
    }
    if (execution.recordsDetails() && object instanceof String key) {
      String value = FileKeys.isOne(key) ? FileKeys.size(key) : System.getProperty(key, "");
      execution.details.value(event, self, execution.values.ofText(value));
    } else if (execution.recordsDetails()) {
      execution.details.value(event, self, execution.collections.content(object, null));
      if (isWrite) {
        execution.details.contentWillBeOf(event, self, object, null);
      }
    }
  }
}
