package dev.clew.cli;

import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.c.CExecutable;
import dev.clew.foreign.c.Toolchain;
import dev.clew.testkit.c.Compiler;
import dev.clew.trace.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Programs of the test kit, made by the C compiler of the user. */
final class CompiledPrograms implements Compiler.Compiled {
  private static final Duration HANG = Duration.ofSeconds(20);

  private final CExecutable executable;

  private CompiledPrograms(CExecutable executable) {
    this.executable = executable;
  }

  static CompiledPrograms of(String source) throws IOException {
    return new CompiledPrograms(CExecutable.of(source, Toolchain.of(System.getenv())));
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
