package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.AtomicCalls;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Going through a concurrent collection: each step is an operation of its iterator, and others may
 * change the collection between two steps.
 */
public final class Traversals {
  private Traversals() {}

  static void forEach(Collection<@Nullable Object> self, Consumer<@Nullable Object> action) {
    Objects.requireNonNull(action);
    for (Object each : self) {
      action.accept(each);
    }
  }

  static void forEach(
      Map<@Nullable Object, @Nullable Object> self,
      BiConsumer<@Nullable Object, @Nullable Object> action) {
    Objects.requireNonNull(action);
    for (Map.Entry<@Nullable Object, @Nullable Object> each : self.entrySet()) {
      action.accept(each.getKey(), each.getValue());
    }
  }

  static boolean removeIf(
      Collection<@Nullable Object> self, Predicate<@Nullable Object> predicate) {
    Objects.requireNonNull(predicate);
    boolean removed = false;
    Iterator<@Nullable Object> each = self.iterator();
    while (each.hasNext()) {
      if (predicate.test(each.next())) {
        each.remove();
        removed = true;
      }
    }
    return removed;
  }

  /** Removes entries of the map of a view, each if it still is as it was when it was tested. */
  @SuppressWarnings("unchecked") // the views of a map know their map
  static boolean removeEntriesIf(
      Collection<@Nullable Object> view,
      Predicate<Map.Entry<@Nullable Object, @Nullable Object>> predicate) {
    var map = (Map<@Nullable Object, @Nullable Object>) AtomicCalls.ownerOf(view);
    boolean removed = false;
    for (Map.Entry<@Nullable Object, @Nullable Object> each : map.entrySet()) {
      if (predicate.test(each)) {
        removed |= map.remove(each.getKey(), each.getValue());
      }
    }
    return removed;
  }

  /** Goes on step by step, as the iterator does. */
  static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    int characteristics = Spliterator.CONCURRENT | Spliterator.NONNULL;
    return Spliterators.spliteratorUnknownSize(self.iterator(), characteristics);
  }
}
