package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.ProgramThread;
import org.jspecify.annotations.Nullable;

/** What objects say of themselves. */
final class DefaultText {
  private DefaultText() {}

  /** If the class of an object says nothing better. May call code of the program. */
  static String of(Object object) {
    return object.getClass().getName() + "@" + Integer.toHexString(object.hashCode());
  }

  /** What a lock says of who holds it: which of several alike threads it is. */
  static String ofHolder(@Nullable Thread holder) {
    if (holder == null) {
      return "[Unlocked]";
    }
    Execution now = Controlled.enter();
    try {
      ProgramThread thread = now.threadModel.of(holder);
      if (thread != null) {
        now.likeness.askedFor(thread);
      }
    } finally {
      Hooks.leave(now);
    }
    return "[Locked by thread " + holder.getName() + "]";
  }
}
