package dev.clew.testkit.java;

import dev.clew.trace.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** Makes programs of Java sources. */
@FunctionalInterface
public interface JavaCompiler {
  /** Compiles classes, their sources by their names. */
  Compiled compile(Map<String, String> sources) throws IOException;

  /** The classes. */
  interface Compiled extends AutoCloseable {
    /**
     * Does something with the program of a class, which ends after that.
     *
     * @param patience how far sleeping takes a thread ahead of others
     */
    <T> T use(String main, Duration patience, Function<Program, T> work);

    @Override
    void close();
  }
}
