package dev.clew.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a Java program by the JVM alone, in a process of its own: a failure that needs neither
 * a second thread nor a certain schedule must come there too.
 */
final class PlainRun {
  private static final int PATIENCE_SECONDS = 10;

  /** How it ended. */
  enum End {
    /** With exit code 0. */
    WELL,
    /** With an uncaught exception, or another exit code. */
    FAILED,
    /** It did not end in time, or could not be started. */
    UNKNOWN
  }

  private PlainRun() {}

  /** Runs the main method of a class; what the program prints is not shown. */
  static End of(String mainClass, List<Path> classPath, JavaOptions options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-ea", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash", "-cp"));
    command.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    command.add(mainClass);
    command.addAll(options.arguments());
    File input = new File(options.stdin().isEmpty() ? "/dev/null" : options.stdin());
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(input)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      return !hasEnded ? End.UNKNOWN : process.exitValue() == 0 ? End.WELL : End.FAILED;
    } catch (IOException e) {
      return End.UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return End.UNKNOWN;
    }
  }
}
