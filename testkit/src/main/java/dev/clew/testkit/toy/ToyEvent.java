package dev.clew.testkit.toy;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;

/** The visible operation a machine did last; the fields are the columns of a {@link Trace}. */
final class ToyEvent {
  /** The code of the kind; a reference here would cost a write barrier per operation. */
  int kind;

  int object;
  int other;
  int modes;
  int label;
  int before;
  int expected;
  int amount;
  int link;
  int target;

  /** What the operation read, wrote or returned. */
  int value;

  /** Whether the fields that few operations have are absent, so that they need no reset. */
  private boolean isPlain;

  /** The instruction, from which the source line follows. */
  int pc;

  /** Begins the description of an operation; what is not set after this is absent. */
  void begin(OpKind newKind, int newObject, int newModes) {
    describe(newKind, newObject, newModes, 0, 0);
    isPlain = false;
  }

  /** The whole description of an operation that has nothing more. */
  void describe(OpKind newKind, int newObject, int newModes, int newBefore, int newValue) {
    kind = newKind.code();
    object = newObject;
    modes = newModes;
    before = newBefore;
    value = newValue;
    if (!isPlain) {
      other = Trace.NONE;
      label = Trace.NO_LABEL;
      expected = 0;
      amount = 0;
      link = Trace.NONE;
      target = Trace.NONE;
      isPlain = true;
    }
  }

  /** Adds this event to a trace. */
  void appendTo(Trace trace, int thread) {
    trace.append(
        thread,
        OpKind.of(kind),
        object,
        other,
        modes,
        label,
        before,
        expected,
        amount,
        link,
        target);
  }
}
