package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Hooks;

/** What a program can see of the heap: always the same. Asking for a collection does nothing. */
final class MemoryCalls {
  private MemoryCalls() {}

  /** {@code Runtime}. */
  @Replaces(Runtime.class)
  public static final class OfRuntime {
    private OfRuntime() {}

    /** Instead of {@link Runtime#freeMemory}. */
    public static long freeMemory(Runtime runtime) {
      return Hooks.isControlled() ? runtime.maxMemory() / 2 : runtime.freeMemory();
    }

    /** Instead of {@link Runtime#totalMemory}. */
    public static long totalMemory(Runtime runtime) {
      return Hooks.isControlled() ? runtime.maxMemory() : runtime.totalMemory();
    }

    /** Instead of {@link Runtime#gc}. */
    public static void gc(Runtime runtime) {
      if (!Hooks.isControlled()) {
        runtime.gc();
      }
    }
  }

  /** {@code System}. */
  @Replaces(System.class)
  public static final class OfSystem {
    private OfSystem() {}

    /** Instead of {@link System#gc}. */
    public static void gc() {
      if (!Hooks.isControlled()) {
        System.gc();
      }
    }
  }
}
