package dev.clew.jvm.run;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  /** Forgets the objects that nobody but this map knows any more. */
  void forgetGarbage() {
    List<WeakReference<@Nullable Object>> known = new ArrayList<>(size);
    @Nullable Shadow[] theirs = new @Nullable Shadow[size];
    boolean[] owned = new boolean[size];
    for (int i = 0; i < size; i++) {
      known.add(new WeakReference<>(keys[used[i]]));
      theirs[i] = shadows[used[i]];
    }
    // From here on nothing is allocated that could fail.
    for (int i = 0; i < size; i++) {
      Shadow shadow = theirs[i];
      owned[i] = shadow != null && shadow.owner == keys[used[i]];
      if (owned[i] && shadow != null) {
        shadow.owner = null;
      }
    }
    clear();
    System.gc();
    for (int i = 0; i < theirs.length; i++) {
      Object key = known.get(i).get();
      Shadow shadow = theirs[i];
      if (key != null && shadow != null) {
        shadow.owner = owned[i] ? key : shadow.owner;
        put(key, shadow);
      }
    }
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
