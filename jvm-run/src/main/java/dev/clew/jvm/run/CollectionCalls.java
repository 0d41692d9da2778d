package dev.clew.jvm.run;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Called before and after calls that the program makes on collections and other objects of the JDK
 * that are not made for several threads, or that protect themselves.
 *
 * <p>The first are watched like plain variables. Calls of the others are operations once threads
 * make them in any order. Where their methods take a monitor that nobody controls, the model of
 * that monitor is taken before, so that no thread ever waits for the real one.
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
    if (kind.mayBeOverArray && ListsOverArrays.access(receiver, method, isWrite, site)
        || kind.sort == CollectionKind.Sort.OTHER
        || kind.isOverridden(method)
        || !isWrite && kind.isEntryOfMap
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
    if (receiver != null && ListsOverArrays.element(receiver, index, isWrite, site)) {
      return null;
    }
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

  /**
   * Before a call on an iterator that several threads may have: it changes itself, and looks at its
   * collection.
   *
   * @return as {@link #before}
   */
  public static @Nullable Object beforeStep(
      @Nullable Object iterator, String method, boolean isWrite, int site) {
    if (iterator != null
        && Thread.currentThread() == Hooks.running
        && CollectionKind.isIterator(iterator)
        && !CollectionKind.of(iterator).isOverridden(method)) {
      Execution now = Hooks.enter();
      if (now != null) {
        try {
          now.plainCollections.own(iterator, !method.startsWith("has"), site);
        } finally {
          Hooks.leave(now);
        }
      }
    }
    return before(iterator, method, isWrite, site);
  }

  /** After a call that {@link #before} gave something for, however it ended. */
  public static void after(Object held, int site) {
    Execution now = Hooks.execution == null ? null : Hooks.enter();
    if (now != null) {
      try {
        now.plainCollections.after(held, site);
      } catch (VirtualMachineError e) {
        now.current.isBusy = true; // who holds the monitor is not known any more
        throw e;
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Before a method of the JDK gets an object as an argument that it reads or writes. */
  public static void argument(@Nullable Object object, boolean isWrite, int site) {
    if (object == null || Thread.currentThread() != Hooks.running) {
      return;
    }
    CollectionKind kind = CollectionKind.of(object);
    boolean isDone = kind.mayBeOverArray && ListsOverArrays.whole(object, isWrite, site);
    Execution now = isDone || kind.sort == CollectionKind.Sort.OTHER ? null : Hooks.enter();
    if (now != null) {
      try {
        now.plainCollections.argument(object, kind, isWrite, site);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Before a method is called by reflection, which may be one of the JDK. */
  public static void reflected(@Nullable Method method, @Nullable Object receiver, int site) {
    if (method != null
        && receiver != null
        && method.getDeclaringClass().isInstance(receiver)
        && !CollectionKind.of(receiver).isOverridden(method.getName())) {
      argument(receiver, !isLook(method.getName()), site);
    }
  }

  private static boolean isLook(String method) {
    return switch (method) {
      case "charAt", "element", "entrySet", "equals", "forEach", "hashCode", "iterator" -> true;
      case "keySet", "length", "peek", "size", "stream", "subList", "values" -> true;
      default ->
          method.startsWith("contains")
              || method.startsWith("get")
              || method.startsWith("has")
              || method.startsWith("index")
              || method.startsWith("is")
              || method.startsWith("to");
    };
  }

  /** Before a method of the JDK that looks at a system property, or changes it. */
  public static void property(@Nullable String key, String method, boolean isWrite, int site) {
    Execution now = key == null ? null : Hooks.enter();
    if (key != null && now != null) {
      try {
        now.plainCollections.property(key, method, isWrite, site);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Before a method of the JDK that uses a file, given as it is named. */
  public static void file(@Nullable Object file, String method, boolean isWrite, int site) {
    Execution now = file == null ? null : Hooks.enter();
    if (now != null) {
      try {
        if (now.threads.end() > 1) {
          String key = FileKeys.named(file);
          if (key != null) {
            now.plainCollections.property(key, method, isWrite, site);
          }
        }
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Before code of the JDK calls a method of a collection for the program. */
  public static void inside(@Nullable Object collection, boolean isWrite) {
    if (collection == null
        || Thread.currentThread() != Hooks.running
        || CollectionKind.of(collection).sort != CollectionKind.Sort.PLAIN) {
      return;
    }
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.plainCollections.access(collection, isWrite, -1);
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
