package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Atomics;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.FieldPlace;
import org.jspecify.annotations.Nullable;

/** Whole numbers in a volatile field that an updater reaches by its name. */
abstract class UpdatedNumbers extends AtomicNumbers<Object> {
  private final @Nullable FieldPlace field;

  /** Numbers in this field; null if it is not one of the program. */
  UpdatedNumbers(@Nullable FieldPlace field) {
    this.field = field;
  }

  @Override
  final int place(Execution now, Object owner, int index) {
    return field == null ? Atomics.UNKNOWN : field.number(now, owner);
  }

  @Override
  final void compares(Execution now) {
    if (field != null) {
      now.variables.accessAtomically(field.field());
    }
  }
}
