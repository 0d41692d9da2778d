package dev.clew.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs the tool inside the tests, as a user would from a shell. */
final class Clew {
  private static final String PROGRAMS = "src/test/resources/programs/";

  private Clew() {}

  /** What the user sees. */
  record Result(int exit, String out, String err) {
    String all() {
      return out + err;
    }

    /** The output as if lines had no end. */
    String flat() {
      return out.replaceAll("\\s+", " ");
    }
  }

  static Result run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Main.run(
            words,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Result(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Replays a file that is trusted: programs of tests are not below the current directory. */
  static Result replay(Path file) {
    return run("replay", "--trust", file);
  }

  /** The path of a test program, relative to the module, in which the tests run. */
  static Path program(String name) {
    return Path.of(PROGRAMS + name + ".toy");
  }
}
