package dev.clew.foreign.c;

import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An executable made of a text, to be run with various arguments. */
public final class CExecutable implements AutoCloseable {
  private static final String SOURCE = "program.c";

  private final CProgram compiled;
  private final Symbols symbols;

  private CExecutable(CProgram compiled) {
    this.compiled = compiled;
    this.symbols = new Symbols(compiled.executable());
  }

  /** Compiles a text; the source is gone after that. */
  public static CExecutable of(String text, Toolchain toolchain) throws IOException {
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Files.writeString(directory.path().resolve(SOURCE), text);
      CSources sources = new CSources(List.of(SOURCE), List.of(), List.of(), directory.path());
      return new CExecutable(CProgram.build(sources, toolchain, notice -> {}));
    }
  }

  /** The program with these arguments, in a process of its own. */
  public ForeignProgram program(List<String> arguments, Duration hang) {
    return program(arguments, hang, Launch.PATIENCE);
  }

  /** The same, where sleeping takes a thread so far ahead of others. */
  public ForeignProgram program(List<String> arguments, Duration hang, Duration patience) {
    List<String> command = new ArrayList<>(List.of(compiled.executable().toString()));
    command.addAll(arguments);
    Launch launch = new Launch(command, Optional.empty(), hang, 0, 0, patience);
    return new ForeignProgram(launch, numbers -> new CNames(numbers, symbols));
  }

  @Override
  public void close() {
    try {
      symbols.close();
    } finally {
      compiled.close();
    }
  }
}
