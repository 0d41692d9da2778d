package dev.clew.jvm.agent;

import dev.clew.jvm.run.Fields;

/** Tells the hooks where the fields of a class are, for code that reaches them by their names. */
final class FieldSlots {
  private FieldSlots() {}

  /** The fields of this class that can change. */
  static void declare(ClassInfo info, ClassFiles files) {
    for (FieldInfo field : info.fields) {
      if (field.isFinal()) {
        continue;
      }
      int number =
          Fields.add(
              info.name, field.name(), field.descriptor(), field.isStatic(), field.isVolatile());
      if (!field.isStatic()) {
        Fields.setSlot(number, files.slot(info, field));
      }
    }
  }
}
