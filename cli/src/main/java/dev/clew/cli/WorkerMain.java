package dev.clew.cli;

import dev.clew.analyze.Observers;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.parallel.Inbox;
import dev.clew.explore.parallel.Worker;
import dev.clew.explore.parallel.WorkerLoop;
import dev.clew.foreign.Owner;
import dev.clew.jvm.program.UnusableProgram;
import dev.clew.jvm.run.PinnedThread;
import dev.clew.trace.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that works on the search of another one, see {@link WorkerProcesses}. */
final class WorkerMain {
  private static final int MASTER = 0;

  private final int number;
  private final Path socket;

  /**
   * The process with an address.
   *
   * @param address the number of this worker, a colon, the file of the socket
   */
  WorkerMain(String address) {
    int colon = address.indexOf(':');
    this.number = Integer.parseInt(address.substring(0, colon));
    this.socket = Path.of(address.substring(colon + 1));
  }

  /** Works until the other process ends it, or has ended. */
  void run(Program program, SearchOptions options, Console console) throws IOException {
    try (SocketChannel channel = connect()) {
      WorkerLink link = new WorkerLink(channel);
      link.send(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
      outliveSignals(console.stop());
      Inbox inbox = new Inbox();
      Thread reader = new Thread(() -> readUntilEnd(link, inbox), "clew-orders");
      reader.setDaemon(true);
      reader.start();
      Worker worker =
          new Worker(
              program,
              options,
              Observers.standard(program),
              program.numberExchange(),
              message -> send(link, message));
      try {
        new WorkerLoop(worker, inbox).run();
      } catch (UnusableProgram | dev.clew.foreign.UnusableProgram e) {
        worker.refuse(String.valueOf(e.getMessage()));
        awaitEnd();
      } catch (PinnedThread e) {
        worker.refuse(JavaCheck.refusal(e));
        awaitEnd();
      } catch (Throwable defect) {
        worker.fail(defect);
        awaitEnd();
        throw defect;
      }
    }
  }

  private SocketChannel connect() throws IOException {
    try {
      return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      removeFiles(); // the other process has ended
      throw e;
    }
  }

  /** The end of the other process is the end of this one, whatever the program is doing. */
  private void readUntilEnd(WorkerLink link, Inbox inbox) {
    link.readInto(inbox, MASTER);
    removeFiles();
    Runtime.getRuntime().halt(ExitCode.VERIFIED.number());
  }

  /** Removes what nobody else may be there to remove. */
  private void removeFiles() {
    Supervision.directory().ifPresent(Standstill::removeAll);
    Owner.removeOwn();
    Path directory = socket.getParent();
    if (directory != null) {
      Standstill.removeAll(directory);
    }
  }

  private static void send(WorkerLink link, byte[] message) {
    try {
      link.send(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ctrl-C reaches all processes; the one that reports needs the others until it ends them. */
  private static void outliveSignals(StopSignal stop) {
    Thread stay =
        new Thread(
            () -> {
              if (!stop.isProgramExiting()) {
                awaitEnd();
              }
            },
            "clew-worker-stays");
    Runtime.getRuntime().addShutdownHook(stay);
  }

  /** Waits for the end of the other process, which ends this one. */
  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
