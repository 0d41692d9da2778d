package dev.clew.testkit.search;

import dev.clew.testkit.toy.ToyProgram;
import dev.clew.trace.ForwardingProgram;
import dev.clew.trace.OpKind;
import dev.clew.trace.Picker;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;

/**
 * A toy program by a front end that does not tell all: what threads are blocked on in the end, or
 * what operations on one object access.
 */
final class ForgetfulProgram extends ForwardingProgram {
  private final ToyProgram program;
  private final boolean forgetsBlocked;
  private final int forgotten;
  private final Trace inner = new Trace();
  private final Schedule whole = new Schedule();

  private ForgetfulProgram(ToyProgram program, boolean forgetsBlocked, int forgotten) {
    super(program);
    this.program = program;
    this.forgetsBlocked = forgetsBlocked;
    this.forgotten = forgotten;
  }

  /** One that forgets what threads are blocked on. */
  static ForgetfulProgram ofBlocked(String text) {
    return new ForgetfulProgram(Programs.parse(text), true, -1);
  }

  /** One that forgets accesses of the object with this name. */
  static ForgetfulProgram of(String text, String object) {
    ToyProgram program = Programs.parse(text);
    return new ForgetfulProgram(program, false, program.objectNamed(object));
  }

  /** One that forgets nothing. */
  static ForgetfulProgram ofNothing(String text) {
    return new ForgetfulProgram(Programs.parse(text), false, -1);
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    whole.keep(0);
    for (int i = 0; i < schedule.length(); i++) {
      whole.add(schedule.thread(i), schedule.label(i));
    }
    Picker picker = schedule.picker();
    if (picker != null) {
      whole.setPicker(picker);
    } else {
      whole.setPolicy(schedule.policy(), schedule.seed());
    }
    whole.recordEnabled(true);
    program.run(whole, inner);
    trace.restart(schedule.common());
    for (int i = schedule.common(); i < inner.size(); i++) {
      copy(i, trace);
    }
    for (int p = 0; p < inner.pending().size() && !forgetsBlocked; p++) {
      trace
          .pending()
          .add(
              inner.pending().thread(p),
              OpKind.of(inner.pending().kind(p)),
              inner.pending().object(p),
              inner.pending().amount(p),
              inner.pending().link(p),
              inner.pending().target(p),
              inner.pending().position(p));
    }
    trace.finish(inner.ending());
  }

  private void copy(int i, Trace trace) {
    for (int k = 0; k < inner.optionCount(i); k++) {
      trace.offerOption(inner.option(i, k));
    }
    for (int k = 0; k < inner.enabledCount(i); k++) {
      trace.offerEnabled(inner.enabled(i, k));
    }
    boolean isForgotten = forgotten >= 0 && inner.object(i) == forgotten;
    trace.append(
        inner.thread(i),
        isForgotten ? OpKind.YIELD : OpKind.of(inner.kind(i)),
        isForgotten ? Trace.NONE : inner.object(i),
        inner.other(i),
        isForgotten ? 0 : inner.modes(i),
        inner.label(i),
        inner.before(i),
        inner.expected(i),
        inner.amount(i),
        inner.link(i),
        inner.target(i));
  }
}
