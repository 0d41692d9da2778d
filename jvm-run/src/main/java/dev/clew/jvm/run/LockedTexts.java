package dev.clew.jvm.run;

import java.io.Reader;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Readers and writers of which the JDK's code calls code of the program while it holds their lock:
 * those of classes of the program, and those that have such an object as their lock.
 */
public final class LockedTexts {
  private static final Memory MEMORY;
  private static final long OF_READER;
  private static final long OF_WRITER;

  static {
    try {
      MEMORY = Internals.memory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    OF_READER = MEMORY.objectFieldOffset(Reader.class, "lock");
    OF_WRITER = MEMORY.objectFieldOffset(Writer.class, "lock");
  }

  private LockedTexts() {}

  /** Whether the calling code is under control, and is to take the lock of this under control. */
  public static boolean isControlled(Object text) {
    return Hooks.isControlled() && (text instanceof Shadowed || lock(text) instanceof Shadowed);
  }

  private static @Nullable Object lock(Object text) {
    return MEMORY.getReference(text, text instanceof Writer ? OF_WRITER : OF_READER);
  }
}
