package dev.clew.junit.worker;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Another JVM that serves this one, one request after the other.
 *
 * <p>What it prints on its streams goes to a file; they talk by a connection of their own, so that
 * nothing that a test prints can come between.
 */
final class WorkerJvm implements AutoCloseable {
  private static final int MILLIS_TO_START = 60_000;
  private static final int MILLIS_TO_LOOK = 200;
  private static final int SECONDS_TO_END = 5;

  // The parts of an answer, as the tool numbers them.
  private static final int END = 0;
  private static final int OUT = 1;
  private static final int ERR = 2;
  private static final int PROGRESS = 3;
  private static final int RESULT = 4;

  private final ToolFiles tool;
  private final Path directory;
  private final Process process;
  private final Socket socket;
  private final DataInputStream in;

  private WorkerJvm(ToolFiles tool, Path directory, Process process, Socket socket)
      throws IOException {
    this.tool = tool;
    this.directory = directory;
    this.process = process;
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(new InterruptibleStream(socket)));
  }

  /** Starts a JVM and waits until it is there. */
  static WorkerJvm start(ToolFiles tool) throws IOException {
    Path directory = Files.createTempDirectory("clew-");
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String secret = HexFormat.of().formatHex(random);
    @Nullable Process process = null;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path remains = remains(directory);
      List<String> settings =
          List.of("clew.private=" + remains, "clew.supervisor=" + ProcessHandle.current().pid());
      List<String> command =
          JvmCommand.of(tool, directory, remains.resolve("hs_err.log"), settings, List.of("serve"));
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log(directory).toFile())
              .start();
      try (OutputStream stdin = process.getOutputStream()) {
        String greeting = server.getLocalPort() + " " + secret + "\n";
        stdin.write(greeting.getBytes(StandardCharsets.US_ASCII));
      }
      WorkerJvm worker =
          new WorkerJvm(tool, directory, process, accept(server, process, directory));
      if (!worker.readText().equals(secret)) {
        throw new IOException("somebody else answered instead of the worker of clew");
      }
      return worker;
    } catch (IOException | RuntimeException e) {
      if (process != null) {
        process.destroyForcibly();
      }
      ToolFiles.remove(directory);
      throw e;
    }
  }

  private static Socket accept(ServerSocket server, Process process, Path directory)
      throws IOException {
    server.setSoTimeout(MILLIS_TO_LOOK);
    for (int waited = 0; waited < MILLIS_TO_START; waited += MILLIS_TO_LOOK) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        return socket;
      } catch (SocketTimeoutException e) {
        if (!process.isAlive()) {
          break;
        }
      }
    }
    throw new IOException("the worker of clew did not start: " + Files.readString(log(directory)));
  }

  private static Path remains(Path directory) {
    return directory.resolve("private");
  }

  private static Path log(Path directory) {
    return directory.resolve("output.txt");
  }

  /** Whether it can be asked. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Checks a test. If the test takes the worker down, another JVM tells how. */
  Answer ask(Request request, ProgressPrinter progress) throws IOException {
    List<String> words = request.words();
    Reading reading = new Reading(progress);
    try {
      send(words);
      return reading.toEnd();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return ofDead(words, reading, e);
    }
  }

  private void send(List<String> words) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(words.size());
    for (String word : words) {
      byte[] encoded = word.getBytes(StandardCharsets.UTF_8);
      out.writeInt(encoded.length);
      out.write(encoded);
    }
    bytes.writeTo(socket.getOutputStream());
  }

  private String readText() throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  /** The parts of one answer that came so far. */
  private final class Reading {
    private final ProgressPrinter progress;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder err = new StringBuilder();
    private String end = "";
    private long executions;
    private long traces;
    private final List<Answer.Finding> findings = new ArrayList<>();

    Reading(ProgressPrinter progress) {
      this.progress = progress;
    }

    Answer toEnd() throws IOException {
      while (true) {
        int kind = in.readUnsignedByte();
        switch (kind) {
          case END -> {
            return answer(in.readInt());
          }
          case OUT -> out.append(readText());
          case ERR -> err.append(readText());
          case PROGRESS -> progress.update(readText());
          case RESULT -> readResult();
          default -> throw new IOException("an answer has a part " + kind);
        }
      }
    }

    private void readResult() throws IOException {
      readText(); // the exit code says the verdict too
      end = readText();
      executions = in.readLong();
      traces = in.readLong();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        findings.add(new Answer.Finding(readText(), readText(), readText(), readText()));
      }
    }

    Answer answer(int exitCode) {
      return new Answer(
          Answer.Verdict.of(exitCode), end, executions, traces, findings, err + out.toString());
    }
  }

  // --- what took it down

  private Answer ofDead(List<String> words, Reading reading, IOException lost) throws IOException {
    int status = waitForEnd();
    Path remains = remains(directory);
    if (!Files.isDirectory(remains)) {
      // It ended itself and said why, or it never came to run anything.
      reading.err.append(reading.err.isEmpty() ? "clew: the worker ended: " + lost + "\n" : "");
      reading.err.append(Files.readString(log(directory)));
      return reading.answer(status);
    }
    List<String> settings = List.of("clew.died=" + remains, "clew.status=" + status);
    List<String> command =
        JvmCommand.of(tool, directory, remains.resolve("hs_err_again.log"), settings, words);
    Path told = directory.resolve("told.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told.toFile()).start();
    process.getOutputStream().close();
    int code = waitFor(process);
    reading.out.append(Files.readString(told));
    return reading.answer(code);
  }

  private int waitForEnd() throws IOException {
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return process.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(process);
    }
  }

  private static int waitFor(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(process);
    }
  }

  private static IOException interrupted(Process process) {
    process.destroyForcibly();
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted");
  }

  /** Ends it; nothing is left of it. */
  @Override
  public void close() {
    process.destroyForcibly();
    boolean isInterrupted = Thread.interrupted();
    try {
      socket.close();
      process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
      ToolFiles.remove(directory);
    } catch (IOException e) {
      System.err.println("clew: " + e);
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
