package dev.clew.jvm.program.juc;

import dev.clew.jvm.program.juc.AtomicScripts.Variable;
import java.util.function.Supplier;

/** The ways in which a program can have a variable with atomic operations. */
enum AtomicVariables {
  INTEGER(ClassVariables.IntegerVariable::new, true, true),
  LONG(ClassVariables.LongVariable::new, true, true),
  INTEGERS(ClassVariables.IntegersVariable::new, true, true),
  LONGS(ClassVariables.LongsVariable::new, true, true),
  REFERENCE(ClassVariables.ReferenceVariable::new, false, true),
  REFERENCES(ClassVariables.ReferencesVariable::new, false, true),
  BOOLEAN(ClassVariables.BooleanVariable::new, false, true),
  STAMPED(ClassVariables.StampedVariable::new, false, false),
  MARKED(ClassVariables.MarkedVariable::new, false, false),
  INTEGER_UPDATER(UpdaterVariables.IntegerUpdaterVariable::new, true, true),
  LONG_UPDATER(UpdaterVariables.LongUpdaterVariable::new, true, true),
  REFERENCE_UPDATER(UpdaterVariables.ReferenceUpdaterVariable::new, false, true),
  HANDLE(HandleVariables.HandleVariable::new, true, true),
  HANDLE_VOLATILE(HandleVariables.HandleVolatileVariable::new, true, true),
  HANDLE_STATIC(HandleVariables.HandleStaticVariable::new, true, true),
  HANDLE_ELEMENT(HandleVariables.HandleElementVariable::new, true, true),
  HANDLE_REFERENCE(HandleVariables.HandleReferenceVariable::new, false, true),
  MIXED(HandleVariables.MixedVariable::new, true, true),
  MIXED_PLAIN(HandleVariables.MixedPlainVariable::new, true, true),
  MIXED_ELEMENT(HandleVariables.MixedElementVariable::new, true, true),
  MIXED_UPDATER(UpdaterVariables.MixedUpdaterVariable::new, true, true),
  UNSAFE(UnsafeVariables.UnsafeVariable::new, true, true),
  UNSAFE_ELEMENT(UnsafeVariables.UnsafeElementVariable::new, true, true),
  UNSAFE_STATIC(UnsafeVariables.UnsafeStaticVariable::new, true, true);

  private final Supplier<Variable> constructor;

  /** Can it add? */
  final boolean adds;

  /** Are its reads and writes those of a plain field or element? */
  final boolean isPlain;

  /** Can it exchange? */
  final boolean swaps;

  AtomicVariables(Supplier<Variable> constructor, boolean adds, boolean swaps) {
    this.constructor = constructor;
    this.adds = adds;
    this.swaps = swaps;
    this.isPlain = name().equals("MIXED_PLAIN") || name().equals("MIXED_ELEMENT");
  }

  Variable make() {
    return constructor.get();
  }
}
