package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.CollectionCalls;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Synchronized wrappers that the JDK makes for the program: their monitors are under control. */
@Replaces(Collections.class)
public final class CollectionsCalls {
  private CollectionsCalls() {}

  /** Instead of {@link Collections#synchronizedCollection}. */
  public static Collection<Object> synchronizedCollection(Collection<Object> c, int site) {
    return CollectionCalls.made(Collections.synchronizedCollection(c), site);
  }

  /** Instead of {@link Collections#synchronizedSet}. */
  public static Set<Object> synchronizedSet(Set<Object> set, int site) {
    return CollectionCalls.made(Collections.synchronizedSet(set), site);
  }

  /** Instead of {@link Collections#synchronizedSortedSet}. */
  public static SortedSet<Object> synchronizedSortedSet(SortedSet<Object> set, int site) {
    return CollectionCalls.made(Collections.synchronizedSortedSet(set), site);
  }

  /** Instead of {@link Collections#synchronizedNavigableSet}. */
  public static NavigableSet<Object> synchronizedNavigableSet(NavigableSet<Object> set, int site) {
    return CollectionCalls.made(Collections.synchronizedNavigableSet(set), site);
  }

  /** Instead of {@link Collections#synchronizedList}. */
  public static List<Object> synchronizedList(List<Object> list, int site) {
    return CollectionCalls.made(Collections.synchronizedList(list), site);
  }

  /** Instead of {@link Collections#synchronizedMap}. */
  public static Map<Object, Object> synchronizedMap(Map<Object, Object> map, int site) {
    return CollectionCalls.made(Collections.synchronizedMap(map), site);
  }

  /** Instead of {@link Collections#synchronizedSortedMap}. */
  public static SortedMap<Object, Object> synchronizedSortedMap(
      SortedMap<Object, Object> map, int site) {
    return CollectionCalls.made(Collections.synchronizedSortedMap(map), site);
  }

  /** Instead of {@link Collections#synchronizedNavigableMap}. */
  public static NavigableMap<Object, Object> synchronizedNavigableMap(
      NavigableMap<Object, Object> map, int site) {
    return CollectionCalls.made(Collections.synchronizedNavigableMap(map), site);
  }
}
