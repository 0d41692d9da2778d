package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The shadows of objects that cannot carry one themselves: arrays, and objects of JDK classes.
 *
 * <p>Open addressing by identity hash code. Holds the objects of one execution.
 */
final class IdentityMap {
  private @Nullable Object[] keys = new @Nullable Object[256];
  private @Nullable Shadow[] shadows = new @Nullable Shadow[256];
  private int[] used = new int[128];
  private int size;

  /** The shadow of an object, null if it has none. */
  @Nullable Shadow get(Object object) {
    return shadows[slot(object)];
  }

  /** Gives an object a shadow. */
  void put(Object object, Shadow shadow) {
    int slot = slot(object);
    if (keys[slot] == null) {
      if (size == used.length) {
        grow();
        slot = slot(object);
      }
      keys[slot] = object;
      used[size++] = slot;
    }
    shadows[slot] = shadow;
  }

  /** Forgets all objects. */
  void clear() {
    for (int i = 0; i < size; i++) {
      keys[used[i]] = null;
      shadows[used[i]] = null;
    }
    size = 0;
  }

  private int slot(Object object) {
    int mask = keys.length - 1;
    int hash = System.identityHashCode(object) * 0x9E3779B9;
    int slot = (hash >>> 7) & mask;
    while (keys[slot] != object && keys[slot] != null) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    @Nullable Object[] oldKeys = keys;
    @Nullable Shadow[] oldShadows = shadows;
    keys = new @Nullable Object[2 * oldKeys.length];
    shadows = new @Nullable Shadow[2 * oldKeys.length];
    used = Arrays.copyOf(used, 2 * used.length);
    for (int i = 0; i < size; i++) {
      int old = used[i];
      Object key = oldKeys[old];
      if (key != null) {
        int slot = slot(key);
        keys[slot] = key;
        shadows[slot] = oldShadows[old];
        used[i] = slot;
      }
    }
  }
}
