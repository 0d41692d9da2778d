package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sorted map. What computes the value for a key holds nobody off: it looks, calls the function
 * and writes if what it saw is still there, else it begins again.
 */
@Models(value = ConcurrentSkipListMap.class, isOfCollections = true)
public final class ConcurrentSkipListMapModel {
  private ConcurrentSkipListMapModel() {}

  public static @Nullable Object compute(
      ConcurrentSkipListMap<Object, Object> self,
      Object key,
      BiFunction<Object, @Nullable Object, @Nullable Object> function) {
    Objects.requireNonNull(function);
    while (true) {
      Object found = self.get(key);
      Object value = function.apply(key, found);
      if (isWritten(self, key, found, value)) {
        return value;
      }
    }
  }

  public static @Nullable Object computeIfAbsent(
      ConcurrentSkipListMap<Object, Object> self,
      Object key,
      Function<Object, @Nullable Object> function) {
    Objects.requireNonNull(function);
    Object found = self.get(key);
    if (found != null) {
      return found;
    }
    Object value = function.apply(key);
    Object other = value == null ? null : self.putIfAbsent(key, value);
    return other == null ? value : other;
  }

  public static @Nullable Object computeIfPresent(
      ConcurrentSkipListMap<Object, Object> self,
      Object key,
      BiFunction<Object, Object, @Nullable Object> function) {
    Objects.requireNonNull(function);
    while (true) {
      Object found = self.get(key);
      if (found == null) {
        return null;
      }
      Object value = function.apply(key, found);
      if (isWritten(self, key, found, value)) {
        return value;
      }
    }
  }

  public static @Nullable Object merge(
      ConcurrentSkipListMap<Object, Object> self,
      Object key,
      Object added,
      BiFunction<Object, Object, @Nullable Object> function) {
    Objects.requireNonNull(added);
    Objects.requireNonNull(function);
    while (true) {
      Object found = self.get(key);
      Object value = found == null ? added : function.apply(found, added);
      if (isWritten(self, key, found, value)) {
        return value;
      }
    }
  }

  private static boolean isWritten(
      ConcurrentSkipListMap<Object, Object> map,
      Object key,
      @Nullable Object found,
      @Nullable Object value) {
    if (found == null) {
      return value == null || map.putIfAbsent(key, value) == null;
    }
    return value == null ? map.remove(key, found) : map.replace(key, found, value);
  }

  // --- many keys

  public static void forEach(
      ConcurrentSkipListMap<@Nullable Object, @Nullable Object> self,
      BiConsumer<@Nullable Object, @Nullable Object> action) {
    Traversals.forEach(self, action);
  }

  public static void replaceAll(
      ConcurrentSkipListMap<Object, Object> self, BiFunction<Object, Object, Object> function) {
    Objects.requireNonNull(function);
    for (Map.Entry<Object, Object> each : self.entrySet()) {
      Object key = each.getKey();
      Object found = each.getValue();
      while (found != null && !self.replace(key, found, function.apply(key, found))) {
        found = self.get(key);
      }
    }
  }
}
