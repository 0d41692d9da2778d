package dev.clew.cli;

import dev.clew.jvm.program.EntryPoint;
import dev.clew.jvm.program.JvmProgram;
import dev.clew.jvm.program.ProgramLoader;
import dev.clew.jvm.program.SourceFiles;
import dev.clew.testkit.java.JavaCompiler;
import dev.clew.trace.Program;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Programs of the test kit, compiled by the compiler of this JDK. */
final class CompiledClasses implements JavaCompiler.Compiled {
  private final Path directory;

  private CompiledClasses(Path directory) {
    this.directory = directory;
  }

  static CompiledClasses of(Map<String, String> sources) throws IOException {
    Path directory = Files.createTempDirectory("clew-selfcheck");
    CompiledClasses classes = new CompiledClasses(directory);
    try {
      for (Map.Entry<String, String> source : sources.entrySet()) {
        Files.writeString(directory.resolve(source.getKey() + ".java"), source.getValue());
      }
      classes.compile(sources.keySet());
    } catch (IOException | RuntimeException e) {
      classes.close();
      throw e;
    }
    return classes;
  }

  private void compile(Set<String> names) throws IOException {
    javax.tools.JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new UsageProblem("this Java has no compiler: set JAVA_HOME to a JDK");
    }
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> sources = names.stream().map(name -> directory.resolve(name + ".java")).toList();
      boolean isCompiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-g", "-nowarn", "-d", directory.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!isCompiled) {
        throw new IllegalStateException("a program cannot be compiled: " + messages);
      }
    }
  }

  @Override
  public <T> T use(String main, Duration patience, Function<Program, T> work) {
    try {
      return LargeStack.call(
          () -> {
            try (ProgramLoader loader = new ProgramLoader(List.of(directory), Set.of());
                JvmProgram program =
                    new JvmProgram(
                        EntryPoint.main(loader, main, List.of()),
                        SourceFiles.in(List.of(), List.of()))) {
              program.execution().time.setPatience(patience.toNanos());
              return work.apply(program);
            }
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
