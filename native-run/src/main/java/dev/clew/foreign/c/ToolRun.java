package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What came of running a tool such as a compiler.
 *
 * @param exit its exit code
 * @param output what it printed, errors too
 */
record ToolRun(int exit, String output) {
  /** Runs a tool in a directory until it ends; nothing if there is no such tool. */
  static Optional<ToolRun> of(List<String> command, Path directory) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    // Messages are looked at, in the language that is the same everywhere.
    builder.environment().put("LC_MESSAGES", "C");
    builder.environment().remove("LC_ALL");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Optional.empty();
    }
    try {
      String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      return Optional.of(new ToolRun(process.waitFor(), output));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + command.get(0) + " ran", e);
    } finally {
      process.destroy();
    }
  }

  boolean succeeded() {
    return exit == 0;
  }
}
