package dev.clew.explore.reduction;

import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Renumbering;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the reversals of an execution depend on, as bytes: its events and the operations that are
 * blocked at its end.
 *
 * <p>The values that variables had are compared with each other only, and stay those of the process
 * that executed it.
 */
public final class TraceColumns {
  private TraceColumns() {}

  /** Writes an execution. */
  public static void write(Trace trace, DataOutput out) throws IOException {
    out.writeInt(trace.size());
    for (int i = 0; i < trace.size(); i++) {
      out.writeInt(trace.thread(i));
      out.writeInt(trace.kind(i));
      out.writeInt(trace.object(i));
      out.writeInt(trace.other(i));
      out.writeInt(trace.modes(i));
      out.writeInt(trace.label(i));
      out.writeInt(trace.before(i));
      out.writeInt(trace.expected(i));
      out.writeInt(trace.amount(i));
      out.writeInt(trace.link(i));
      out.writeInt(trace.target(i));
      out.writeInt(trace.optionCount(i));
      for (int k = 0; k < trace.optionCount(i); k++) {
        out.writeInt(trace.option(i, k));
      }
    }
    PendingOperations pending = trace.pending();
    out.writeInt(pending.size());
    for (int p = 0; p < pending.size(); p++) {
      out.writeInt(pending.thread(p));
      out.writeInt(pending.kind(p));
      out.writeInt(pending.object(p));
      out.writeInt(pending.amount(p));
      out.writeInt(pending.link(p));
      out.writeInt(pending.target(p));
    }
  }

  /** Makes a trace the execution that was written where numbers may mean something else. */
  static void read(Trace trace, DataInput in, Renumbering numbers) throws IOException {
    trace.restart(0);
    for (int left = in.readInt(); left > 0; left--) {
      int theirThread = in.readInt();
      OpKind kind = OpKind.of(in.readInt());
      int theirObject = in.readInt();
      int other = numbers.object(in.readInt());
      int modes = in.readInt();
      int label = numbers.label(theirThread, theirObject, in.readInt());
      int before = in.readInt();
      int expected = in.readInt();
      int amount = in.readInt();
      int link = in.readInt();
      int target = numbers.thread(in.readInt());
      for (int options = in.readInt(); options > 0; options--) {
        trace.offerOption(numbers.label(theirThread, theirObject, in.readInt()));
      }
      trace.append(
          numbers.thread(theirThread),
          kind,
          numbers.object(theirObject),
          other,
          modes,
          label,
          before,
          kind == OpKind.TIMEOUT ? numbers.object(expected) : expected,
          amount,
          link,
          target);
    }
    for (int left = in.readInt(); left > 0; left--) {
      int thread = numbers.thread(in.readInt());
      OpKind kind = OpKind.of(in.readInt());
      int object = numbers.object(in.readInt());
      int amount = in.readInt();
      int link = in.readInt();
      int target = in.readInt();
      trace
          .pending()
          .add(
              thread,
              kind,
              object,
              amount,
              link,
              kind == OpKind.REACQUIRE ? numbers.object(target) : numbers.thread(target),
              Trace.NONE);
    }
  }
}
