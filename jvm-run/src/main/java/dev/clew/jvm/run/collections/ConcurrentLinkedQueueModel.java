package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue without a bound. */
@Models(name = "java.util.concurrent.ConcurrentLinkedQueue", isOfCollections = true)
public final class ConcurrentLinkedQueueModel {
  private ConcurrentLinkedQueueModel() {}

  public static void forEach(Collection<@Nullable Object> self, Consumer<@Nullable Object> action) {
    Traversals.forEach(self, action);
  }

  public static boolean removeIf(
      Collection<@Nullable Object> self, Predicate<@Nullable Object> predicate) {
    return Traversals.removeIf(self, predicate);
  }

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
