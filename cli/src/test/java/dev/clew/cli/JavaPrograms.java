package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles Java programs for tests. */
final class JavaPrograms {
  static final Path SAMPLES = Path.of("../samples/java/src");

  private JavaPrograms() {}

  /** Compiles the samples into a directory. */
  static void compileSamples(Path classes) throws IOException {
    compile(classes, SAMPLES);
  }

  /** Compiles one class, given as text, into a directory. */
  static void compile(Path classes, String className, String source) throws IOException {
    Path file = classes.resolve("source").resolve(className.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    compile(classes, List.of(file));
  }

  /** Compiles all classes whose source is in a directory. */
  static void compile(Path classes, Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      compile(classes, files.filter(file -> file.toString().endsWith(".java")).toList());
    }
  }

  /**
   * Compiles one class into a directory.
   *
   * @param debug what to keep for debuggers, as an option of the compiler
   */
  static void compile(Path classes, Path file, String debug) throws IOException {
    compile(classes, List.of(file), debug);
  }

  private static void compile(Path classes, List<Path> files) throws IOException {
    compile(classes, files, "-g:source,lines");
  }

  private static void compile(Path classes, List<Path> files, String debug) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Files.createDirectories(classes);
    List<String> words = new ArrayList<>(List.of("-d", classes.toString(), "-nowarn"));
    words.addAll(List.of("-proc:none", "--release", "17", debug));
    files.forEach(file -> words.add(file.toString()));
    assertThat(compiler.run(null, null, null, words.toArray(new String[0]))).isZero();
  }
}
