package dev.clew.jvm.run;

import dev.clew.trace.OpKind;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a program reads from: the same bytes in every execution, each to whoever reads it first.
 *
 * <p>How far the threads have read is a variable that they share.
 */
final class ProgramInput extends InputStream {
  private static final String NAME = "System.in";
  private static final int AT_END = -1;

  private final byte[] bytes;
  private final InputStream original;

  /** The execution to which the position belongs, and what stands for it there. */
  private long execution = -1;

  private int place;
  private int position;

  ProgramInput(byte[] bytes, InputStream original) {
    this.bytes = bytes;
    this.original = original;
  }

  @Override
  public int read() throws IOException {
    if (Hooks.execution() == null) {
      return original.read();
    }
    int from = take(1);
    return from == AT_END ? -1 : bytes[from] & 0xFF;
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    java.util.Objects.checkFromIndexSize(at, length, into.length);
    if (Hooks.execution() == null) {
      return original.read(into, at, length);
    }
    if (length == 0) {
      return 0;
    }
    int from = take(length);
    if (from == AT_END) {
      return -1;
    }
    int taken = Math.min(length, bytes.length - from);
    System.arraycopy(bytes, from, into, at, taken);
    return taken;
  }

  @Override
  public int available() throws IOException {
    if (Hooks.execution() == null) {
      return original.available();
    }
    int from = take(0);
    return from == AT_END ? 0 : bytes.length - from;
  }

  /** Nothing: the streams of the JVM are not the program's to close. */
  @Override
  public void close() {}

  /** Takes so many bytes, or all that are left: where they begin. */
  private int take(int count) {
    Execution now = bytes.length == 0 ? null : Hooks.enter();
    if (now == null) {
      return AT_END; // nothing to share, or not under control
    }
    try {
      begin(now);
      OpKind kind = count == 0 ? OpKind.READ : OpKind.READ_MODIFY_WRITE;
      Atomics.stand(now, kind, place, -1);
      int from = position;
      if (count == 0) {
        Atomics.recordRead(now, place, MemoryOrder.VOLATILE, now.values.of(from));
      } else {
        position = from + Math.min(count, bytes.length - from);
        int found = now.values.of(from);
        Atomics.recordModify(now, place, MemoryOrder.VOLATILE, found, now.values.of(position));
      }
      return from == bytes.length ? AT_END : from;
    } finally {
      Hooks.leave(now);
    }
  }

  private void begin(Execution now) {
    if (execution != now.number) {
      execution = now.number;
      position = 0;
      Shadow shadow = now.objects.named(NAME, NAME);
      shadow.execution = now.number;
      place = now.objects.part(shadow, Objects.STATE);
    }
  }
}
