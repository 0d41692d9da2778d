package dev.clew.jvm.run;

import java.util.Arrays;
import java.util.Collection;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Called by methods of concurrent collections of the JDK: each call is one operation, and what it
 * does inside is part of that.
 *
 * <pre>
 *   method(key) {
 *     AtomicCalls.begin(this, key, access);
 *     try {
 *       ...
 *     } finally {
 *       AtomicCalls.end();
 *     }
 *   }
 * </pre>
 *
 * <p>Only the thread that has the turn can be inside a call, and it keeps the turn until the end,
 * so one place for all is enough. A call within one belongs to it.
 */
public final class AtomicCalls {
  private static @Nullable Thread inside;
  private static int depth;

  /** The queue that a call may change and that was empty before it. */
  private static @Nullable Queue<?> wasEmpty;

  private static UpdateLocks.@Nullable Held held;

  private AtomicCalls() {}

  /** So that nothing of the tool is initialised when a collection calls it. */
  public static void prepare() {
    CollectionViews.collectionOf(new Object());
    Hooks.isControlled();
  }

  /** Before a call; the key is null if there is none. */
  public static void begin(Object view, @Nullable Object key, int access) {
    Thread self = Thread.currentThread();
    if (self == Hooks.running) {
      Execution now = Hooks.enter();
      if (now != null) {
        beginControlled(now, self, view, key, access);
      }
    } else if (self == inside) {
      depth++;
    }
  }

  private static void beginControlled(
      Execution now, Thread self, Object view, @Nullable Object key, int access) {
    boolean begins = false;
    try {
      Object collection = CollectionViews.collectionOf(view);
      if (now.collections.isOfProgram(collection)) {
        int effects = now.current.effects;
        held = now.collections.call(collection, key, access);
        boolean mayChange = now.current.effects != effects;
        wasEmpty = mayChange && isEmptyQueue(collection) ? (Queue<?>) collection : null;
        begins = true;
      }
    } finally {
      if (!begins) {
        Hooks.leave(now);
      }
    }
    if (begins) {
      inside = self;
      depth = 1;
    }
  }

  /** Whether it is an empty queue; one that the program extends is not asked. */
  private static boolean isEmptyQueue(Object collection) {
    return collection instanceof Queue<?> queue
        && collection.getClass().getClassLoader() == null
        && queue.isEmpty();
  }

  /** After a call, however it ended. */
  public static void end() {
    Thread self = Thread.currentThread();
    if (self == inside && --depth == 0) {
      inside = null;
      Execution now = Hooks.execution;
      if (now == null) {
        throw new Turns.Abandoned();
      }
      UpdateLocks.Held released = held;
      held = null;
      Queue<?> queue = wasEmpty;
      wasEmpty = null;
      try {
        if (queue != null && queue.isEmpty()) {
          Spins.unchanged(now);
        }
        if (released != null) {
          released.release(now.current);
        }
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Before a call that goes on under control: the function it is given is the program's. */
  public static void announce(Object view, @Nullable Object key, int access) {
    begin(view, key, access);
    end();
  }

  /** The program made a collection, which uses this one for what it does. */
  public static void made(@Nullable Object collection) {
    Hooks.newObject(collection, -1);
  }

  /** A set was made by the JDK, which uses a map for what it does. */
  public static void madeSet(Object set) {
    if (Thread.currentThread() == Hooks.running) {
      Hooks.newObject(CollectionViews.collectionOf(set), -1);
    }
  }

  /** What a view of a collection is a part of. */
  public static Object ownerOf(Object view) {
    return CollectionViews.ownerOf(view);
  }

  /** What is going to be added to a collection: a copy, if that is an operation of its own. */
  public static Collection<?> copied(Object view, Collection<?> added) {
    boolean isCopied = added != view && added != null && isControlled(view);
    return isCopied ? Arrays.asList(added.toArray()) : added;
  }

  /** Whether the calling code is under control, and the collection is one of the program. */
  public static boolean isControlled(Object view) {
    Execution now = Thread.currentThread() == Hooks.running ? Hooks.enter() : null;
    if (now == null) {
      return false;
    }
    try {
      return now.collections.isOfProgram(CollectionViews.collectionOf(view));
    } finally {
      Hooks.leave(now);
    }
  }

  // --- functions that compute what a collection will hold

  /** Does something with a collection without an operation. */
  public interface Quietly {
    @Nullable Object run();
  }

  /** Begins to compute what a map has for a key. */
  public static Computation compute(Object collection, @Nullable Object key) {
    Execution now = entered();
    try {
      return now.collections.begin(collection, key, true);
    } finally {
      Hooks.leave(now);
    }
  }

  /** Begins to compute all that a collection will hold. */
  public static Computation computeAll(Object collection) {
    Execution now = entered();
    try {
      return now.collections.begin(collection, null, false);
    } finally {
      Hooks.leave(now);
    }
  }

  /** What is there when a computation begins. */
  public static @Nullable Object found(Computation computation, Quietly get) {
    Execution now = entered();
    try {
      Object found = get.run();
      computation.wasAbsent = found == null;
      return found;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Writes what was computed. */
  public static void finish(Computation computation, Quietly write) {
    Execution now = entered();
    try {
      now.collections.standAtWrite(computation);
      write.run();
    } finally {
      Hooks.leave(now);
    }
  }

  /** Ends a computation, also one that failed. */
  public static void end(Computation computation) {
    Execution now = entered();
    try {
      now.collections.end(computation);
    } finally {
      Hooks.leave(now);
    }
  }

  private static Execution entered() {
    Execution now = Hooks.enter();
    if (now == null) {
      throw new IllegalStateException("a computation while nothing is under control");
    }
    return now;
  }
}
