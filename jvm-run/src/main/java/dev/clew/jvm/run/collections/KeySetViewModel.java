package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.juc.Models;
import java.util.Collection;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The keys of a hash map. */
@Models(name = "java.util.concurrent.ConcurrentHashMap$KeySetView", isOfCollections = true)
public final class KeySetViewModel {
  private KeySetViewModel() {}

  public static void forEach(Collection<@Nullable Object> self, Consumer<@Nullable Object> action) {
    Traversals.forEach(self, action);
  }

  public static boolean addAll(Collection<@Nullable Object> self, Collection<?> added) {
    boolean changed = false;
    for (Object each : added) {
      changed |= self.add(each);
    }
    return changed;
  }

  public static Spliterator<@Nullable Object> spliterator(Collection<@Nullable Object> self) {
    return Traversals.spliterator(self);
  }
}
