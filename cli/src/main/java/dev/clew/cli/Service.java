package dev.clew.cli;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Runs one command after the other for another process, which saves it the start of a JVM for each.
 *
 * <p>The other process writes the number of a local port to the standard input, a space, and a
 * secret; this one connects and says the secret. A request is a number of words and the words, as
 * on the command line. The answer is made of {@linkplain Answer parts}. When the connection ends,
 * this process does.
 *
 * <p>A text is the number of its bytes and the bytes, UTF-8; numbers are big-endian.
 */
final class Service {
  /** The word on the command line that begins it. */
  static final String NAME = "serve";

  private final Socket socket;
  private final DataInputStream in;

  private Service(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** Serves whoever started this process until the connection ends. */
  static void run(InputStream stdin) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(stdin, StandardCharsets.US_ASCII));
    String[] words = String.valueOf(lines.readLine()).split(" ");
    if (words.length != 2) {
      throw new IOException("the command " + NAME + " is for other programs, not for people");
    }
    int port = Integer.parseInt(words[0]);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      Answer.writeText(socket.getOutputStream(), words[1]);
      new Service(socket).serve();
    }
  }

  private void serve() throws IOException {
    for (String[] request = read(); request != null; request = read()) {
      Answer answer = new Answer(socket.getOutputStream());
      PrintStream out = answer.stream(Answer.OUT);
      PrintStream err = answer.stream(Answer.ERR);
      int code = Main.run(request, new Console(out, err, false, StopSignal.deaf(), answer));
      out.flush();
      err.flush();
      answer.end(code);
    }
  }

  private String @Nullable [] read() throws IOException {
    int count;
    try {
      count = in.readInt();
    } catch (EOFException e) {
      return null;
    }
    String[] words = new String[count];
    for (int i = 0; i < count; i++) {
      words[i] = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
    return words;
  }
}
