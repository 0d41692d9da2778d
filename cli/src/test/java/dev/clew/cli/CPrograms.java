package dev.clew.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Programs in C for tests. */
final class CPrograms {
  static final Path SAMPLES = Path.of("../samples/c");

  private static final String HEADERS =
      """
      #include <fcntl.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      """;

  private CPrograms() {}

  static Path sample(String name) {
    return SAMPLES.resolve(name);
  }

  /** Writes a program, with the usual headers before it. */
  static Path write(Path directory, String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), HEADERS + text);
  }

  /** Writes a program whose main consists of these statements. */
  static Path writeMain(Path directory, String name, String statements) throws IOException {
    return write(directory, name, "int main(void) {\n  " + statements + "\n  return 0;\n}\n");
  }
}
