package dev.clew.explore.parallel;

import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Messages as bytes. Writing to memory does not fail; reading fails on a defect only. */
final class Letter {
  /** Writes a part of a message. */
  @FunctionalInterface
  interface Text {
    void write(DataOutput out) throws IOException;
  }

  /** Does something with messages. */
  @FunctionalInterface
  interface Reading {
    void read() throws IOException;
  }

  private Letter() {}

  /** The bytes of a message. */
  static byte[] of(Text text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    reading(() -> text.write(new DataOutputStream(bytes)));
    return bytes.toByteArray();
  }

  /** Does what can only fail if the other side is wrong. */
  static void reading(Reading reading) {
    try {
      reading.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
