package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.FieldPlace;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the field that an updater updates.
 *
 * @param <U> the updaters
 * @param <F> the fields that they update
 */
final class Updaters<U, F> {
  private final Class<F> type;
  private final BiFunction<U, @Nullable FieldPlace, F> fieldOf;

  /** For updaters whose fields are made by this function; the place is null if it is unknown. */
  Updaters(Class<F> type, BiFunction<U, @Nullable FieldPlace, F> fieldOf) {
    this.type = type;
    this.fieldOf = fieldOf;
  }

  /** Notes which field a new updater updates. */
  void created(U updater, Class<?> owner, String field) {
    Execution now = Controlled.enter();
    try {
      Shadow shadow = now.shadows.register(updater, -1);
      shadow.model = fieldOf.apply(updater, FieldPlace.find(owner, field));
    } finally {
      Hooks.leave(now);
    }
  }

  /** The field of an updater; one that is no variable to the engine if nobody saw it made. */
  F of(U updater) {
    Execution now = Controlled.enter();
    try {
      Shadow shadow = now.shadows.of(updater);
      Object known = shadow.model;
      if (type.isInstance(known)) {
        return type.cast(known);
      }
      F made = fieldOf.apply(updater, null);
      shadow.model = made;
      return made;
    } finally {
      Hooks.leave(now);
    }
  }
}
