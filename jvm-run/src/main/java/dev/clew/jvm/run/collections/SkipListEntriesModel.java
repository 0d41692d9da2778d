package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The entries of a skip list. */
@Models(name = "java.util.concurrent.ConcurrentSkipListMap$EntrySet", isOfCollections = true)
public final class SkipListEntriesModel {
  private SkipListEntriesModel() {}

  public static boolean removeIf(
      Collection<@Nullable Object> self, Predicate<@Nullable Object> predicate) {
    Objects.requireNonNull(predicate);
    return Traversals.removeEntriesIf(self, predicate::test);
  }

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
