package dev.clew.jvm.program.prospects;

import java.util.HashSet;
import java.util.Set;

/** What a thread may still do from where it stands. */
final class JavaProspect {
  /** An access to a plain location: which, how, whether it is near, and what is surely held. */
  record Access(Location location, boolean isWrite, boolean isNear, Set<Integer> locks) {}

  /** What an operation is done to. */
  sealed interface Target {
    /**
     * A part of an object that is no field and no element, see {@link dev.clew.jvm.run.Objects}.
     */
    record Part(int maker, int ordinal, int part) implements Target {}

    /** An object with all its parts. */
    record Thing(int maker, int ordinal) implements Target {}

    /** A field or an element. */
    record Place(Location location) implements Target {}

    /** Something that belongs to a thread, by its number. */
    record Number(int number) implements Target {}
  }

  /**
   * An operation.
   *
   * @param isLook whether it changes nothing
   * @param isMutexOnly whether it takes or gives back a mutex, and waits until it can
   */
  record Touch(Target target, boolean isLook, boolean isMutexOnly) {}

  final Set<Access> accesses = new HashSet<>();
  final Set<Touch> touches = new HashSet<>();

  /** Whether the thread may do anything. */
  boolean isUnknown;
}
