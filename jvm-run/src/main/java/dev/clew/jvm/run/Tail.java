package dev.clew.jvm.run;

import java.nio.charset.StandardCharsets;

/** The end of a text: what is older than the last 64 KB is forgotten. */
final class Tail {
  private static final int CAPACITY = 1 << 16;

  private final byte[] bytes = new byte[CAPACITY];

  /** How many bytes there were, and so where the next one goes. */
  private long size;

  void clear() {
    size = 0;
  }

  void add(int value) {
    bytes[(int) (size++ % CAPACITY)] = (byte) value;
  }

  void add(byte[] values, int from, int length) {
    int skipped = Math.max(length - CAPACITY, 0);
    size += skipped;
    for (int i = skipped; i < length; i++) {
      add(values[from + i]);
    }
  }

  void add(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    add(encoded, 0, encoded.length);
  }

  /** What is left of the text, with three dots before it if that is not all. */
  @Override
  public String toString() {
    int length = (int) Math.min(size, CAPACITY);
    byte[] left = new byte[length];
    for (int i = 0; i < length; i++) {
      left[i] = bytes[(int) ((size - length + i) % CAPACITY)];
    }
    int start = 0;
    if (size > CAPACITY) {
      // Not in the middle of a character.
      while (start < 4 && (left[start] & 0xC0) == 0x80) {
        start++;
      }
    }
    String text = new String(left, start, length - start, StandardCharsets.UTF_8);
    return size > CAPACITY ? "..." + text : text;
  }
}
