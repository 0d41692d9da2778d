package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Positions and values for reports; only when a schedule asks for them.
 *
 * <p>A hook runs before the access it announces, so a value written is fetched when the same thread
 * comes to its next hook: nobody else has run since.
 */
public final class Details {
  /** In the place of a field: what is fetched is what the owner holds. */
  private static final int CONTENT = -2;

  private final Execution execution;
  private @Nullable Trace trace;

  /** The write whose value is still to be fetched, -1 if none. */
  private int unfinished = -1;

  private int position;

  /** For each event how the program came to it, null if it did it itself. */
  private @Nullable LibraryCall[] calls = new @Nullable LibraryCall[0];

  /** The method of a collection that the program calls, empty if none. */
  private String calling = "";

  private @Nullable Object owner;
  private int field;
  private @Nullable Object key;
  private int index;

  public Details(Execution execution) {
    this.execution = execution;
  }

  public void begin(Trace newTrace) {
    trace = newTrace;
    unfinished = -1;
    calls = new @Nullable LibraryCall[0];
  }

  /** A thread is about to stand: what it wrote last is in place now. */
  public void standing(ProgramThread thread) {
    finish();
    thread.call = null;
    String method = calling;
    calling = "";
    if (!method.isEmpty() && thread.site >= 0) {
      thread.call = new LibraryCall(thread.site, method, null, thread.object, false);
    } else if (thread.site < 0) {
      int identity = thread.object < 0 ? -1 : execution.objects.identityOf(thread.object);
      LibraryCall call =
          LibraryCall.here(
              execution.positions, thread.object, execution.objects.owners().get(identity));
      thread.call = call;
      thread.site = call.position();
    }
  }

  /** What comes next is part of a call of a method of a collection. */
  void calling(String method) {
    calling = method;
  }

  /** How the program came to each event, null for those that it did itself. */
  public @Nullable LibraryCall[] calls() {
    return calls.clone();
  }

  /** Event i was recorded; its value is 0 unless somebody knows better. */
  public void recorded(int i, ProgramThread thread, OpKind kind, int object) {
    if (trace != null) {
      boolean isTimeout = kind == OpKind.TIMEOUT;
      ProgramThread actor = isTimeout ? execution.threads.get(trace.target(i)) : thread;
      trace.addDetails(i, Math.max(actor.site, 0), isTimeout ? 0 : object);
      if (i >= calls.length) {
        calls = Arrays.copyOf(calls, Math.max(i + 1, 2 * calls.length));
      }
      calls[i] = actor.call;
    }
  }

  /** The value of event i. */
  public void value(int i, ProgramThread thread, int code) {
    if (trace != null) {
      trace.addDetails(i, Math.max(thread.site, 0), code);
    }
  }

  /** The value of event i will be in this field, or element if the field is negative. */
  public void valueWillBeIn(int i, ProgramThread thread, @Nullable Object newOwner, int f, int e) {
    unfinished = i;
    position = Math.max(thread.site, 0);
    owner = newOwner;
    field = f;
    index = e;
  }

  /** The value of event i will be what the collection, or a map for that key, holds. */
  void contentWillBeOf(int i, ProgramThread thread, Object collection, @Nullable Object newKey) {
    valueWillBeIn(i, thread, collection, CONTENT, 0);
    key = newKey;
  }

  /** Event i is the last one: what it was about to write is not known. */
  void stop(int i, ProgramThread thread, OpKind kind, int before) {
    value(i, thread, kind == OpKind.READ ? before : execution.values.unknown());
  }

  /** Fetches the value of a write that has happened by now. */
  public void finish() {
    int i = unfinished;
    if (i >= 0 && trace != null) {
      unfinished = -1;
      Object in = owner;
      trace.addDetails(i, position, in == null && field < 0 ? 0 : codeOf(in));
      owner = null;
      key = null;
    }
  }

  private int codeOf(@Nullable Object in) {
    if (field >= 0 || in == null) {
      return execution.values.ofField(in, field);
    }
    return field == CONTENT
        ? execution.collections.content(in, key)
        : execution.values.ofElement(in, index);
  }
}
