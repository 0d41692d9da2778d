package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The values of a skip list. */
@Models(name = "java.util.concurrent.ConcurrentSkipListMap$Values", isOfCollections = true)
public final class SkipListValuesModel {
  private SkipListValuesModel() {}

  public static boolean removeIf(
      Collection<@Nullable Object> self, Predicate<@Nullable Object> predicate) {
    Objects.requireNonNull(predicate);
    return Traversals.removeEntriesIf(self, entry -> predicate.test(entry.getValue()));
  }

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
