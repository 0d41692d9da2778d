package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/**
 * Called before and after calls that the program makes on collections that are not made for several
 * threads, or whose methods are synchronized.
 *
 * <p>The first are watched like plain variables. The methods of the others take a monitor that
 * nobody controls; the model of that monitor is taken before, so that no thread ever waits for the
 * real one.
 */
public final class CollectionCalls {
  private CollectionCalls() {}

  /**
   * Before a call.
   *
   * @return what {@link #after} needs, null if there is nothing to do after the call
   */
  public static @Nullable Object before(
      @Nullable Object receiver, String method, boolean isWrite, int site) {
    if (receiver == null || Thread.currentThread() != Hooks.running) {
      return null;
    }
    Execution now = Hooks.execution;
    if (now == null) {
      throw new Turns.Abandoned();
    }
    if (now.plainCollections.isDone(receiver, isWrite)) {
      return null;
    }
    CollectionKind kind = CollectionKind.of(receiver);
    if (kind.sort == CollectionKind.Sort.OTHER
        || kind.isOverridden(method)
        || now.plainCollections.isDone(kind.ownerOf(receiver), isWrite)) {
      return null;
    }
    Hooks.running = null;
    try {
      return now.plainCollections.before(receiver, kind, method, isWrite, site);
    } finally {
      Hooks.leave(now);
    }
  }

  /**
   * Before {@code get} or {@code set} of a list.
   *
   * @return as {@link #before}
   */
  public static @Nullable Object beforeElement(
      @Nullable Object receiver, int index, boolean isWrite, int site) {
    if (receiver == null || !PlainLists.areElementsApart(receiver)) {
      return before(receiver, isWrite ? "set" : "get", isWrite, site);
    }
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        if (now.plainCollections.isDone(receiver, isWrite)) {
          return null;
        }
        now.plainCollections.element(receiver, index, isWrite, site);
      } finally {
        Hooks.leave(now);
      }
    }
    return null;
  }

  /** After a call that {@link #before} gave something for, however it ended. */
  public static void after(Object held, int site) {
    Hooks.monitorExit(held, site);
  }

  /** Before a method of the JDK gets a collection as an argument. */
  public static void argument(@Nullable Object collection, boolean isWrite, int site) {
    if (collection != null && Thread.currentThread() == Hooks.running) {
      if (CollectionKind.of(collection).sort == CollectionKind.Sort.SYNCHRONIZED) {
        // What follows is one step with giving the monitor back.
        Hooks.monitorEnter(collection, site);
        Hooks.monitorExit(collection, site);
      }
      access(collection, isWrite, site);
    }
  }

  /** Before code of the JDK calls a method of a collection for the program. */
  public static void inside(@Nullable Object collection, boolean isWrite) {
    if (collection != null && Thread.currentThread() == Hooks.running) {
      access(collection, isWrite, -1);
    }
  }

  private static void access(Object collection, boolean isWrite, int site) {
    if (CollectionKind.of(collection).sort != CollectionKind.Sort.PLAIN) {
      return;
    }
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.plainCollections.access(collection, isWrite, site);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** The program made a collection by a method of the JDK. */
  public static <T> T made(T collection, int site) {
    Hooks.newObject(collection, site);
    return collection;
  }
}
