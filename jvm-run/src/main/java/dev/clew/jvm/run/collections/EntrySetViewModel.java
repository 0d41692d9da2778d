package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The entries of a hash map. */
@Models(name = "java.util.concurrent.ConcurrentHashMap$EntrySetView", isOfCollections = true)
public final class EntrySetViewModel {
  private EntrySetViewModel() {}

  public static void forEach(Collection<@Nullable Object> self, Consumer<@Nullable Object> action) {
    Traversals.forEach(self, action);
  }

  public static boolean removeIf(
      Collection<@Nullable Object> self, Predicate<@Nullable Object> predicate) {
    Objects.requireNonNull(predicate);
    return Traversals.removeEntriesIf(self, predicate::test);
  }

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
