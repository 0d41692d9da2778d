package dev.clew.testkit.toy;

import dev.clew.trace.AlikeThreads;
import dev.clew.trace.Trace;
import org.jspecify.annotations.Nullable;

/** Who can go on: threads whose operation can happen, and whose turn it is among alike ones. */
final class ToyTurns {
  private static final int[] NOBODY = {};

  private final ToyMachine machine;
  private int[] ahead = NOBODY;
  private @Nullable Trace trace;
  private @Nullable AlikeThreads alike;

  ToyTurns(ToyMachine machine) {
    this.machine = machine;
  }

  /** Has alike threads take turns from the next execution on. */
  void take(int[] newAhead) {
    ahead = newAhead;
    trace = null;
  }

  void begin(Trace newTrace, int common) {
    if (ahead != NOBODY && trace != newTrace) {
      trace = newTrace;
      alike = new AlikeThreads(newTrace, machine::correspond);
      for (int t = 0; t < ahead.length; t++) {
        alike.add(t, ahead[t]);
      }
    }
    if (alike != null) {
      alike.begin(common);
    }
  }

  boolean isEnabled(int thread) {
    return machine.isEnabled(thread) && (alike == null || !alike.isHeld(thread));
  }

  /** The step of an alike thread that the next one of a thread has to wait for. */
  int behind(int thread) {
    return alike == null ? Trace.NONE : alike.behind(thread);
  }

  void observe(int i) {
    if (alike != null) {
      alike.observe(i);
    }
  }
}
