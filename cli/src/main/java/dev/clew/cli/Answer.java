package dev.clew.cli;

import dev.clew.report.CheckResult;
import dev.clew.trace.Names;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The answer of a {@link Service} to one request: parts, each with a byte that says which it is.
 *
 * <p>Text for {@link #OUT} and {@link #ERR}, {@link #PROGRESS} lines, the {@link #RESULT} of a
 * check, and last the {@link #END} with the exit code.
 */
final class Answer implements Client {
  static final int END = 0;
  static final int OUT = 1;
  static final int ERR = 2;
  static final int PROGRESS = 3;
  static final int RESULT = 4;

  private final OutputStream socket;

  Answer(OutputStream socket) {
    this.socket = socket;
  }

  /** Where text of a kind is printed. */
  PrintStream stream(int kind) {
    return new PrintStream(new Parts(kind), false, StandardCharsets.UTF_8);
  }

  @Override
  public void progress(String line) {
    sendText(PROGRESS, line);
  }

  @Override
  public void result(CheckResult result) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(RESULT);
      writeText(out, result.outcome().verdict().name().toLowerCase(Locale.ROOT));
      writeText(out, result.outcome().end().name());
      out.writeLong(result.outcome().executions());
      out.writeLong(result.outcome().covered());
      out.writeInt(result.findings().size());
      for (CheckResult.Reported each : result.findings()) {
        writeText(out, each.finding().kind().id());
        writeText(out, each.finding().message());
        writeText(out, each.unwritten().isEmpty() ? each.replay() : "");
        writeText(out, place(each));
      }
      send(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first place of a finding, as {@code File.java:25}; empty if it is not known. */
  private static String place(CheckResult.Reported reported) {
    Names names = reported.reenactment().names();
    return reported.finding().positions().stream()
        .filter(position -> names.line(position) > 0)
        .map(position -> names.file(position) + ":" + names.line(position))
        .findFirst()
        .orElse("");
  }

  void end(int code) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(END);
    out.writeInt(code);
    send(bytes);
  }

  private void sendText(int kind, String text) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(kind);
      writeText(bytes, text);
      send(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(ByteArrayOutputStream part) throws IOException {
    synchronized (socket) {
      part.writeTo(socket);
      socket.flush();
    }
  }

  /** Writes the number of bytes of a text, and the bytes. */
  static void writeText(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(bytes.length);
    data.write(bytes);
    data.flush();
  }

  /** Collects text, and sends what there is when it is flushed. */
  private final class Parts extends OutputStream {
    private final int kind;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();

    Parts(int kind) {
      this.kind = kind;
    }

    @Override
    public void write(int each) {
      collected.write(each);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      collected.write(bytes, offset, length);
    }

    @Override
    public void flush() {
      if (collected.size() > 0) {
        sendText(kind, collected.toString(StandardCharsets.UTF_8));
        collected.reset();
      }
    }
  }
}
