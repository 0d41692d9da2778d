package dev.clew.cli;

import dev.clew.explore.parallel.Inbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Another process that works on the same search; it is started, told what to do, and ended here.
 */
final class WorkerProcess {
  private static final int SECONDS_TO_END = 5;
  private static final int LONGEST_COMPLAINT = 4000;
  private static final long MILLIS_TO_COMPLAIN = 500;

  private final int number;
  private final Process process;
  private final Path remains;
  private final Inbox inbox;
  private final StringBuffer complaint = new StringBuffer();

  /** What it is to be told once it has a link. */
  private final Queue<byte[]> unsent = new ArrayDeque<>();

  private @Nullable WorkerLink link;

  private WorkerProcess(int number, Process process, Path remains, Inbox inbox) {
    this.number = number;
    this.process = process;
    this.remains = remains;
    this.inbox = inbox;
  }

  /**
   * Starts a process; when it ends, the box is told.
   *
   * @param remains the directory that it leaves if it does not end as it should
   */
  static WorkerProcess start(int number, List<String> command, Path remains, Inbox inbox)
      throws IOException {
    Process process =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    WorkerProcess worker = new WorkerProcess(number, process, remains, inbox);
    Thread listener = daemon("clew-worker-errors-" + number, worker::listen);
    daemon("clew-worker-end-" + number, () -> worker.watch(listener));
    return worker;
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Collects the first that the process complains of. */
  private void listen() {
    try (InputStream errors = process.getErrorStream()) {
      byte[] buffer = new byte[1024];
      for (int count = errors.read(buffer); count >= 0; count = errors.read(buffer)) {
        if (complaint.length() < LONGEST_COMPLAINT) {
          complaint.append(new String(buffer, 0, count, Charset.defaultCharset()));
        }
      }
    } catch (IOException e) {
      complaint.append(Reason.of(e));
    }
  }

  private void watch(Thread listener) {
    try {
      int status = process.waitFor();
      // What it started, and that lives on, may keep the stream open.
      listener.join(MILLIS_TO_COMPLAIN);
      inbox.close(number, "exit code " + status);
    } catch (InterruptedException e) {
      inbox.close(number, "nobody waits for it");
    }
  }

  /** Says by which link the process is to be told what to do, and tells. */
  synchronized void connect(WorkerLink newLink) {
    link = newLink;
    daemon("clew-worker-news-" + number, () -> newLink.readInto(inbox, number));
    for (byte[] message = unsent.poll(); message != null; message = unsent.poll()) {
      send(message);
    }
  }

  /** Tells it something, at once or once it can be told. */
  synchronized void send(byte[] message) {
    if (link == null) {
      unsent.add(message);
      return;
    }
    try {
      link.send(message);
    } catch (IOException e) {
      // It has ended, or is about to: the one who waits for that says how.
      unsent.clear();
    }
  }

  /** Ends it at once. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits until it has ended. */
  void join() throws InterruptedException {
    process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
  }

  // --- what is left of one that ended

  /** Its exit code, as a shell tells it; none while it runs. */
  OptionalInt status() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** What it complained of. */
  String complaint() {
    return complaint.toString().strip();
  }

  /** The directory with what is known of its end, if it left one. */
  Path remains() {
    return remains;
  }
}
