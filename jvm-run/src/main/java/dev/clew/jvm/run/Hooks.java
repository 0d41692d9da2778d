package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls: before each access to a field or an element, around monitors, when
 * something is made.
 *
 * <p>A hook is heard only if it comes from the thread that has the turn, and not from what a hook
 * itself calls: {@link #running} is that thread, and null while a hook is at work. Everywhere else
 * the hooks do nothing.
 */
public final class Hooks {
  /** The thread that runs code of the program, null while nothing is controlled. */
  public static @Nullable Thread running;

  /** A number for each turn of each thread in each execution; class guards compare it. */
  public static long turn;

  public static @Nullable Execution execution;

  /** Counts visible operations, for whoever watches that the program goes on. */
  public static long steps;

  private static final int FUEL = 1 << 20;

  /** How many more times loops may go round before somebody looks whether this ever ends. */
  private static int fuel = FUEL;

  private Hooks() {}

  /** Whether the calling code is under control. */
  public static boolean isControlled() {
    return Thread.currentThread() == running;
  }

  /** Whether the calling code is under control, and the object is one that the program made. */
  public static boolean isControlled(Object object) {
    Execution now = execution;
    return now != null && Thread.currentThread() == running && now.shadows.isKnown(object);
  }

  /** Whether the calling code is under control, and a model keeps something for the object. */
  public static boolean isModelled(Object object) {
    Execution now = execution;
    return now != null
        && Thread.currentThread() == running
        && now.shadows.isKnown(object)
        && now.shadows.of(object).model != null;
  }

  /** Begins a stretch of code in which nothing is controlled; pass the result to resume. */
  public static @Nullable Object suspend() {
    Thread self = Thread.currentThread();
    if (self != running) {
      return null;
    }
    running = null;
    Execution now = execution;
    if (now != null) {
      IdentityHashes.suspend(now.current);
    }
    return self;
  }

  /** Ends a stretch that {@link #suspend} began. */
  public static void resume(@Nullable Object token) {
    if (token != null) {
      Execution now = execution;
      if (now != null) {
        IdentityHashes.resume(now.current);
      }
      running = (Thread) token;
    }
  }

  /** The execution under way, null if none. */
  public static @Nullable Execution execution() {
    return execution;
  }

  /** Goes from the program into the tool: the execution, null if nothing is controlled. */
  public static @Nullable Execution enter() {
    Thread self = Thread.currentThread();
    if (self != running) {
      return null;
    }
    Execution entered = execution;
    if (entered == null) {
      throw new Turns.Abandoned();
    }
    running = null;
    return entered;
  }

  /** Goes back to the program; a thread that is being unwound stays under control until its end. */
  public static void leave(Execution left) {
    running = execution == null ? Thread.currentThread() : left.current.runner;
  }

  // --- making things

  /** The shadow of an object that is being made. */
  public static @Nullable Shadow newShadow() {
    Execution now = execution;
    return now != null && Thread.currentThread() == running ? now.shadows.made() : null;
  }

  /** An object of a class that is not the program's was made by the program. */
  public static void newObject(@Nullable Object object, int site) {
    Execution now = execution;
    if (object != null && now != null && Thread.currentThread() == running) {
      running = null;
      now.shadows.register(object, site);
      leave(now);
    }
  }

  /** A call of the JDK gave an object to the program. */
  public static void received(@Nullable Object object) {
    Execution now = execution;
    if (object != null && now != null && Thread.currentThread() == running) {
      running = null;
      now.shadows.received(object);
      leave(now);
    }
  }

  /** An array was made by the program, or came to it. */
  public static void newArray(@Nullable Object array, int site) {
    if (array == null) {
      return;
    }
    newObject(array, site);
    if (array instanceof Object[] rows && array.getClass().getComponentType().isArray()) {
      for (Object row : rows) {
        newArray(row, site);
      }
    }
  }

  // --- accesses

  /** Before a plain instance field is read. */
  public static void readField(Object owner, @Nullable Shadow shadow, int slot, int f, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.readField(owner, shadow, slot, f, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a plain instance field is written. */
  public static void writeField(Object owner, @Nullable Shadow shadow, int slot, int f, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.writeField(owner, shadow, slot, f, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a volatile instance field is read. */
  public static void readVolatile(
      Object owner, @Nullable Shadow shadow, int slot, int field, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.readVolatile(owner, shadow, slot, field, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a volatile instance field is written. */
  public static void writeVolatile(
      Object owner, @Nullable Shadow shadow, int slot, int field, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.writeVolatile(owner, shadow, slot, field, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a plain static field is read. */
  public static void readStatic(int field, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.readStatic(field, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a plain static field is written. */
  public static void writeStatic(int field, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.writeStatic(field, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a volatile static field is read. */
  public static void readVolatileStatic(int field, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.readVolatileStatic(field, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before a volatile static field is written. */
  public static void writeVolatileStatic(int field, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.variables.writeVolatileStatic(field, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before an element of an array is read. */
  public static void readElement(@Nullable Object array, int index, int site) {
    Execution now = array == null ? null : enter();
    if (array != null && now != null) {
      try {
        now.variables.readElement(array, index, site);
      } finally {
        leave(now);
      }
    }
  }

  /** Before an element of an array is written. */
  public static void writeElement(@Nullable Object array, int index, int site) {
    Execution now = array == null ? null : enter();
    if (array != null && now != null) {
      try {
        now.variables.writeElement(array, index, site);
      } finally {
        leave(now);
      }
    }
  }

  // --- monitors

  /** Instead of entering a monitor. */
  public static void monitorEnter(@Nullable Object object, int site) {
    if (object == null) {
      throw new NullPointerException("Cannot enter synchronized block because value is null");
    }
    Execution now = enter();
    if (now != null) {
      try {
        now.monitors.enter(object, site);
      } catch (VirtualMachineError e) {
        now.current.isBusy = true; // who holds the monitor is not known any more
        throw e;
      } finally {
        leave(now);
      }
    }
  }

  /**
   * Instead of leaving a monitor. A thread that is being unwound has nothing to leave: an error
   * here would lead to the same handler once more, as compilers let it guard itself.
   */
  public static void monitorExit(@Nullable Object object, int site) {
    Execution now = object == null || execution == null ? null : enter();
    if (object != null && now != null) {
      try {
        now.monitors.exit(object, site);
      } catch (VirtualMachineError e) {
        now.current.isBusy = true; // who holds the monitor is not known any more
        throw e;
      } finally {
        leave(now);
      }
    }
  }

  // --- loops

  /** A loop goes round once more. */
  public static void loop() {
    if (--fuel < 0) {
      refuel();
    }
  }

  private static void refuel() {
    fuel = FUEL;
    Execution now = enter();
    if (now != null) {
      try {
        now.hangs.wentRound();
      } finally {
        leave(now);
      }
    }
  }

  /** The program is about to make a thread that it gives no name. */
  public static void nameless(int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.threadNames.take(site);
      } finally {
        leave(now);
      }
    }
  }

  // --- loops that only look

  /** A method is called that may change something unnoticed. */
  public static void effect() {
    Execution now = execution;
    if (now != null && Thread.currentThread() == running) {
      now.current.effects++;
      now.current.feared++;
    }
  }

  /** The same, and it may ask for something that no thread of the program decides. */
  public static void outside() {
    Execution now = execution;
    if (now != null && Thread.currentThread() == running) {
      now.current.effects++;
      now.current.feared++;
      now.current.asked++;
    }
  }

  /** A method with loops is called; the number of the call. */
  public static int frame() {
    Execution now = execution;
    return now != null && Thread.currentThread() == running ? now.current.spins.frame() : 0;
  }

  /** What a local variable has when a round begins. */
  public static void spinLocal(long value) {
    spinLocal(value, null);
  }

  public static void spinLocal(int value) {
    spinLocal(value, null);
  }

  public static void spinLocal(float value) {
    spinLocal(Float.floatToRawIntBits(value), null);
  }

  public static void spinLocal(double value) {
    spinLocal(Double.doubleToRawLongBits(value), null);
  }

  public static void spinLocal(@Nullable Object value) {
    spinLocal(0, value);
  }

  private static void spinLocal(long number, @Nullable Object reference) {
    Execution now = execution;
    if (now != null && Thread.currentThread() == running) {
      now.current.spins.local(number, reference);
    }
  }

  /** A loop goes back to its beginning. */
  public static void round(int loop) {
    Execution now = execution;
    if (now != null && Thread.currentThread() == running) {
      now.current.spins.round(loop);
    }
  }

  /** A round of a loop begins that may do more than look, and wait all the same. */
  public static void fair(int loop, int frame, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.spinning.goesRound(now.current, loop, frame, site);
      } finally {
        leave(now);
      }
    }
  }

  /** A round of a loop begins that may only look. */
  public static void spin(int loop, int frame, int site) {
    Execution now = enter();
    if (now != null) {
      try {
        now.spinning.begins(now.current, loop, frame, site);
      } finally {
        leave(now);
      }
    }
  }
}
