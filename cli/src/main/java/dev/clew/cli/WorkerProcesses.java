package dev.clew.cli;

import dev.clew.explore.parallel.Inbox;
import dev.clew.foreign.Owner;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The other processes of a search. They run this tool with the same flags and the same arguments,
 * and talk over a socket in a directory that only the user can read: nothing a program prints or
 * reads comes in between. None outlives this process: the end of the link ends them.
 */
final class WorkerProcesses implements AutoCloseable {
  private static final String LINK = "link";

  private final Path directory;
  private final ServerSocketChannel server;
  private final List<WorkerProcess> workers = new ArrayList<>();
  private final Thread killer = new Thread(this::kill, "clew-worker-end");

  private WorkerProcesses(Path directory, ServerSocketChannel server) {
    this.directory = directory;
    this.server = server;
  }

  /**
   * Starts processes; what they tell goes into the box, with their numbers from 1.
   *
   * @param args the arguments of this process
   */
  static WorkerProcesses start(int count, List<String> args, Inbox inbox) throws IOException {
    // Not where this process keeps other things: names of sockets must be short.
    Path directory = Files.createTempDirectory("clew");
    Path address = directory.resolve(LINK);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    WorkerProcesses processes = new WorkerProcesses(directory, server);
    Runtime.getRuntime().addShutdownHook(processes.killer);
    try {
      server.bind(UnixDomainSocketAddress.of(address));
      for (int number = 1; number <= count; number++) {
        Optional<Path> supervised = Supervision.directory();
        String name = "worker-" + number;
        Path remains = supervised.orElse(directory).resolve(name);
        List<String> command = new ArrayList<>(java(remains, supervised.isPresent()));
        command.add(1, "-D" + Jobs.WORKER + "=" + number + ":" + address);
        command.addAll(args);
        processes.workers.add(WorkerProcess.start(number, command, remains, inbox));
      }
    } catch (IOException | RuntimeException e) {
      processes.close();
      throw e;
    }
    Thread acceptor = new Thread(() -> processes.accept(inbox), "clew-worker-links");
    acceptor.setDaemon(true);
    acceptor.start();
    return processes;
  }

  /** As this process was started, but supervised by it, if it is supervised itself. */
  private static List<String> java(Path remains, boolean isSupervised) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!Supervision.isFlag(flag)) {
        command.add(flag);
      }
    }
    if (isSupervised) {
      command.addAll(Supervision.flags(remains));
    } else {
      command.addAll(List.of("-XX:-CreateCoredumpOnCrash", "-XX:+ErrorFileToStderr"));
    }
    // With -jar, the JVM finds the agent named there.
    String classPath = System.getProperty("java.class.path");
    boolean isJar = System.getProperty("sun.java.command", "").startsWith(classPath);
    command.addAll(
        isJar ? List.of("-jar", classPath) : List.of("-cp", classPath, Main.class.getName()));
    return command;
  }

  private void accept(Inbox inbox) {
    try {
      for (int left = workers.size(); left > 0; left--) {
        WorkerLink link = new WorkerLink(server.accept());
        byte[] number = link.receive();
        if (number != null) {
          workers.get(ByteBuffer.wrap(number).getInt() - 1).connect(link);
        }
      }
    } catch (ClosedChannelException e) {
      return; // by close
    } catch (IOException e) {
      inbox.close(0, Reason.of(e));
    }
  }

  /** What takes the messages for each process. */
  List<Consumer<byte[]>> mail() {
    List<Consumer<byte[]>> mail = new ArrayList<>();
    workers.forEach(worker -> mail.add(worker::send));
    return mail;
  }

  /** The process with a number, from 1. */
  Optional<WorkerProcess> worker(int number) {
    return number < 1 ? Optional.empty() : Optional.of(workers.get(number - 1));
  }

  private void kill() {
    workers.forEach(WorkerProcess::kill);
  }

  /** Ends the processes; what those leave that had ended before is still there. */
  void end() throws IOException {
    List<WorkerProcess> alive = new ArrayList<>(workers);
    alive.removeIf(worker -> worker.status().isPresent());
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // the process is going down, and the hook runs: it does the same
    }
    server.close();
    try {
      for (WorkerProcess worker : workers) {
        worker.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    alive.forEach(worker -> Standstill.removeAll(worker.remains()));
    Owner.removeAbandoned(); // what they made for programs in C
    Files.deleteIfExists(directory.resolve(LINK));
    Files.deleteIfExists(directory);
  }

  /** Ends the processes, and removes what they leave. */
  @Override
  public void close() throws IOException {
    end();
    workers.forEach(worker -> Standstill.removeAll(worker.remains()));
  }
}
