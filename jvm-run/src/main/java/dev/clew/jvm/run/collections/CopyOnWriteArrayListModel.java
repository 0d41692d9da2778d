package dev.clew.jvm.run.collections;

import dev.clew.jvm.run.AtomicCalls;
import dev.clew.jvm.run.Computation;
import dev.clew.jvm.run.juc.Models;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A list that is copied by whoever changes it: what computes the copy holds off other changes. */
@Models(value = CopyOnWriteArrayList.class, isOfCollections = true)
public final class CopyOnWriteArrayListModel {
  private CopyOnWriteArrayListModel() {}

  public static boolean removeIf(
      CopyOnWriteArrayList<@Nullable Object> self, Predicate<@Nullable Object> predicate) {
    Objects.requireNonNull(predicate);
    return change(self, copy -> copy.removeIf(predicate));
  }

  public static void replaceAll(
      CopyOnWriteArrayList<@Nullable Object> self, UnaryOperator<@Nullable Object> operator) {
    Objects.requireNonNull(operator);
    change(
        self,
        copy -> {
          copy.replaceAll(operator);
          return true;
        });
  }

  /** Changes a copy, says whether that makes a difference. */
  private interface Change {
    boolean of(List<@Nullable Object> copy);
  }

  private static boolean set(
      CopyOnWriteArrayList<@Nullable Object> self, List<@Nullable Object> elements) {
    self.clear();
    return self.addAll(elements);
  }

  private static boolean change(CopyOnWriteArrayList<@Nullable Object> self, Change change) {
    Computation computation = AtomicCalls.computeAll(self);
    try {
      List<@Nullable Object> copy = new ArrayList<>();
      AtomicCalls.found(computation, () -> copy.addAll(self));
      boolean changed = change.of(copy);
      AtomicCalls.finish(computation, () -> changed && set(self, copy));
      return changed;
    } finally {
      AtomicCalls.end(computation);
    }
  }
}
