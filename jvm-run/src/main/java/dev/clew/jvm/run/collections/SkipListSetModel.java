package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/** A sorted set. */
@Models(name = "java.util.concurrent.ConcurrentSkipListSet", isOfCollections = true)
public final class SkipListSetModel {
  private SkipListSetModel() {}

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
