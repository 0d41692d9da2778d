package dev.clew.jvm.agent;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells the call of {@code this(...)} or {@code super(...)} in a constructor from the calls that
 * initialise new objects.
 *
 * <p>Counts the new objects of each class that are not initialised yet, in the order of the code:
 * compilers keep the parts of an expression together, so a constructor call that none of them waits
 * for is for {@code this}.
 */
final class SelfCalls {
  private final String self;
  private final @Nullable String superName;
  private final Map<String, Integer> waiting = new HashMap<>();

  SelfCalls(String self, @Nullable String superName) {
    this.self = self;
    this.superName = superName;
  }

  /** The code makes an object. */
  void make(String type) {
    waiting.merge(type, 1, Integer::sum);
  }

  /** The code calls a constructor of this class: is it for {@code this}? */
  boolean isNext(String owner) {
    int objects = waiting.getOrDefault(owner, 0);
    if (objects > 0) {
      waiting.put(owner, objects - 1);
      return false;
    }
    return owner.equals(self) || owner.equals(superName);
  }
}
