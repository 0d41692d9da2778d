package dev.clew.jvm.agent;

import dev.clew.jvm.run.Fields;

/** Tells the hooks where the fields of a class are, for code that reaches them by their names. */
final class FieldSlots {
  private FieldSlots() {}

  /**
   * The fields of this class that can change.
   *
   * @param areAtomic whether all accesses to them are to be visible and say what they find
   */
  static void declare(ClassInfo info, ClassFiles files, boolean areAtomic) {
    for (FieldInfo field : info.fields) {
      if (field.isFinal()) {
        continue;
      }
      int number =
          Fields.add(
              info.name, field.name(), field.descriptor(), field.isStatic(), field.isVolatile());
      if (areAtomic) {
        Fields.setAtomic(number);
      }
      if (!field.isStatic()) {
        Fields.setSlot(number, files.slot(info, field));
      }
    }
  }
}
