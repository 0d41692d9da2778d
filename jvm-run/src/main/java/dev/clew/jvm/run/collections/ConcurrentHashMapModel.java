package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.AtomicCalls;
import dev.clew.jvm.run.Computation;
import dev.clew.jvm.run.juc.Models;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
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

  // --- many at a time

  public static void forEach(
      ConcurrentHashMap<Object, Object> self, long threshold, BiConsumer<Object, Object> action) {
    Objects.requireNonNull(action);
    Bulk.forEach(
        Bulk.entries(self), threshold, each -> action.accept(each.getKey(), each.getValue()));
  }

  public static void forEach(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      BiFunction<Object, Object, @Nullable Object> function,
      Consumer<Object> action) {
    Objects.requireNonNull(function);
    Bulk.forEach(
        Bulk.entries(self),
        threshold,
        each -> function.apply(each.getKey(), each.getValue()),
        action);
  }

  public static @Nullable Object search(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      BiFunction<Object, Object, @Nullable Object> function) {
    Objects.requireNonNull(function);
    return Bulk.search(
        Bulk.entries(self), threshold, each -> function.apply(each.getKey(), each.getValue()));
  }

  public static @Nullable Object reduce(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      BiFunction<Object, Object, @Nullable Object> function,
      BiFunction<Object, Object, Object> reducer) {
    Objects.requireNonNull(function);
    return Bulk.reduce(
        Bulk.entries(self),
        threshold,
        each -> function.apply(each.getKey(), each.getValue()),
        reducer::apply);
  }

  public static double reduceToDouble(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToDoubleBiFunction<Object, Object> function,
      double basis,
      DoubleBinaryOperator reducer) {
    return Bulk.stream(Bulk.entries(self), threshold)
        .mapToDouble(each -> function.applyAsDouble(each.getKey(), each.getValue()))
        .reduce(basis, reducer);
  }

  public static long reduceToLong(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToLongBiFunction<Object, Object> function,
      long basis,
      LongBinaryOperator reducer) {
    return Bulk.stream(Bulk.entries(self), threshold)
        .mapToLong(each -> function.applyAsLong(each.getKey(), each.getValue()))
        .reduce(basis, reducer);
  }

  public static int reduceToInt(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToIntBiFunction<Object, Object> function,
      int basis,
      IntBinaryOperator reducer) {
    return Bulk.stream(Bulk.entries(self), threshold)
        .mapToInt(each -> function.applyAsInt(each.getKey(), each.getValue()))
        .reduce(basis, reducer);
  }

  public static void forEachKey(
      ConcurrentHashMap<Object, Object> self, long threshold, Consumer<Object> action) {
    Bulk.forEach(Bulk.keys(self), threshold, action);
  }

  public static void forEachKey(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Object, @Nullable Object> function,
      Consumer<Object> action) {
    Bulk.forEach(Bulk.keys(self), threshold, function, action);
  }

  public static @Nullable Object searchKeys(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Object, @Nullable Object> function) {
    return Bulk.search(Bulk.keys(self), threshold, function);
  }

  public static @Nullable Object reduceKeys(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      BiFunction<Object, Object, Object> reducer) {
    return Bulk.reduce(Bulk.keys(self), threshold, each -> each, reducer::apply);
  }

  public static @Nullable Object reduceKeys(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Object, @Nullable Object> function,
      BiFunction<Object, Object, Object> reducer) {
    return Bulk.reduce(Bulk.keys(self), threshold, function, reducer::apply);
  }

  public static double reduceKeysToDouble(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToDoubleFunction<Object> function,
      double basis,
      DoubleBinaryOperator reducer) {
    return Bulk.stream(Bulk.keys(self), threshold).mapToDouble(function).reduce(basis, reducer);
  }

  public static long reduceKeysToLong(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToLongFunction<Object> function,
      long basis,
      LongBinaryOperator reducer) {
    return Bulk.stream(Bulk.keys(self), threshold).mapToLong(function).reduce(basis, reducer);
  }

  public static int reduceKeysToInt(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToIntFunction<Object> function,
      int basis,
      IntBinaryOperator reducer) {
    return Bulk.stream(Bulk.keys(self), threshold).mapToInt(function).reduce(basis, reducer);
  }

  public static void forEachValue(
      ConcurrentHashMap<Object, Object> self, long threshold, Consumer<Object> action) {
    Bulk.forEach(Bulk.values(self), threshold, action);
  }

  public static void forEachValue(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Object, @Nullable Object> function,
      Consumer<Object> action) {
    Bulk.forEach(Bulk.values(self), threshold, function, action);
  }

  public static @Nullable Object searchValues(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Object, @Nullable Object> function) {
    return Bulk.search(Bulk.values(self), threshold, function);
  }

  public static @Nullable Object reduceValues(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      BiFunction<Object, Object, Object> reducer) {
    return Bulk.reduce(Bulk.values(self), threshold, each -> each, reducer::apply);
  }

  public static @Nullable Object reduceValues(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Object, @Nullable Object> function,
      BiFunction<Object, Object, Object> reducer) {
    return Bulk.reduce(Bulk.values(self), threshold, function, reducer::apply);
  }

  public static double reduceValuesToDouble(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToDoubleFunction<Object> function,
      double basis,
      DoubleBinaryOperator reducer) {
    return Bulk.stream(Bulk.values(self), threshold).mapToDouble(function).reduce(basis, reducer);
  }

  public static long reduceValuesToLong(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToLongFunction<Object> function,
      long basis,
      LongBinaryOperator reducer) {
    return Bulk.stream(Bulk.values(self), threshold).mapToLong(function).reduce(basis, reducer);
  }

  public static int reduceValuesToInt(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToIntFunction<Object> function,
      int basis,
      IntBinaryOperator reducer) {
    return Bulk.stream(Bulk.values(self), threshold).mapToInt(function).reduce(basis, reducer);
  }

  public static void forEachEntry(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Consumer<Map.Entry<Object, Object>> action) {
    Bulk.forEach(Bulk.entries(self), threshold, action);
  }

  public static void forEachEntry(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Map.Entry<Object, Object>, @Nullable Object> function,
      Consumer<Object> action) {
    Bulk.forEach(Bulk.entries(self), threshold, function, action);
  }

  public static @Nullable Object searchEntries(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Map.Entry<Object, Object>, @Nullable Object> function) {
    return Bulk.search(Bulk.entries(self), threshold, function);
  }

  public static Map.@Nullable Entry<Object, Object> reduceEntries(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      BiFunction<Map.Entry<Object, Object>, Map.Entry<Object, Object>, Map.Entry<Object, Object>>
          reducer) {
    return Bulk.stream(Bulk.entries(self), threshold).reduce(reducer::apply).orElse(null);
  }

  public static @Nullable Object reduceEntries(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      Function<Map.Entry<Object, Object>, @Nullable Object> function,
      BiFunction<Object, Object, Object> reducer) {
    return Bulk.reduce(Bulk.entries(self), threshold, function, reducer::apply);
  }

  public static double reduceEntriesToDouble(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToDoubleFunction<Map.Entry<Object, Object>> function,
      double basis,
      DoubleBinaryOperator reducer) {
    return Bulk.stream(Bulk.entries(self), threshold).mapToDouble(function).reduce(basis, reducer);
  }

  public static long reduceEntriesToLong(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToLongFunction<Map.Entry<Object, Object>> function,
      long basis,
      LongBinaryOperator reducer) {
    return Bulk.stream(Bulk.entries(self), threshold).mapToLong(function).reduce(basis, reducer);
  }

  public static int reduceEntriesToInt(
      ConcurrentHashMap<Object, Object> self,
      long threshold,
      ToIntFunction<Map.Entry<Object, Object>> function,
      int basis,
      IntBinaryOperator reducer) {
    return Bulk.stream(Bulk.entries(self), threshold).mapToInt(function).reduce(basis, reducer);
  }
}
