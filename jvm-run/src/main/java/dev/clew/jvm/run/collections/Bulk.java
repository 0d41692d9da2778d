package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.AtomicCalls;
import dev.clew.jvm.run.AtomicCollections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a hash map does for many of its entries at a time: it looks at the map once, and then
 * threads of the common pool do it with what was there, if these are more than a threshold.
 */
final class Bulk {
  private Bulk() {}

  /** The entries, in one operation. */
  static List<Entry<Object, Object>> entries(ConcurrentHashMap<Object, Object> map) {
    AtomicCalls.begin(map, null, AtomicCollections.READ);
    try {
      return new ArrayList<>(map.entrySet());
    } finally {
      AtomicCalls.end();
    }
  }

  /** The keys, in one operation. */
  static List<Object> keys(ConcurrentHashMap<Object, Object> map) {
    AtomicCalls.begin(map, null, AtomicCollections.READ);
    try {
      return new ArrayList<>(map.keySet());
    } finally {
      AtomicCalls.end();
    }
  }

  /** The values, in one operation. */
  static List<Object> values(ConcurrentHashMap<Object, Object> map) {
    AtomicCalls.begin(map, null, AtomicCollections.READ);
    try {
      return new ArrayList<>(map.values());
    } finally {
      AtomicCalls.end();
    }
  }

  /** In parallel, if there are as many as the threshold says. */
  static <T> Stream<T> stream(List<T> all, long threshold) {
    boolean isParallel = all.size() > 1 && all.size() >= threshold;
    return isParallel ? all.parallelStream() : all.stream();
  }

  static <T> void forEach(List<T> all, long threshold, Consumer<? super T> action) {
    Objects.requireNonNull(action);
    stream(all, threshold).forEach(action);
  }

  /** What the function makes of them is given to the action, unless it is nothing. */
  static <T> void forEach(
      List<T> all,
      long threshold,
      Function<? super T, @Nullable Object> transformer,
      Consumer<Object> action) {
    Objects.requireNonNull(transformer);
    Objects.requireNonNull(action);
    stream(all, threshold)
        .forEach(
            each -> {
              Object made = transformer.apply(each);
              if (made != null) {
                action.accept(made);
              }
            });
  }

  /** What the function says of one of which it says something. */
  static <T> @Nullable Object search(
      List<T> all, long threshold, Function<? super T, @Nullable Object> function) {
    Objects.requireNonNull(function);
    return found(all, threshold, function).findAny().orElse(null);
  }

  static <T> @Nullable Object reduce(
      List<T> all,
      long threshold,
      Function<? super T, @Nullable Object> transformer,
      BinaryOperator<Object> reducer) {
    Objects.requireNonNull(transformer);
    Objects.requireNonNull(reducer);
    return found(all, threshold, transformer).reduce(reducer).orElse(null);
  }

  private static <T> Stream<Object> found(
      List<T> all, long threshold, Function<? super T, @Nullable Object> function) {
    return stream(all, threshold)
        .flatMap(
            each -> {
              Object made = function.apply(each);
              return made == null ? Stream.<Object>empty() : Stream.of(made);
            });
  }
}
