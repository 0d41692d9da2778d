package dev.clew.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The tool in a process of its own, which can be killed. */
final class ForkedClew implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 120;

  private final Process process;
  private final Path output;

  private ForkedClew(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts the tool; what it prints goes to a file. */
  static ForkedClew start(Path output, Object... args) throws IOException {
    return start(new ProcessBuilder(command(args)), output);
  }

  /** Starts the tool with further variables in its environment. */
  static ForkedClew startWith(Map<String, String> environment, Path output, Object... args)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(args));
    builder.environment().putAll(environment);
    return start(builder, output);
  }

  /** Starts the tool in a JVM with so much memory, as in {@code 64m}. */
  static ForkedClew startWithMemory(String memory, Path output, Object... args) throws IOException {
    List<String> command = command(args);
    command.add(1, "-Xmx" + memory);
    return start(new ProcessBuilder(command), output);
  }

  /**
   * Starts the tool as {@code ./clew} does, so that it may be taken down; temporary files go to a
   * directory.
   */
  static ForkedClew startSupervised(Path output, Path temporary, Object... args)
      throws IOException {
    return startSupervisedWith("-Xshare:auto", output, temporary, args);
  }

  /** The same with a further flag of the JVM. */
  static ForkedClew startSupervisedWith(String flag, Path output, Path temporary, Object... args)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "source \"$0\"; supervise \"$@\""));
    command.add(Path.of("supervise.sh").toAbsolutePath().toString());
    List<String> java = command(args);
    java.add(1, flag);
    command.addAll(java);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("TMPDIR", temporary.toString());
    return start(builder, output);
  }

  /** The words by which the tool is started. */
  static List<String> command(Object... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The agent and the boot class path, as in this JVM.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.contains("clew-jvm-agent") || flag.startsWith("-Xbootclasspath"))
        .forEach(command::add);
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return command;
  }

  private static ForkedClew start(ProcessBuilder builder, Path output) throws IOException {
    return new ForkedClew(
        builder.redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
  }

  long pid() {
    return process.pid();
  }

  /** The processes that it started. */
  List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  /** Waits for the end of the process, at most so long; says whether it has ended. */
  boolean hasEndedAfter(long millis) throws InterruptedException {
    return process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  /** Waits for the end of the process. */
  int exit() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no end after " + PATIENCE_SECONDS + " s");
    }
    return process.exitValue();
  }

  /** Waits until it, and those it started, have started so many processes; returns these. */
  List<ProcessHandle> awaitDescendants(int count) throws InterruptedException {
    long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (children().size() < count && System.nanoTime() < patience) {
      Thread.sleep(20);
    }
    List<ProcessHandle> found = children();
    if (found.size() < count) {
      throw new IllegalStateException(found.size() + " processes were started");
    }
    return found;
  }

  /** Asks the process to end, as Ctrl-C does. */
  void interrupt() {
    process.destroy();
  }

  /** Ends the process without giving it a chance to do anything. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
