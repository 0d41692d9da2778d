package dev.clew.foreign.c;

import dev.clew.foreign.ForeignProgram;
import dev.clew.testkit.c.Compiler;
import dev.clew.trace.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** C programs of the test kit, made by the compiler that is installed. */
final class CPrograms implements Compiler.Compiled {
  private static final Duration HANG = Duration.ofSeconds(20);

  private final CExecutable executable;

  private CPrograms(CExecutable executable) {
    this.executable = executable;
  }

  /** Compiles a source. */
  static CPrograms of(String source) throws IOException {
    return new CPrograms(CExecutable.of(source, Toolchain.of(System.getenv())));
  }

  /** One of the programs, not yet started. */
  ForeignProgram open(int program) {
    return executable.program(List.of(Integer.toString(program)), HANG);
  }

  @Override
  public <T> T use(int program, Duration patience, Function<Program, T> work) {
    List<String> arguments = List.of(Integer.toString(program));
    try (ForeignProgram opened = executable.program(arguments, HANG, patience)) {
      return work.apply(opened);
    }
  }

  @Override
  public void close() {
    executable.close();
  }
}
