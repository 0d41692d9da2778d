package dev.clew.jvm.run;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Reaches what the JDK keeps to itself. */
final class Internals {
  private static final @Nullable Memory MEMORY;
  private static final @Nullable Throwable PROBLEM;

  static {
    Memory memory = null;
    Throwable problem = null;
    try {
      memory = Memory.open();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      problem = e;
    }
    MEMORY = memory;
    PROBLEM = problem;
  }

  private Internals() {}

  /** A static field: where it is. */
  record StaticField(Memory memory, @Nullable Object base, long offset) {
    int getInt() {
      return memory.getInt(base, offset);
    }

    void putInt(int value) {
      memory.putInt(base, offset, value);
    }

    long getLong() {
      return memory.getLong(base, offset);
    }

    void putLong(long value) {
      memory.putLong(base, offset, value);
    }

    void putBoolean(boolean value) {
      memory.putBoolean(base, offset, value);
    }

    @Nullable Object get() {
      return memory.getReference(base, offset);
    }
  }

  /**
   * The memory of the JVM.
   *
   * @throws ReflectiveOperationException if this JDK gives no access to it
   */
  static Memory memory() throws ReflectiveOperationException {
    if (MEMORY == null) {
      throw new ReflectiveOperationException("no access to the memory of the JVM", PROBLEM);
    }
    return MEMORY;
  }

  /** A class of the JDK, not initialised. */
  static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
  }

  /** A static field of a class of the JDK, which is initialised then. */
  static StaticField staticField(String className, String name)
      throws ReflectiveOperationException {
    Memory memory = memory();
    Field field =
        Class.forName(className, true, ClassLoader.getPlatformClassLoader()).getDeclaredField(name);
    return new StaticField(memory, memory.staticFieldBase(field), memory.staticFieldOffset(field));
  }
}
