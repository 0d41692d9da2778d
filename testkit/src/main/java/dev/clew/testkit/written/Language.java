package dev.clew.testkit.written;

import dev.clew.testkit.oracle.MemoryModel;
import dev.clew.testkit.toy.Toy;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** A language in which toy programs are written. */
public interface Language {
  /** Its name, for people. */
  String name();

  /** What orders accesses to plain variables in it. */
  MemoryModel memoryModel();

  /** The nearest program to one that may have what the language has not. */
  Toy nearest(Toy program);

  /** Whether a program can be written in it as it is. */
  boolean canExpress(Toy program);

  /** Writes programs that can be written in it. */
  Written write(List<Toy> programs) throws IOException;

  /** Programs that were written. */
  interface Written extends AutoCloseable {
    /** Does something with one of the programs, which ends after that. */
    <T> T use(int program, Function<Program, T> work);

    /** Reads traces of one of the programs, with its own names. */
    Reading reading(int program, Names names);

    @Override
    void close();
  }
}
