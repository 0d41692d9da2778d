package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Hooks;
import java.util.concurrent.ConcurrentHashMap;

/** Sets that the JDK makes for the program. */
@Replaces(ConcurrentHashMap.class)
public final class ConcurrentHashMapCalls {
  private ConcurrentHashMapCalls() {}

  /** Instead of {@link ConcurrentHashMap#newKeySet()}. */
  public static ConcurrentHashMap.KeySetView<Object, Boolean> newKeySet(int site) {
    return made(ConcurrentHashMap.newKeySet(), site);
  }

  /** Instead of {@link ConcurrentHashMap#newKeySet(int)}. */
  public static ConcurrentHashMap.KeySetView<Object, Boolean> newKeySet(int capacity, int site) {
    return made(ConcurrentHashMap.newKeySet(capacity), site);
  }

  private static ConcurrentHashMap.KeySetView<Object, Boolean> made(
      ConcurrentHashMap.KeySetView<Object, Boolean> set, int site) {
    Hooks.newObject(set.getMap(), site);
    return set;
  }
}
