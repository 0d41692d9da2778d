package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/** The keys of a skip list. */
@Models(name = "java.util.concurrent.ConcurrentSkipListMap$KeySet", isOfCollections = true)
public final class SkipListKeysModel {
  private SkipListKeysModel() {}

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
