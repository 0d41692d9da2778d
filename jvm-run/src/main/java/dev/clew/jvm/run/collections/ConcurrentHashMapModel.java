package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.AtomicCalls;
import dev.clew.jvm.run.Computation;
import dev.clew.jvm.run.juc.Models;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A hash map: what computes the value for a key holds off all others that write that key.
 *
 * <p>The function runs under control and outside the map, which has its locks by buckets: these are
 * never held while the function runs.
 */
@Models(value = ConcurrentHashMap.class, isOfCollections = true)
public final class ConcurrentHashMapModel {
  private ConcurrentHashMapModel() {}

  public static @Nullable Object compute(
      ConcurrentHashMap<Object, Object> self,
      Object key,
      BiFunction<Object, @Nullable Object, @Nullable Object> function) {
    Objects.requireNonNull(key);
    Objects.requireNonNull(function);
    Computation computation = AtomicCalls.compute(self, key);
    try {
      Object found = AtomicCalls.found(computation, () -> self.get(key));
      Object value = function.apply(key, found);
      write(computation, self, key, value);
      return value;
    } finally {
      AtomicCalls.end(computation);
    }
  }

  public static @Nullable Object computeIfAbsent(
      ConcurrentHashMap<Object, Object> self,
      Object key,
      Function<Object, @Nullable Object> function) {
    Objects.requireNonNull(key);
    Objects.requireNonNull(function);
    Computation computation = AtomicCalls.compute(self, key);
    try {
      Object found = AtomicCalls.found(computation, () -> self.get(key));
      if (found != null) {
        return found;
      }
      Object value = function.apply(key);
      write(computation, self, key, value);
      return value;
    } finally {
      AtomicCalls.end(computation);
    }
  }

  public static @Nullable Object computeIfPresent(
      ConcurrentHashMap<Object, Object> self,
      Object key,
      BiFunction<Object, Object, @Nullable Object> function) {
    Objects.requireNonNull(key);
    Objects.requireNonNull(function);
    Computation computation = AtomicCalls.compute(self, key);
    try {
      Object found = AtomicCalls.found(computation, () -> self.get(key));
      if (found == null) {
        return null;
      }
      Object value = function.apply(key, found);
      write(computation, self, key, value);
      return value;
    } finally {
      AtomicCalls.end(computation);
    }
  }

  public static @Nullable Object merge(
      ConcurrentHashMap<Object, Object> self,
      Object key,
      Object added,
      BiFunction<Object, Object, @Nullable Object> function) {
    Objects.requireNonNull(key);
    Objects.requireNonNull(added);
    Objects.requireNonNull(function);
    Computation computation = AtomicCalls.compute(self, key);
    try {
      Object found = AtomicCalls.found(computation, () -> self.get(key));
      Object value = found == null ? added : function.apply(found, added);
      write(computation, self, key, value);
      return value;
    } finally {
      AtomicCalls.end(computation);
    }
  }

  private static void write(
      Computation computation,
      ConcurrentHashMap<Object, Object> map,
      Object key,
      @Nullable Object value) {
    AtomicCalls.finish(computation, () -> value == null ? map.remove(key) : map.put(key, value));
  }

  // --- many keys

  public static void forEach(
      ConcurrentHashMap<@Nullable Object, @Nullable Object> self,
      BiConsumer<@Nullable Object, @Nullable Object> action) {
    Traversals.forEach(self, action);
  }

  public static void forEach(
      ConcurrentHashMap<@Nullable Object, @Nullable Object> self,
      long parallelism,
      BiConsumer<@Nullable Object, @Nullable Object> action) {
    Traversals.forEach(self, action);
  }

  public static void putAll(ConcurrentHashMap<Object, Object> self, Map<Object, Object> added) {
    for (Map.Entry<Object, Object> each : added.entrySet()) {
      self.put(each.getKey(), each.getValue());
    }
  }

  public static void replaceAll(
      ConcurrentHashMap<Object, Object> self, BiFunction<Object, Object, Object> function) {
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
