package dev.clew.testkit.c;

import dev.clew.trace.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

/** Makes programs of C sources. */
@FunctionalInterface
public interface Compiler {
  /** Compiles a source as {@link CSource} writes it. */
  Compiled compile(String source) throws IOException;

  /** The programs of one source. */
  interface Compiled extends AutoCloseable {
    /**
     * Does something with one of the programs, which ends after that.
     *
     * @param patience how far sleeping takes a thread ahead of others
     */
    <T> T use(int program, Duration patience, Function<Program, T> work);

    @Override
    void close();
  }
}
